package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Where one study is kept. Thread-safe.
 *
 * <p>Every call happens whole or not at all, also beside other processes, and survives a kill of
 * the process and a loss of power once it has returned. Calls that come at the same time may share
 * a transaction.
 *
 * <p>An open store is a session; any number of them, of any number of processes, may be open on one
 * study. A trial that is claimed belongs to its {@link Claimant} until it has a result, is
 * released, or the claim runs out because there was no sign of life. Then the trial is queued
 * again, or given up if that happened too often. A session gives signs of life for what it claimed
 * itself; whoever claims for others renews for them. A result that comes after the claim ran out is
 * taken as long as there is no other.
 */
public interface StudyStore extends AutoCloseable {

  /** A session of a new study that is gone when it is closed. */
  static StudyStore inMemory(StudyHeader header) {
    DatabaseStudies studies = DatabaseStudies.inMemory();
    return studies.open(SqliteDatabase.OWN_STUDY, header, studies::close);
  }

  /** Where the study is, as messages name it. */
  String name();

  StudyHeader header();

  /** What this session changed of what the study is about, one sentence each. */
  List<String> changes();

  /** All trials by number, without a gap. */
  List<StoredTrial> trials();

  /**
   * What changed since an earlier look.
   *
   * @param change what {@link Changes#change} said then; a negative number asks for everything
   */
  Changes changesSince(long change);

  /**
   * Lets somebody hear of every trial: as it stands now, and then whenever this session learns that
   * it changed, in that order. It is told before the call by which the session learns returns.
   */
  void follow(Consumer<StoredTrial> follower);

  /** The claims of the running trials as they stand now: signs of life move them on. */
  List<Lease> leases();

  /** This session as one that evaluates trials. */
  Claimant self();

  /**
   * Claims the first queued trial, among them those whose claim ran out: its next attempt begins.
   *
   * @return the trial, running, or the one that was granted under this request before; empty if
   *     none is queued
   * @throws NoTrialLeftException if the study is paused or has ended
   */
  Optional<StoredTrial> claim(Claimant who);

  /** Claims the first queued trial for this session. */
  default Optional<StoredTrial> claim() {
    return claim(self());
  }

  /**
   * Adds trials under their numbers, as many as the budget has room for; running ones are claimed.
   *
   * @param trials all running, or none
   * @param who asks for each
   * @return how many; none if the first number is not the next one, or one was granted under a
   *     request before: another was faster, look again
   * @throws NoTrialLeftException if they are still to be evaluated and there is room for none, or
   *     they are to run and the study is paused or has ended
   */
  int add(List<StoredTrial> trials, List<Claimant> who);

  /** Adds a trial under its number; see {@link #add(List, List)}. */
  default boolean add(StoredTrial trial, Claimant who) {
    return add(List.of(trial), List.of(who)) == 1;
  }

  /** Adds a trial under its number; one that is running is claimed by this session. */
  default boolean add(StoredTrial trial) {
    return add(trial, self());
  }

  /**
   * Adds a trial under the next number, once for each request.
   *
   * @return the number
   * @throws NoTrialLeftException if it is still to be evaluated and there is no room for it
   */
  int append(IntFunction<StoredTrial> trial, Claimant who);

  /**
   * Takes a sign of life: the claims last as long again.
   *
   * @return the trials that still belong to the claimant; what it had besides is lost
   */
  Set<Integer> renew(Claimant who);

  /**
   * Says who is to hear of trials that this session claimed for itself and that no longer belong to
   * it for sure: their evaluation must stop at once, because others may begin. It is called on a
   * thread of its own.
   */
  void onLost(Consumer<Set<Integer>> listener);

  /** Queues again, or gives up, the trials whose claims ran out; {@link #claim} does so, too. */
  void requeueAbandoned();

  /** Queues again what a claimant holds, because it stops in good order. */
  void release(Claimant who);

  /**
   * Lets a trial take a step, such as {@link StoredTrial#told}.
   *
   * @return the trial after it
   * @throws RefusedException if there is no such trial, or as the step says
   */
  TrialRow change(int number, UnaryOperator<StoredTrial> step);

  /** The texts that the study keeps beside its trials, in the order in which they came. */
  List<Attachment> attachments();

  /** Keeps a text. */
  void attach(Attachment attachment);

  /** Adds a sentence to what the study remembers, unless it is there. */
  void note(String sentence);

  /** How many trials more the budget of the study allows at this moment. */
  int room();

  default boolean hasRoom() {
    return room() > 0;
  }

  /**
   * Waits until no other session of the study has its turn; it ends when it is closed, by the same
   * thread. It saves the others from making suggestions of which only one is taken; nothing else
   * depends on it.
   */
  Turn turn();

  /** A turn to suggest. */
  interface Turn extends AutoCloseable {

    @Override
    void close();
  }

  /** What tells this session from every other one. */
  default String token() {
    return self().token();
  }

  /** Ends the session; trials that it claimed for itself are queued again. */
  @Override
  void close();
}
