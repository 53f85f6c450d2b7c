package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A study in a SQLite file, held for writing by one process; others may read it meanwhile.
 *
 * <p>Thread-safe. Durable by a write-ahead log that is synced on every commit. A file that is
 * refused is left as it was.
 */
public final class StudyFile implements StudyStore {

  private final Sql sql;
  private final Clock clock;
  private final Claimant self;
  private List<String> changes = List.of();
  private @Nullable LockFile lock;
  private @Nullable Heartbeat heartbeat;
  private boolean isClosed;

  private StudyFile(Sql sql, Worker self, Clock clock) {
    this.sql = sql;
    this.self = self.claimant(Claimant.USUAL_PATIENCE);
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
      load(file).ifPresent(stored -> stored.header().requireSpaceOf(header, file.toString()));
    }
    StudyFile study = new StudyFile(new Sql(file, StudyDatabase.openForWriting(file)), self, clock);
    try {
      study.sql.write(connection -> study.take(connection, header, self, clock.instant()));
      study.heartbeat = new Heartbeat(Holder.LEASE.dividedBy(3), study::renew);
      return study;
    } catch (RuntimeException e) {
      study.abandon();
      throw e;
    }
  }

  /**
   * Opens an existing study for writing, as {@link #hold}, and changes nothing of what it is about.
   */
  public static StudyFile hold(Path file, Worker self, Clock clock) {
    return hold(file, read(file).header(), self, clock);
  }

  /** Reads an existing study, also while another process writes it, without a right to write. */
  public static StudySnapshot read(Path file) {
    if (!StudyDatabase.exists(file)) {
      throw new StorageException(
          "expected a study file but %s does not exist or is empty; check the name"
              .formatted(file));
    }
    return load(file)
        .orElseThrow(() -> new StorageException(file + " holds no study yet; check the name"));
  }

  @Override
  public String name() {
    return path().toString();
  }

  public Path path() {
    return sql.file();
  }

  @Override
  public synchronized StudyHeader header() {
    return sql.read(connection -> HeaderTable.find(connection).orElseThrow());
  }

  @Override
  public List<String> changes() {
    return changes;
  }

  @Override
  public synchronized List<StoredTrial> trials() {
    return sql.read(TrialTable::all);
  }

  @Override
  public StudyPhase phase() {
    return StudyPhase.OPEN;
  }

  @Override
  public Changes changesSince(long change) {
    return new Changes(change, header(), phase(), trials());
  }

  @Override
  public List<Lease> leases() {
    return List.of();
  }

  @Override
  public Claimant self() {
    return self;
  }

  @Override
  public Set<Integer> renew(Claimant who) {
    renew();
    return trials().stream()
        .filter(trial -> trial.state() == StoredState.RUNNING)
        .map(StoredTrial::number)
        .collect(Collectors.toSet());
  }

  @Override
  public void release(Claimant who) {
    write(
        connection -> {
          TrialTable.changeRunning(connection, StoredTrial::released);
          return true;
        });
  }

  @Override
  public <T> T inTurn(Supplier<T> work) {
    return work.get();
  }

  @Override
  public Optional<StoredTrial> claim(Claimant who) {
    return write(
        connection -> {
          int queued = TrialTable.states(connection).indexOf(StoredState.QUEUED);
          return queued < 0
              ? Optional.empty()
              : Optional.of(TrialTable.change(connection, queued, StoredTrial::claimed));
        });
  }

  @Override
  public boolean add(StoredTrial trial, Claimant who) {
    return write(
        connection -> {
          List<StoredState> states = TrialTable.states(connection);
          if (trial.number() != states.size()) {
            return false;
          }
          Optional<Budget> budget = budget(connection);
          if (trial.state().isOpen() && budget.isPresent() && !budget.get().hasRoom(states)) {
            throw new BudgetSpentException(budget.get());
          }
          TrialTable.add(connection, trial);
          return true;
        });
  }

  @Override
  public StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    return write(connection -> TrialTable.change(connection, number, step));
  }

  @Override
  public synchronized boolean hasRoom() {
    return sql.read(
        connection -> {
          Optional<Budget> budget = budget(connection);
          return budget.isEmpty() || budget.get().hasRoom(TrialTable.states(connection));
        });
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    try {
      write(
          connection -> {
            TrialTable.changeRunning(connection, StoredTrial::released);
            Holder.remove(connection);
            if (lock != null) {
              lock.release();
            }
            return true;
          });
    } finally {
      abandon();
    }
  }

  /** Drops everything as a killed process does: nothing is released. */
  synchronized void abandon() {
    isClosed = true;
    if (heartbeat != null) {
      heartbeat.close();
    }
    if (lock != null) {
      lock.abandon();
    }
    try {
      sql.connection().close();
    } catch (SQLException e) {
      throw StorageException.of(path(), e);
    }
  }

  private boolean take(Connection connection, StudyHeader wanted, Worker self, Instant now)
      throws SQLException {
    boolean isNew = Migrations.versionOf(connection) == 0;
    Optional<Holder> before = isNew ? Optional.empty() : Holder.find(connection);
    lock = Holder.lock(path(), before.orElse(null), self, now);
    Migrations.RELEASED.apply(connection, now);
    Holder.put(connection, self, token(), now);
    Optional<StudyHeader> stored = HeaderTable.find(connection);
    int trials = TrialTable.states(connection).size();
    StudyHeader header = stored.map(old -> old.continuedAs(wanted, trials)).orElse(wanted);
    int known = stored.map(old -> old.changes().size()).orElse(0);
    changes = header.changes().subList(known, header.changes().size());
    HeaderTable.put(connection, header, now);
    TrialTable.changeRunning(connection, trial -> trial.orphaned(header.maxDeaths(), now));
    return isNew;
  }

  private void renew() {
    write(
        connection -> {
          Holder.renew(connection, clock.instant());
          return true;
        });
  }

  /** Writes as the session that holds the study. */
  private synchronized <T> T write(Sql.Work<T> change) {
    return sql.write(
        connection -> {
          Holder.require(connection, path(), token());
          return change.run(connection);
        });
  }

  private static Optional<Budget> budget(Connection connection) throws SQLException {
    return HeaderTable.find(connection).flatMap(StudyHeader::budget);
  }

  private static Optional<StudySnapshot> load(Path file) {
    return StudyDatabase.read(
        file,
        connection -> {
          if (Migrations.versionOf(connection) == 0) {
            return Optional.empty();
          }
          List<StoredTrial> trials = TrialTable.all(connection);
          return HeaderTable.find(connection).map(header -> new StudySnapshot(header, trials));
        });
  }
}
