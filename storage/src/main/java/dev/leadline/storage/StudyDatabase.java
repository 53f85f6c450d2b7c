package dev.leadline.storage;

import dev.leadline.natives.NativeCache;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.util.LibraryLoaderUtil;

/** Opens SQLite files that are studies, and refuses all others without touching them. */
final class StudyDatabase {

  /** "LEAD", in the field of the file header that SQLite keeps for applications. */
  private static final int APPLICATION_ID = 0x4C454144;

  private static final String LIBRARY = "org.sqlite.lib.path";

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int BUSY_TIMEOUT_MILLIS = 10_000;

  private StudyDatabase() {}

  /** Whether there is something at the path; an empty file counts as nothing. */
  static boolean exists(Path file) {
    try {
      return Files.exists(file) && (!Files.isRegularFile(file) || Files.size(file) > 0);
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Reads one state of an existing file, which needs no right to write.
   *
   * @throws StorageException if the file is damaged or no study
   */
  static <T> T read(Path file, Sql.Work<T> query) {
    return read(file, Format.SQLITE, query);
  }

  /** Reads a file by the newest tables; it is left as it is, also if its own are older. */
  static <T> T read(Path file, Format format, Sql.Work<T> query) {
    requireMagic(file);
    try {
      Optional<T> found = readAtRest(file, format, query);
      if (found.isEmpty()) {
        found = readNewest(file, openForReading(file), format, query);
      }
      if (found.isPresent()) {
        return found.get();
      }
    } catch (SQLException e) {
      requireUnwritable(StorageException.of(file, e));
    } catch (StorageException e) {
      requireUnwritable(e);
    }
    // SQLite wants to write beside a file with a log, even to read it: so it reads a copy.
    try (ReadableCopy copy = ReadableCopy.of(file);
        Connection connection = connect(copy.file(), new SQLiteConfig())) {
      if (soundVersion(file, connection, format) > 0) {
        within(file, connection, "BEGIN IMMEDIATE", c -> format.bringUp(c, file.toString()));
      }
      return within(file, connection, "BEGIN", query);
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  /**
   * Reads a file that nobody has open: then there is no log beside it, and none is made. Empty if
   * somebody opened it meanwhile, or it has to be read in another way.
   */
  private static <T> Optional<T> readAtRest(Path file, Format format, Sql.Work<T> query) {
    List<Object> before = ReadableCopy.state(file);
    if (Files.exists(ReadableCopy.log(file))) {
      return Optional.empty();
    }
    String address = "file:" + file.toAbsolutePath().toUri().getRawPath() + "?immutable=1";
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    try {
      Optional<T> found = readNewest(file, connect(address, config), format, query);
      return found.filter(read -> ReadableCopy.state(file).equals(before));
    } catch (SQLException | StorageException e) {
      return Optional.empty(); // perhaps because it was written meanwhile
    }
  }

  /** Reads a file if its tables are the newest, and ends the connection. */
  private static <T> Optional<T> readNewest(
      Path file, Connection opened, Format format, Sql.Work<T> query) throws SQLException {
    try (Connection connection = opened) {
      int version = soundVersion(file, connection, format);
      return version == 0 || version == format.newest()
          ? Optional.of(within(file, connection, "BEGIN", query))
          : Optional.empty();
    }
  }

  private static void requireUnwritable(StorageException e) {
    if (!e.isUnwritable()) {
      throw e;
    }
  }

  /** Reads a file whatever state it is in, unless it is of another format. */
  static <T> T readDamaged(Path name, Path file, Sql.Work<T> query) {
    try (Connection connection = openForReading(file)) {
      try {
        Format.SQLITE.version(connection, name.toString());
      } catch (SQLException e) {
        // The version is damaged, too.
      }
      return query.run(connection);
    } catch (SQLException e) {
      throw StorageException.beyondRepair(name, String.valueOf(e.getMessage()));
    }
  }

  private static Connection openForReading(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    return connect(file, config);
  }

  /**
   * Does some work in one transaction.
   *
   * @param file named in every sentence
   * @param begin the statement that begins it
   */
  static <T> T within(Path file, Connection connection, String begin, Sql.Work<T> work) {
    try {
      Sql.update(connection, begin);
      try {
        T result = work.run(connection);
        Sql.update(connection, "COMMIT");
        return result;
      } catch (SQLException | RuntimeException e) {
        rollback(connection);
        throw e;
      }
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  private static void rollback(Connection connection) {
    try {
      Sql.update(connection, "ROLLBACK");
    } catch (SQLException e) {
      // SQLite has already rolled back, for example after a full disk.
    }
  }

  /** Opens or creates; an existing file must have been {@link #read} before. */
  static Connection openForWriting(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.CREATE);
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.enforceForeignKeys(true);
    config.setApplicationId(APPLICATION_ID);
    try {
      return connect(file, config);
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  /**
   * Opens a database without a file.
   *
   * @param name as messages name it
   */
  static Connection openInMemory(Path name) {
    SQLiteConfig config = new SQLiteConfig();
    config.enforceForeignKeys(true);
    try {
      return connect(":memory:", config);
    } catch (SQLException e) {
      throw StorageException.of(name, e);
    }
  }

  static Connection connect(Path file, SQLiteConfig config) throws SQLException {
    return connect(file.toAbsolutePath().toString(), config);
  }

  private static Connection connect(String database, SQLiteConfig config) throws SQLException {
    prepareLibrary();
    return config.createConnection("jdbc:sqlite:" + database);
  }

  /**
   * Unpacks the native library into the user's cache before it is loaded, unless the user has
   * chosen a place for it.
   */
  private static void prepareLibrary() {
    if (System.getProperty(LIBRARY) != null) {
      return;
    }
    String place =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    URL file = SQLiteJDBCLoader.class.getResource(place);
    if (file != null) {
      try {
        System.setProperty(
            LIBRARY, NativeCache.ofUser().unpack("sqlite", List.of(file)).toString());
      } catch (IOException e) {
        throw new StorageException(String.valueOf(e.getMessage()));
      }
    }
  }

  private static void requireMagic(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] header = in.readNBytes(MAGIC.length + Short.BYTES);
      if (!Arrays.equals(Arrays.copyOf(header, MAGIC.length), MAGIC)) {
        throw new StorageException(
            "expected a study file but %s is something else or damaged, and was left as it is; use another file"
                .formatted(file));
      }
      // SQLite takes what is missing of the last page for zeros.
      int pageSize = header.length == MAGIC.length + Short.BYTES ? pageSize(header) : 0;
      if (pageSize == 0 || Files.size(file) % pageSize != 0) {
        throw StorageException.damaged(file, "it ends in the middle of a page");
      }
    } catch (IOException e) {
      throw new StorageException(
          "%s cannot be read (%s); check that it is a file you may read"
              .formatted(file, e.getMessage()));
    }
  }

  private static int pageSize(byte[] header) {
    int size = ByteBuffer.wrap(header).getShort(MAGIC.length) & 0xFFFF;
    return size == 1 ? 1 << 16 : size; // as the format has it
  }

  /** The version of a study that is whole as far as SQLite can tell. */
  private static int soundVersion(Path file, Connection connection, Format format)
      throws SQLException {
    String check = text(connection, "PRAGMA quick_check(1)");
    if (!check.equals("ok")) {
      throw StorageException.damaged(file, check.strip());
    }
    if (isBlank(connection)) {
      return 0;
    }
    if (Integer.parseInt(text(connection, "PRAGMA application_id")) != APPLICATION_ID) {
      throw new StorageException(
          "%s is the database of another program and was left as it is; use another file"
              .formatted(file));
    }
    return format.version(connection, file.toString());
  }

  /** Whether the database has no tables: its creator was stopped before the first transaction. */
  private static boolean isBlank(Connection connection) throws SQLException {
    return text(connection, "SELECT count(*) FROM sqlite_schema").equals("0");
  }

  private static String text(Connection connection, String query) throws SQLException {
    List<String> rows = Sql.query(connection, query, row -> row.getString(1));
    return rows.isEmpty() ? "" : rows.get(0);
  }
}
