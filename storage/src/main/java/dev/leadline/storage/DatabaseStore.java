package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A session on a study in a database. Thread-safe. */
final class DatabaseStore implements StudyStore {

  /* Whoever changes a study takes its row first. So the changes stand in one line, the budget is
  counted by one at a time, and who asks for what changed since number n misses nothing. */

  private interface Step<T> {
    T run(StudyChange change) throws SQLException;
  }

  private final Database database;
  private final long study;
  private final String name;
  private final List<String> changes;
  private final OwnClaims own;
  private final Abandoned abandoned;
  private final Runnable afterwards;
  private boolean isClosed;

  /**
   * @param name of the study, as messages name it
   * @param changes what this session changed of the study's header
   * @param afterwards called when the session has ended
   */
  DatabaseStore(
      Database database,
      long study,
      String name,
      List<String> changes,
      Claimant self,
      Runnable afterwards) {
    this.database = database;
    this.study = study;
    this.name = name;
    this.changes = List.copyOf(changes);
    this.own = new OwnClaims(self, () -> database.begin(self), this::renew);
    this.abandoned = new Abandoned(database::isDead, own);
    this.afterwards = afterwards;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StudyHeader header() {
    return database.read(connection -> row(connection).entry().header());
  }

  @Override
  public List<String> changes() {
    return changes;
  }

  @Override
  public StudyPhase phase() {
    return database.read(connection -> row(connection).entry().phase());
  }

  @Override
  public List<StoredTrial> trials() {
    return database.read(connection -> new TrialTable(connection, study).all());
  }

  @Override
  public Changes changesSince(long change) {
    return database.read(
        connection -> {
          StudyEntry entry = row(connection).entry();
          TrialTable trials = new TrialTable(connection, study);
          return new Changes(
              entry.change(),
              entry.header(),
              entry.phase(),
              change < 0 ? trials.all() : trials.changedSince(change));
        });
  }

  @Override
  public List<Lease> leasesSince(long change) {
    return database.read(connection -> new LeaseTable(connection, study).since(change));
  }

  @Override
  public Claimant self() {
    return own.self();
  }

  @Override
  public Optional<StoredTrial> claim(Claimant who) {
    if (!isAnythingToClaim(who)) {
      return Optional.empty();
    }
    return claiming(
        who,
        () ->
            write(
                change -> {
                  NotOpenException.require(change.row().entry().phase());
                  Optional<StoredTrial> before = before(change, who);
                  if (before.isPresent()) {
                    return before;
                  }
                  abandoned.bury(change);
                  Optional<Integer> queued = change.trials().firstQueued();
                  return queued.isEmpty()
                      ? Optional.empty()
                      : Optional.of(change.claim(queued.get(), who));
                }));
  }

  @Override
  public Optional<StoredTrial> granted(Claimant who) {
    return who.request().isEmpty()
        ? Optional.empty()
        : database.read(
            connection ->
                IdempotentClaims.in(
                    new TrialTable(connection, study), new LeaseTable(connection, study), who));
  }

  @Override
  public boolean add(StoredTrial trial, Claimant who) {
    if (trial.state() != StoredState.RUNNING) {
      return write(change -> change.insert(trial, who)).isPresent();
    }
    return claiming(
            who,
            () ->
                write(
                    change -> {
                      NotOpenException.require(change.row().entry().phase());
                      Optional<StoredTrial> added = change.insert(trial, who);
                      if (added.isPresent()) {
                        change.leases().put(Lease.begin(trial.number(), who, change.now()));
                      }
                      return added;
                    }))
        .isPresent();
  }

  @Override
  public StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    boolean isOwn = own.forget(number); // or it would seem lost as soon as it has its result
    boolean isRunning = isOwn;
    try {
      StoredTrial after = write(change -> change.put(step.apply(change.find(number))));
      isRunning = after.state() == StoredState.RUNNING;
      return after;
    } finally {
      if (isOwn && isRunning) {
        own.remember(number);
      }
    }
  }

