package dev.leadline.storage;

import dev.leadline.storage.Combiner.Request;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A session on a study in a database. Thread-safe. */
final class DatabaseStore implements StudyStore {

  /* Whoever changes a study takes its row first. So the changes stand in one line, the budget is counted by one at a time, and who
  asks for what changed since number n misses nothing. Steps that wait for each other become one transaction: it takes the row, reads
  what others changed since the cache was filled, if they did, does the steps on the cache and writes all of their trials at once. */

  private enum Kind {
    LOOK,
    /** Writes that somebody lives, which is no change of the study. */
    SIGN,
    CHANGE
  }

  private interface Work<T> {
    T run(StudyChange change) throws SQLException;
  }

  /** A step that waits to be done. */
  private static final class Step<T> extends Request<T> {
    private final Kind kind;
    private final Work<T> work;

    Step(Kind kind, Work<T> work) {
      this.kind = kind;
      this.work = work;
    }

    void run(StudyChange change) throws SQLException {
      try {
        answer(work.run(change));
      } catch (RuntimeException e) {
        fail(e);
      }
    }
  }

  private final Database database;
  private final long study;
  private final String name;
  private final List<String> changes;
  private final OwnClaims own;
  private final Runnable afterwards;
  private final Combiner<Step<?>> steps = new Combiner<>(this::runAll);
  private final StudyCache cache = new StudyCache(); // used by the steps
  private final List<Consumer<StoredTrial>> followers = new ArrayList<>(); // used by the steps
  private @Nullable Instant created; // used by the steps
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
    this.afterwards = afterwards;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StudyHeader header() {
    return look(StudyChange::header);
  }

  @Override
  public List<String> changes() {
    return changes;
  }

  @Override
  public List<StoredTrial> trials() {
    return changesSince(-1).trials();
  }

  @Override
  public Changes changesSince(long change) {
    return look(now -> new Changes(cache.change(), now.header(), now.phase(), cache.since(change)));
  }

  @Override
  public void follow(Consumer<StoredTrial> follower) {
    look(
        now -> {
          followers.add(follower);
          cache.since(-1).forEach(cache::put); // all of it is news
          return true;
        });
  }

  @Override
  public List<Lease> leases() {
    return database.read(connection -> new TrialTable(connection, study).leases());
  }

  @Override
  public Claimant self() {
    return own.self();
  }

  @Override
  public Optional<StoredTrial> claim(Claimant who) {
    boolean isAny =
        look(
            now -> {
              now.phase().requireOpen();
              return now.trials().firstQueued().isPresent()
                  || before(now, who).isPresent()
                  || !now.orphans(database::isDead).isEmpty();
            });
    return isAny
        ? claiming(who, () -> write(change -> claim(change, who))).map(TrialRow::trial)
        : Optional.empty();
  }

  private Optional<TrialRow> claim(StudyChange change, Claimant who) throws SQLException {
    change.phase().requireOpen();
    Optional<TrialRow> before = before(change, who);
    if (before.isPresent()) {
      return before.map(row -> isUnanswered(row, who) ? change.claimAgain(row, who) : row);
    }
    change.requeue(change.orphans(database::isDead));
    return change.claim(who);
  }

  private Optional<TrialRow> claiming(Claimant who, Supplier<Optional<TrialRow>> work) {
    return own.isSelf(who)
        ? own.claim(work, claimed -> claimed.stream().map(TrialRow::number).toList())
        : work.get();
  }

  /** What the claimant was given before without hearing of it. */
  private Optional<TrialRow> before(StudyChange change, Claimant who) {
    return change
        .granted(who)
        .or(() -> change.heldBy(who).stream().filter(row -> isUnanswered(row, who)).findFirst());
  }

  /** Whether the answer to a claim of this session never came, because the connection broke. */
  private boolean isUnanswered(TrialRow row, Claimant who) {
    return own.isSelf(who)
        && row.trial().state() == StoredState.RUNNING
        && !own.isKnown(row.number());
  }

  @Override
  public int add(List<StoredTrial> trials, List<Claimant> who) {
    Supplier<Integer> work = () -> write(change -> change.insert(trials, who));
    boolean isClaim = trials.get(0).state() == StoredState.RUNNING;
    return isClaim && who.stream().anyMatch(own::isSelf)
        ? own.claim(
            work,
            added ->
                IntStream.range(0, added)
                    .filter(i -> own.isSelf(who.get(i)))
                    .mapToObj(i -> trials.get(i).number())
                    .toList())
        : work.get();
  }

