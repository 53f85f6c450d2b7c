package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A SQLite file that any number of processes write, each in short transactions, or the same in
 * memory.
 *
 * <p>Thread-safe. A file is durable by a write-ahead log that is synced on every commit.
 */
final class SqliteDatabase implements Database {

  /** The name of the study that a file is called by. */
  static final String OWN_STUDY = "study";

  /** As messages name what is in no file. */
  private static final Path MEMORY = Path.of("memory");

  private final Path file;
  private final Connection connection;
  private final Clock clock;
  private final Optional<LockFiles> locks; // empty in memory, where no other process comes
  private final ReentrantLock turn = new ReentrantLock();

  private SqliteDatabase(Path file, Connection connection, Clock clock, Optional<LockFiles> locks) {
    this.file = file;
    this.connection = connection;
    this.clock = clock;
    this.locks = locks;
  }

  /**
   * Opens a file, or creates it, with the newest tables. An existing one must have been {@link
   * StudyDatabase#read} before.
   */
  static SqliteDatabase open(Path file, Worker self, Clock clock) {
    Optional<LockFiles> locks = Optional.of(new LockFiles(file, self));
    return withTables(new SqliteDatabase(file, StudyDatabase.openForWriting(file), clock, locks));
  }

  /** Opens a database that is gone when it is closed. */
  static SqliteDatabase inMemory(Clock clock) {
    return withTables(
        new SqliteDatabase(MEMORY, StudyDatabase.openInMemory(MEMORY), clock, Optional.empty()));
  }

  private static SqliteDatabase withTables(SqliteDatabase database) {
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
    locks.ifPresent(files -> files.begin(session.token()));
  }

  @Override
  public void end(Claimant session) {
    locks.ifPresent(files -> files.end(session.token()));
  }

  @Override
  public boolean isDead(String token) {
    return locks.isPresent() && locks.get().isDead(token);
  }

  @Override
  public StudyStore.Turn turn(long study) {
    if (locks.isPresent()) {
      return locks.get().turn();
    }
    turn.lock();
    return turn::unlock;
  }

  @Override
  public synchronized void close() {
    locks.ifPresent(LockFiles::close);
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
