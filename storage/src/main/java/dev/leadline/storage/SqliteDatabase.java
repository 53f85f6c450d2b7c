package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * A SQLite file that any number of processes write, each in short transactions.
 *
 * <p>Thread-safe. Durable by a write-ahead log that is synced on every commit.
 */
final class SqliteDatabase implements Database {

  /** The name of the study that a file is called by. */
  static final String OWN_STUDY = "study";

  private final Path file;
  private final Connection connection;
  private final Clock clock;
  private final LockFiles locks;

  private SqliteDatabase(Path file, Connection connection, Worker self, Clock clock) {
    this.file = file;
    this.connection = connection;
    this.clock = clock;
    this.locks = new LockFiles(file, self);
  }

  /**
   * Opens a file, or creates it, with the newest tables. An existing one must have been {@link
   * StudyDatabase#read} before.
   */
  static SqliteDatabase open(Path file, Worker self, Clock clock) {
    SqliteDatabase database =
        new SqliteDatabase(file, StudyDatabase.openForWriting(file), self, clock);
    try {
      String place = database.name();
      if (database.read(c -> Format.SQLITE.version(c, place)) < Format.SQLITE.newest()) {
        database.write(c -> Format.SQLITE.bringUp(c, place));
      }
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public String named(String study) {
    return study.equals(OWN_STUDY) ? name() : file.resolve(study).toString();
  }

  @Override
  public <T> T read(Sql.Work<T> query) {
    return within("BEGIN", query);
  }

  @Override
  public <T> T write(Sql.Work<T> change) {
    return within("BEGIN IMMEDIATE", change);
  }

  @Override
  public String clock() {
    return Long.toString(clock.millis());
  }

  @Override
  public void begin(Claimant session) {
    locks.begin(session.token());
  }

  @Override
  public void end(Claimant session) {
    locks.end(session.token());
  }

  @Override
  public boolean isDead(String token) {
    return locks.isDead(token);
  }

  @Override
  public <T> T inTurn(long study, Supplier<T> work) {
    return locks.inTurn(work);
  }

  @Override
  public synchronized void close() {
    locks.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  private synchronized <T> T within(String begin, Sql.Work<T> work) {
    return StudyDatabase.within(file, connection, begin, work);
  }
}
