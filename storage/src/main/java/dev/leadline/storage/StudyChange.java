package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What may be done to a study inside a transaction that holds its row. For one thread.
 *
 * <p>A step checks first and puts then, so that one that is refused has done nothing.
 */
final class StudyChange {

  /* Nobody else can change the study meanwhile, so the cache is the study as it stands. What is put goes there at once and to the
  database at the end, all trials in one statement. */

  private final Connection connection;
  private final StudyTable.Row study;
  private final StudyCache cache;
  private StudyHeader header;
  private final Map<Integer, TrialRow> written = new LinkedHashMap<>();

  StudyChange(Connection connection, StudyTable.Row study, StudyCache cache) {
    this.connection = connection;
    this.study = study;
    this.cache = cache;
    this.header = study.entry().header();
  }

  StudyHeader header() {
    return header;
  }

  StudyPhase phase() {
    return study.entry().phase();
  }

  Instant now() {
    return study.now();
  }

  StudyCache trials() {
    return cache;
  }

  TrialRow find(int number) {
    return cache.find(number).orElseThrow(() -> RefusedException.noTrial(number));
  }

  TrialRow put(StoredTrial trial) {
    return put(trial, Optional.empty(), Optional.empty());
  }

  /** A sign of life, which is no change of the trial. */
  void sign(TrialRow row, Lease renewed) {
    put(new TrialRow(row.trial(), row.changed(), Optional.empty(), Optional.of(renewed)));
  }

  /**
   * Adds trials, those that are running with their claims, as many as the budget has room for.
   *
   * @return how many; none if the first number is not the next one, or a request was granted before
   */
  int insert(List<StoredTrial> trials, List<Claimant> who) throws SQLException {
    if (trials.get(0).state() == StoredState.RUNNING) {
      phase().requireOpen();
    }
    if (trials.get(0).number() != cache.size()
        || who.stream().anyMatch(each -> granted(each).isPresent())) {
      return 0;
    }
    for (int i = 0; i < trials.size(); i++) {
      StoredTrial trial = trials.get(i);
      if (trial.state().isOpen() && room() < 1) {
        if (i == 0) {
          throw header.budget().orElseThrow().spent();
        }
        return i;
      }
      freeRequest(who.get(i));
      boolean isClaimed = trial.state() == StoredState.RUNNING;
      Lease lease = Lease.begin(trial.number(), who.get(i), now());
      put(trial, who.get(i).request(), Optional.of(lease).filter(claim -> isClaimed));
    }
    return trials.size();
  }

  /** How many trials more the budget allows. */
  int room() {
    return header.budget().map(budget -> budget.room(cache::count)).orElse(Integer.MAX_VALUE);
  }

  /** Begins the next attempt of the first trial that is queued, if one is. */
  Optional<TrialRow> claim(Claimant who) throws SQLException {
    Optional<TrialRow> queued = cache.firstQueued();
    if (queued.isPresent()) {
      freeRequest(who);
      Lease lease = Lease.begin(queued.get().number(), who, now());
      put(queued.get().trial().claimed(), who.request(), Optional.of(lease));
    }
    return queued.map(before -> find(before.number()));
  }

  /** Gives a trial that a claimant holds to it once more. */
  TrialRow claimAgain(TrialRow row, Claimant who) {
    sign(row, Lease.begin(row.number(), who, now()));
    return find(row.number());
  }

  /**
   * The trial that was granted to a claimant under the request that it makes again, as long as that
   * is its own or has a result.
   */
  Optional<TrialRow> granted(Claimant who) {
    return who.request()
        .flatMap(cache::requested)
        .filter(
            row ->
                switch (row.trial().state()) {
                  case RUNNING -> row.lease().filter(lease -> lease.isHeldBy(who)).isPresent();
                  case DONE, FAILED, STOPPED -> true;
                  case QUEUED, DELETED -> false;
                });
  }

  /** The running trials of a claimant. */
  List<TrialRow> heldBy(Claimant who) {
    return cache.running().stream()
        .filter(row -> row.lease().filter(lease -> lease.isHeldBy(who)).isPresent())
        .toList();
  }

  /** The running trials that nobody evaluates any more. */
  List<TrialRow> orphans(Predicate<String> isDead) throws SQLException {
    if (cache.running().stream().noneMatch(row -> isOrphan(row, isDead))) {
      return List.of();
    }
    // Other sessions gave signs of life that are no change, so they are looked at again.
    for (Lease lease : new TrialTable(connection, study.id()).leases()) {
      TrialRow row = find(lease.trial());
      cache.put(new TrialRow(row.trial(), row.changed(), row.request(), Optional.of(lease)));
    }
    return cache.running().stream().filter(row -> isOrphan(row, isDead)).toList();
  }

  /** Queues again, or gives up, what the dead have left. */
  List<TrialRow> requeue(List<TrialRow> orphans) {
    return orphans.stream()
        .map(row -> put(row.trial().orphaned(header.maxDeaths(), now())))
        .toList();
  }

  /** Queues again what somebody stops to work on in good order. */
  List<TrialRow> release(List<TrialRow> held) {
    return held.stream().map(row -> put(row.trial().released())).toList();
  }

  private boolean isOrphan(TrialRow row, Predicate<String> isDead) {
    return row.lease().isEmpty()
        || row.lease().get().hasRunOut(now())
        || isDead.test(row.lease().get().token());
  }

  int note(String sentence) throws SQLException {
    header = header.noted(sentence);
    return StudyTable.put(connection, study.id(), header);
  }

  int attach(Attachment attachment) throws SQLException {
    return new AttachmentTable(connection, study.id()).add(attachment);
  }

  /** Writes what was put. */
  void flush() throws SQLException {
    new TrialTable(connection, study.id()).put(List.copyOf(written.values()));
  }

  private TrialRow put(StoredTrial trial, Optional<String> request, Optional<Lease> lease) {
    return put(new TrialRow(trial, study.entry().change(), request, lease));
  }

  private TrialRow put(TrialRow row) {
    TrialRow whole = cache.find(row.number()).map(row::over).orElse(row);
    cache.put(whole);
    written.merge(row.number(), row, (before, after) -> after.over(before));
    return whole;
  }

  /** Lets no trial have the key of a request, so that another one can. */
  private void freeRequest(Claimant who) throws SQLException {
    Optional<TrialRow> owner = who.request().flatMap(cache::requested);
    if (owner.isPresent()) {
      new TrialTable(connection, study.id()).freeRequest(who.request().orElseThrow());
      cache.put(owner.get().withoutRequest());
      written.computeIfPresent(owner.get().number(), (number, row) -> row.withoutRequest());
    }
  }
}
