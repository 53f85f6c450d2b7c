package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study in a SQLite file, held for writing by one process or open for reading by any.
 *
 * <p>Thread-safe; every call is one transaction. When a call returns, what it wrote survives a kill
 * of the process and a loss of power (write-ahead log, synced on every commit). A file that is
 * refused is left as it was.
 */
public final class StudyFile implements AutoCloseable {

  /** A trial during which the process died this often has failed. */
  static final int MAX_ATTEMPTS = 3;

  private enum Access {
    READ,
    WRITE
  }

  private final Sql sql;
  private final Access access;
  private final Clock clock;

  private StudyFile(Sql sql, Access access, Clock clock) {
    this.sql = sql;
    this.access = access;
    this.clock = clock;
  }

  /**
   * Opens the study for writing, or creates it, and takes hold of it. Trials that a dead process
   * left running are queued again.
   *
   * @throws StorageException if the file is damaged, foreign, made for another space or held by a
   *     living process
   */
  public static StudyFile hold(Path file, StudyHeader header, Worker self, Clock clock) {
    if (StudyDatabase.exists(file)) {
      try (StudyFile existing = read(file)) {
        existing.storedHeader().ifPresent(stored -> requireSpace(file, stored, header));
      }
    }
    Connection connection = StudyDatabase.openForWriting(file, Migrations.RELEASED, clock);
    StudyFile study = new StudyFile(new Sql(file, connection), Access.WRITE, clock);
    try {
      study.sql.write(
          c -> {
            study.insertHeader(c, header);
            Holder.take(c, file, self, clock.instant());
            TrialTable.recover(c, MAX_ATTEMPTS, clock.instant());
          });
      return study;
    } catch (RuntimeException e) {
      study.disconnect();
      throw e;
    }
  }

  /** Opens an existing study for reading, also while another process writes it. */
  public static StudyFile read(Path file) {
    if (!StudyDatabase.exists(file)) {
      throw new StorageException(
          "expected a study file but %s does not exist or is empty; check the name"
              .formatted(file));
    }
    Connection connection = StudyDatabase.openForReading(file);
    return new StudyFile(new Sql(file, connection), Access.READ, Clock.systemUTC());
  }

  public Path path() {
    return sql.file();
  }

  public synchronized StudyHeader header() {
    return storedHeader()
        .orElseThrow(() -> new StorageException(path() + " holds no study yet; check the name"));
  }

  /** All trials by number. */
  public synchronized List<StoredTrial> trials() {
    return sql.read(TrialTable::all);
  }

  /** Records that a new trial was suggested and is being evaluated. */
  public synchronized void start(int number, Map<String, String> settings) {
    sql.write(c -> TrialTable.insert(c, number, settings, null, clock.instant()));
  }

  /** Records that the evaluation of a queued trial starts again. */
  public synchronized void restart(int number) {
    sql.write(c -> TrialTable.restart(c, number));
  }

  /** Records where the trial's output lies, relative to the study file. */
  public synchronized void output(int number, String directory) {
    sql.write(c -> TrialTable.output(c, number, directory));
  }

  /** Records the value of an open trial. */
  public synchronized void finish(int number, double value) {
    sql.write(c -> TrialTable.close(c, number, value, null, clock.instant()));
  }

  /** Records that an open trial gave no value, and why. */
  public synchronized void fail(int number, String reason) {
    sql.write(c -> TrialTable.close(c, number, null, reason, clock.instant()));
  }

  /** Records a trial that was evaluated elsewhere. */
  public synchronized void observe(int number, Map<String, String> settings, double value) {
    sql.write(c -> TrialTable.insert(c, number, settings, value, clock.instant()));
  }

  /** Tells processes on other hosts that this one still holds the study. */
  public synchronized void renewHold() {
    sql.write(c -> Holder.renew(c, clock.instant()));
  }

  /** Lets go of the study; trials still running are queued again. */
  @Override
  public synchronized void close() {
    try {
      if (access == Access.WRITE) {
        sql.write(
            c -> {
              TrialTable.release(c);
              Holder.letGo(c);
            });
      }
    } finally {
      disconnect();
    }
  }

  /** Drops the connection as a killed process does: nothing is released. */
  synchronized void abandon() {
    disconnect();
  }

  private static void requireSpace(Path file, StudyHeader stored, StudyHeader wanted) {
    if (!stored.space().equals(wanted.space())) {
      throw new StorageException(
          "%s was made for another space (%s); use another study file or the space it was made for"
              .formatted(file, SpaceDifference.first(stored.space(), wanted.space())));
    }
  }

  private Optional<StudyHeader> storedHeader() {
    if (sql.read(Migrations::versionOf) == 0) {
      return Optional.empty();
    }
    return sql.read(
        c -> {
          try (Statement statement = c.createStatement();
              ResultSet row =
                  statement.executeQuery("SELECT space, command, strategy, seed FROM study")) {
            return row.next()
                ? Optional.of(
                    new StudyHeader(
                        row.getString(1), row.getString(2), row.getString(3), row.getLong(4)))
                : Optional.empty();
          }
        });
  }

  private void insertHeader(Connection c, StudyHeader header) throws SQLException {
    Sql.update(
        c,
        "INSERT OR IGNORE INTO study VALUES (1, ?, ?, ?, ?, ?)",
        header.space(),
        header.command(),
        header.strategy(),
        header.seed(),
        clock.instant().toString());
  }

  private void disconnect() {
    try {
      sql.connection().close();
    } catch (SQLException e) {
      throw StorageException.of(path(), e);
    }
  }
}
