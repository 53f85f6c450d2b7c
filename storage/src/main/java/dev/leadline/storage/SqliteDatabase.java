package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Worker self;
  private final Clock clock;
  private final TurnFile turn;
  private final Map<String, SessionLock> locks = new ConcurrentHashMap<>();

  private SqliteDatabase(Path file, Connection connection, Worker self, Clock clock) {
    this.file = file;
    this.connection = connection;
    this.self = self;
    this.clock = clock;
    this.turn = new TurnFile(beside("turn"));
  }

  /**
   * Opens a file, or creates it, with the newest schema. An existing one must have been {@link
   * StudyDatabase#read} before.
   *
   * @throws StorageException if an older leadline writes it
   */
  static SqliteDatabase open(Path file, Worker self, Clock clock) {
    SqliteDatabase database =
        new SqliteDatabase(file, StudyDatabase.openForWriting(file), self, clock);
    try {
      int version = database.read(Migrations::versionOf);
      if (version < Migrations.RELEASED.newest()) {
        database.write(database::migrate);
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
    SessionLock.take(beside(session.token()), self)
        .ifPresent(lock -> locks.put(session.token(), lock));
  }

  @Override
  public void end(Claimant session) {
    SessionLock lock = locks.remove(session.token());
    if (lock != null) {
      lock.release();
    }
  }

  @Override
  public boolean isDead(String token) {
    return SessionLock.isDead(beside(token), self);
  }

  @Override
  public <T> T inTurn(long study, Supplier<T> work) {
    return turn.take(work);
  }

  @Override
  public synchronized void close() {
    locks.values().forEach(SessionLock::abandon);
    turn.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  private synchronized <T> T within(String begin, Sql.Work<T> work) {
    return StudyDatabase.within(file, connection, begin, work);
  }

  private boolean migrate(Connection within) throws SQLException {
    int version = Migrations.versionOf(within);
    if (version == 1 || version == 2) {
      Holder.refuseLiving(within, file, self, clock.instant());
    }
    Migrations.RELEASED.apply(within, clock.instant());
    return true;
  }

  private Path beside(String token) {
    return file.resolveSibling("%s.%s.lock".formatted(file.getFileName(), token));
  }
}