  @Override
  public int append(IntFunction<StoredTrial> trial, Claimant who) {
    return write(
        change -> {
          Optional<TrialRow> granted = change.granted(who);
          int number = granted.map(TrialRow::number).orElse(change.trials().size());
          if (granted.isEmpty()) {
            change.insert(List.of(trial.apply(number)), List.of(who));
          }
          return number;
        });
  }

  @Override
  public TrialRow change(int number, UnaryOperator<StoredTrial> step) {
    boolean isOwn = own.ending(number);
    boolean isRunning = isOwn;
    try {
      TrialRow after = write(change -> change.put(step.apply(change.find(number).trial())));
      isRunning = after.trial().state() == StoredState.RUNNING;
      return after;
    } finally {
      if (isOwn) {
        own.ended(number, isRunning);
      }
    }
  }

  @Override
  public Set<Integer> renew(Claimant who) {
    return run(
        Kind.SIGN,
        change -> {
          Set<Integer> held = new TreeSet<>();
          for (TrialRow row : change.heldBy(who)) {
            if (!isUnanswered(row, who)) {
              change.sign(row, row.lease().orElseThrow().renewed(who, change.now()));
              held.add(row.number());
            }
          }
          return held;
        });
  }

  @Override
  public void requeueAbandoned() {
    if (look(now -> !now.orphans(database::isDead).isEmpty())) {
      write(change -> change.requeue(change.orphans(database::isDead)));
    }
  }

  @Override
  public void release(Claimant who) {
    if (database.read(this::row).isPresent()) { // or it was deleted
      write(change -> change.release(change.heldBy(who)));
    }
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
    write(change -> change.attach(attachment));
  }

  @Override
  public void note(String sentence) {
    write(change -> change.note(sentence));
  }

  @Override
  public int room() {
    return look(StudyChange::room);
  }

  @Override
  public Turn turn() {
    return database.turn(study);
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

  private <T> T look(Work<T> work) {
    return run(Kind.LOOK, work);
  }

  private <T> T write(Work<T> work) {
    return run(Kind.CHANGE, work);
  }

  private <T> T run(Kind kind, Work<T> work) {
    Step<T> step = new Step<>(kind, work);
    steps.run(step);
    return step.result();
  }

  /** Steps that cannot be kept together are tried one by one, so that each has its own answer. */
  private void runAll(List<Step<?>> all) {
    try {
      runTogether(all);
    } catch (StorageException e) {
      if (all.size() == 1 || e.isUnreachable()) {
        throw e;
      }
      for (Step<?> step : all) {
        try {
          runTogether(List.of(step));
        } catch (StorageException alone) {
          step.fail(alone);
        }
      }
    }
  }

  private void runTogether(List<Step<?>> all) {
    int more = all.stream().anyMatch(step -> step.kind == Kind.CHANGE) ? 1 : 0;
    boolean isKept = false;
    try {
      if (all.stream().allMatch(step -> step.kind == Kind.LOOK)) {
        database.read(connection -> runAll(all, connection, row(connection), more));
      } else {
        database.write(
            connection ->
                runAll(
                    all,
                    connection,
                    StudyTable.lock(connection, study, database.clock(), more),
                    more));
      }
      isKept = true;
    } finally {
      if (!isKept) {
        cache.clear();
      }
    }
    List<TrialRow> news = cache.takeNews();
    followers.forEach(follower -> news.forEach(row -> follower.accept(row.trial())));
  }

  /**
   * Does the steps; those that look see what the others do, as their change has the same number.
   */
  private boolean runAll(
      List<Step<?>> all, Connection connection, Optional<StudyTable.Row> row, int more)
      throws SQLException {
    StudyChange change = change(connection, row.orElseThrow(this::deleted), more);
    for (Step<?> step : all) {
      if (step.kind != Kind.LOOK) {
        step.run(change);
      }
    }
    for (Step<?> step : all) {
      if (step.kind == Kind.LOOK) {
        step.run(change);
      }
    }
    change.flush();
    return true;
  }

  /** The study as it stands in the database, whatever others did. */
  private StudyChange change(Connection connection, StudyTable.Row row, int more)
      throws SQLException {
    StudyEntry entry = row.entry();
    if (created != null && !created.equals(entry.created())) {
      throw deleted(); // and there is another one in its place
    }
    created = entry.created();
    List<TrialRow> newer =
        entry.change() - more > cache.change()
            ? new TrialTable(connection, study).changedSince(cache.change())
            : List.of();
    cache.learn(newer, entry.change());
    return new StudyChange(connection, row, cache);
  }

  private Optional<StudyTable.Row> row(Connection connection) throws SQLException {
    return StudyTable.find(connection, study, database.clock());
  }

  private StorageException deleted() {
    return new StorageException("%s was deleted; use another study".formatted(name));
  }
}
