package dev.leadline.storage;

/**
 * A database with the tables of studies: what a session needs of it that is not plain SQL.
 *
 * <p>Thread-safe. Errors are {@link StorageException}s, sentences for the user.
 */
interface Database extends AutoCloseable {

  /** As messages name it. */
  String name();

  /** As messages name one of its studies. */
  String named(String study);

  /** Reads one state of the database, whatever others write meanwhile. */
  <T> T read(Sql.Work<T> query);

  /** Writes everything or nothing; durable when it returns. */
  <T> T write(Sql.Work<T> change);

  /**
   * The time by the one clock that all sessions go by, as an expression that gives milliseconds
   * since 1970.
   */
  String clock();

  /** Lets other sessions see as long as this process lives that it does. */
  void begin(Claimant session);

  /** Takes back {@link #begin}. */
  void end(Claimant session);

  /** Whether a claimant is known to be dead although its claims have not run out. */
  boolean isDead(String token);

  /** See {@link StudyStore#turn}. */
  StudyStore.Turn turn(long study);

  /** Drops the connections as a killed process does. */
  @Override
  void close();
}
