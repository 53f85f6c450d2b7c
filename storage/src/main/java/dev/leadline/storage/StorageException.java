package dev.leadline.storage;

import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A study file that cannot be used; the message is a sentence for the user. */
public final class StorageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final long NEARLY_FULL_BYTES = 1 << 20;

  private final boolean unwritable;
  private final boolean unreachable;

  public StorageException(String sentence) {
    this(sentence, false);
  }

  private StorageException(String sentence, Throwable cause, boolean unreachable) {
    super(sentence, cause);
    this.unwritable = cause instanceof SQLException error && isUnwritable(codeOf(error));
    this.unreachable = unreachable;
  }

  private StorageException(String sentence, boolean unreachable) {
    super(sentence);
    this.unwritable = false;
    this.unreachable = unreachable;
  }

  /** A place that does not answer; it may do so later. */
  public static StorageException unreachable(String sentence) {
    return new StorageException(sentence, true);
  }

  /** A database that does not answer; it may do so later. */
  static StorageException unreachable(String sentence, SQLException cause) {
    return new StorageException(sentence, cause, true);
  }

  /** A database that refuses to do something. */
  static StorageException refused(String sentence, Throwable cause) {
    return new StorageException(sentence, cause, false);
  }

  /**
   * Whether the database does not answer at the moment. What was asked of it may or may not have
   * happened; ask again later.
   */
  public boolean isUnreachable() {
    return unreachable;
  }

  /** Whether the database could not write what it wants to write, if only to read. */
  boolean isUnwritable() {
    return unwritable;
  }

  /** Says what the database's error means for the user of this file. */
  static StorageException of(Path file, SQLException error) {
    return new StorageException(sentence(file, error), error, false);
  }

  static StorageException unwritable(Path file) {
    return new StorageException(
        "%s cannot be opened for writing; check that its directory exists and that you may write there"
            .formatted(file));
  }

  static StorageException damaged(Path file, String details) {
    return new StorageException(damage(file, details));
  }

  /** A file of which nothing can be saved. */
  static StorageException beyondRepair(Path file, String details) {
    return new StorageException(
        "nothing of %s can be saved (%s), and it was left as it is; restore a copy of it"
            .formatted(file, details));
  }

  private static String sentence(Path file, SQLException error) {
    if (error instanceof RowDamage) {
      return damage(file, String.valueOf(error.getMessage()));
    }
    SQLiteErrorCode code = codeOf(error);
    String name = code.name();
    if (name.startsWith("SQLITE_FULL") || (name.startsWith("SQLITE_IOERR") && isNearlyFull(file))) {
      return "the disk is full: %s could not be written; everything recorded before is safe, free some space and run the same command again"
          .formatted(file);
    }
    if (name.startsWith("SQLITE_CORRUPT") || name.startsWith("SQLITE_NOTADB")) {
      return damage(file, String.valueOf(error.getMessage()));
    }
    if (name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED")) {
      return "%s is locked by another program; close it and run the same command again"
          .formatted(file);
    }
    if (isUnwritable(code)) {
      return String.valueOf(unwritable(file).getMessage());
    }
    return "%s could not be used (%s); run the same command again or use another file"
        .formatted(file, error.getMessage());
  }

  private static SQLiteErrorCode codeOf(SQLException error) {
    return error instanceof SQLiteException sqlite
        ? sqlite.getResultCode()
        : SQLiteErrorCode.SQLITE_ERROR;
  }

  private static boolean isUnwritable(SQLiteErrorCode code) {
    String name = code.name();
    return name.startsWith("SQLITE_READONLY")
        || name.startsWith("SQLITE_CANTOPEN")
        || name.startsWith("SQLITE_PERM");
  }

  private static String damage(Path file, String details) {
    return "%s is damaged (%s) and was left as it is; restore a copy or use another file, or save what is whole: leadline show %s --salvage NEW.db"
        .formatted(file, details, file);
  }

  private static boolean isNearlyFull(Path file) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      return directory != null
          && Files.getFileStore(directory).getUsableSpace() < NEARLY_FULL_BYTES;
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