  @Override
  public Set<Integer> renew(Claimant who) {
    return database.write(
        connection -> {
          Instant now =
              StudyTable.lock(connection, study, database.clock()).orElseThrow(this::deleted).now();
          LeaseTable leases = new LeaseTable(connection, study);
          Set<Integer> held = new TreeSet<>();
          for (Lease lease : leases.heldBy(who)) {
            if (!own.isSelf(who) || own.isKnown(lease.trial())) {
              leases.put(lease.renewed(who, now));
              held.add(lease.trial());
            }
          }
          return held;
        });
  }

  @Override
  public void requeueAbandoned() {
    boolean isAny =
        database.read(
            connection ->
                abandoned.isAny(new LeaseTable(connection, study), row(connection).now()));
    if (isAny) {
      write(
          change -> {
            abandoned.bury(change);
            return true;
          });
    }
  }

  @Override
  public void release(Claimant who) {
    database.write(
        connection -> {
          Optional<StudyTable.Row> row = StudyTable.nextChange(connection, study, database.clock());
          if (row.isPresent()) { // or it was deleted, and there is nothing to release
            new StudyChange(connection, row.get()).release(who);
          }
          return row;
        });
  }

  @Override
  public void onLost(Consumer<Set<Integer>> listener) {
    own.onLost(listener);
  }

  @Override
  public List<Attachment> attachments() {
    return database.read(connection -> new AttachmentTable(connection, study).all());
  }

  @Override
  public void attach(Attachment attachment) {
    write(
        change -> {
          new AttachmentTable(change.connection(), study).add(attachment);
          return true;
        });
  }

  @Override
  public void note(String sentence) {
    write(
        change -> {
          change.note(sentence);
          return true;
        });
  }

  @Override
  public boolean hasRoom() {
    return database.read(
        connection -> {
          Optional<Budget> budget = row(connection).entry().header().budget();
          return budget.isEmpty()
              || budget.get().hasRoom(new TrialTable(connection, study).counts());
        });
  }

  @Override
  public <T> T inTurn(Supplier<T> work) {
    return database.inTurn(study, work);
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    own.close();
    try {
      if (own.hasClaimed()) {
        release(self());
      }
    } catch (StorageException e) {
      if (!e.isUnreachable()) { // else the claims run out by themselves
        throw e;
      }
    } finally {
      database.end(self());
      afterwards.run();
    }
  }

  /** Ends as a killed process does: nothing is released. */
  synchronized void abandon() {
    isClosed = true;
    own.close();
    database.close();
  }

  /** Looks without writing: most of the time there is nothing. */
  private boolean isAnythingToClaim(Claimant who) {
    return database.read(
        connection -> {
          StudyTable.Row row = row(connection);
          NotOpenException.require(row.entry().phase());
          TrialTable trials = new TrialTable(connection, study);
          LeaseTable leases = new LeaseTable(connection, study);
          return trials.firstQueued().isPresent()
              || abandoned.isAny(leases, row.now())
              || abandoned.isAnyUnanswered(leases, who)
              || IdempotentClaims.in(trials, leases, who).isPresent();
        });
  }

  /** What the claimant was given before without hearing of it. */
  private Optional<StoredTrial> before(StudyChange change, Claimant who) throws SQLException {
    Optional<StoredTrial> granted = IdempotentClaims.in(change.trials(), change.leases(), who);
    return granted.isPresent() ? granted : abandoned.unanswered(change, who);
  }

  private Optional<StoredTrial> claiming(Claimant who, Supplier<Optional<StoredTrial>> work) {
    return own.isSelf(who) ? own.claim(work) : work.get();
  }

  private <T> T write(Step<T> step) {
    return database.write(
        connection -> {
          StudyTable.Row row =
              StudyTable.nextChange(connection, study, database.clock()).orElseThrow(this::deleted);
          return step.run(new StudyChange(connection, row));
        });
  }

  private StudyTable.Row row(Connection connection) throws SQLException {
    return StudyTable.find(connection, study, database.clock()).orElseThrow(this::deleted);
  }

  private StorageException deleted() {
    return new StorageException("%s was deleted; use another study".formatted(name));
  }
}
