package dev.leadline.storage;

import dev.leadline.early.Curve;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A trial with what a store knows of it besides, and the steps it may take. Immutable and
 * thread-safe.
 *
 * @param trial as the study knows it; a queued one runs, of a deleted one the value is left
 * @param deletion why it was taken out of the study; present if it was
 * @param output the directory with what the trial printed, relative to the study file
 * @param attempts how often an evaluation was started; the number of the last attempt, from 1
 * @param deaths how often the process died while the trial ran, since its last result or retry
 * @param finished when it got its result, or was deleted without one; absent while it is open
 */
public record StoredTrial(
    Trial trial,
    StoredState state,
    @Nullable String deletion,
    @Nullable String output,
    int attempts,
    int deaths,
    Instant created,
    @Nullable Instant finished) {

  /* The rules of what may follow what stand here and nowhere else: every store applies these steps
  to the trial it holds. */

  public StoredTrial {
    boolean isDeleted = state == StoredState.DELETED;
    if (!fits(trial.state(), state) || isDeleted != (deletion != null)) {
      throw new IllegalArgumentException(
          "expected a value if done or stopped and a reason if failed, stopped or deleted but trial %d is %s and %s with the reason %s"
              .formatted(trial.number(), state, trial.state(), deletion));
    }
  }

  private static boolean fits(TrialState inStudy, StoredState state) {
    return switch (state) {
      case QUEUED, RUNNING -> inStudy == TrialState.RUNNING;
      case DONE -> inStudy == TrialState.COMPLETED;
      case FAILED -> inStudy == TrialState.FAILED;
      case STOPPED -> inStudy == TrialState.STOPPED;
      case DELETED -> inStudy == TrialState.RUNNING || inStudy == TrialState.COMPLETED;
    };
  }

  /** A new trial in its first attempt. */
  static StoredTrial running(
      int number, Configuration configuration, List<Integer> pending, Instant now) {
    Trial trial =
        new Trial(
            number,
            configuration,
            TrialState.RUNNING,
            Double.NaN,
            "",
            Measurements.none(),
            Curve.empty(),
            OptionalDouble.empty(),
            pending);
    return begun(trial, StoredState.RUNNING, 1, now, null);
  }

  /** A new trial that waits for its first attempt. */
  static StoredTrial queued(int number, Configuration configuration, Instant now) {
    return begun(Trial.running(number, configuration), StoredState.QUEUED, 0, now, null);
  }

  /** A trial that was evaluated elsewhere, without further measurements. */
  static StoredTrial observed(
      int number,
      Configuration configuration,
      @Nullable Double value,
      @Nullable String reason,
      Instant now) {
    return observed(number, configuration, value, Measurements.none(), reason, now);
  }

  /** A trial that was evaluated elsewhere: a value, or a reason why there is none. */
  static StoredTrial observed(
      int number,
      Configuration configuration,
      @Nullable Double value,
      Measurements measurements,
      @Nullable String reason,
      Instant now) {
    Trial trial = Trial.running(number, configuration);
    return value == null
        ? begun(
            trial.failed(StoredText.of(String.valueOf(reason))), StoredState.FAILED, 0, now, now)
        : begun(trial.told(value, stored(measurements)), StoredState.DONE, 0, now, now);
  }

  private static StoredTrial begun(
      Trial trial, StoredState state, int attempts, Instant now, @Nullable Instant finished) {
    return new StoredTrial(trial, state, null, null, attempts, 0, now, finished);
  }

  private static Measurements stored(Measurements measurements) {
    Measurements stored = Measurements.none();
    for (Map.Entry<String, Double> metric : measurements.values().entrySet()) {
      stored = stored.with(StoredText.of(metric.getKey()), metric.getValue());
    }
    return stored;
  }

  /** A configuration as text, in order; {@link Space#parse} reads it back. */
  public static Map<String, String> texts(Configuration configuration) {
    Map<String, String> texts = new LinkedHashMap<>();
    configuration.values().forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  /**
   * The trial as a study takes it: one that is queued is still to be evaluated. A study knows
   * nothing of those that are deleted, nor of those that its space or its constraints left behind
   * when they were changed.
   */
  public Optional<Trial> record(Space space) {
    return state == StoredState.DELETED
        ? Optional.empty()
        : configuration(space).filter(space::feasible).map(trial::at);
  }

  /** What was tried, if it is in the space; its constraints left aside. */
  public Optional<Configuration> configuration(Space space) {
    try {
      return Optional.of(space.conform(trial.configuration()));
    } catch (IllegalArgumentException e) {
      return parsed(space);
    }
  }

  /** Options that were texts may have become numbers. */
  private Optional<Configuration> parsed(Space space) {
    try {
      return Optional.of(space.parse(settings()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public int number() {
    return trial.number();
  }

  /** Parameter name to value, both as text, in the order of the space. */
  public Map<String, String> settings() {
    return texts(trial.configuration());
  }

  /**
   * In the user's units; there if it is done, or was when it was deleted, or expected if stopped.
   */
  public @Nullable Double value() {
    return Double.isNaN(trial.value()) ? null : trial.value();
  }

  public double valueOrNaN() {
    return trial.value();
  }

  public Measurements measurements() {
    return trial.measurements();
  }

  /** Why there is no value of its own; there if it failed, was stopped or deleted. */
  public @Nullable String reason() {
    boolean isReasoned = state == StoredState.FAILED || state == StoredState.STOPPED;
    return isReasoned ? trial.reason() : deletion;
  }

  public String reasonOrEmpty() {
    String reason = reason();
    return reason == null ? "" : reason;
  }

  public Curve curve() {
    return trial.curve();
  }

  public List<Integer> pending() {
    return trial.pending();
  }

  /** Starts the next attempt of a queued trial. */
  StoredTrial claimed() {
    require(state == StoredState.QUEUED, "expected trial %d to be queued but it is not");
    return open(StoredState.RUNNING, attempts + 1, deaths);
  }

  StoredTrial told(double newValue, Instant now) {
    return told(newValue, Measurements.none(), now);
  }

  /**
   * Takes the value of an open trial, or of one that was given up or stopped: who tells it knows
   * better.
   */
  StoredTrial told(double newValue, Measurements further, Instant now) {
    requireNoResult();
    return ended(trial.told(newValue, stored(further)), StoredState.DONE, 0, now);
  }

  /** Takes the reason why there is no value; see {@link #told}. */
  StoredTrial failed(String reason, Instant now) {
    requireNoResult();
    return ended(trial.failed(StoredText.of(reason)), StoredState.FAILED, 0, now);
  }

  /** Takes what a running trial has reached; what a stopped one still reports is not wanted. */
  StoredTrial reported(int step, double newValue) {
    if (state == StoredState.STOPPED) {
      return this;
    }
    require(state.isOpen(), "trial %d has its result already");
    try {
      Trial reported = trial.with(curve().with(step, newValue));
      return new StoredTrial(
          reported, state, deletion, output, attempts, deaths, created, finished);
    } catch (IllegalArgumentException e) {
      throw new RefusedException("trial %d: %s".formatted(number(), e.getMessage()));
    }
  }

  /** The early end of an open trial. */
  StoredTrial stopped(double expected, String why, Instant now) {
    require(state.isOpen(), "trial %d has its result already");
    return ended(trial.stopped(expected, StoredText.of(why)), StoredState.STOPPED, 0, now);
  }

  /** The next attempt of a running trial: a machine died under it, but not its session. */
  StoredTrial restarted() {
    require(state == StoredState.RUNNING, "expected trial %d to be running but it is not");
    return open(StoredState.RUNNING, attempts + 1, deaths + 1);
  }

  /** Back to the queue, because its session stopped in good order. */
  StoredTrial released() {
    return open(StoredState.QUEUED, attempts, deaths);
  }

  /** Back to the queue, because its session died; given up if that happened too often. */
  StoredTrial orphaned(OptionalInt maxDeaths, Instant now) {
    int died = deaths + 1;
    if (maxDeaths.isEmpty() || died < maxDeaths.getAsInt()) {
      return open(StoredState.QUEUED, attempts, died);
    }
    String reason = "leadline died %d times while it ran".formatted(died);
    return ended(trial.failed(reason), StoredState.FAILED, died, now);
  }

  /** Back to the queue, because whoever looks after the study wants it tried once more. */
  StoredTrial retried() {
    require(
        state == StoredState.FAILED,
        "expected a failed trial but trial %d is not; only failed trials can be tried again");
    return open(StoredState.QUEUED, attempts, 0);
  }

  /** Out of the study; a value it had is kept for the record. */
  StoredTrial deleted(String why, Instant now) {
    require(state != StoredState.DELETED, "trial %d is deleted already");
    Trial left =
        Double.isNaN(trial.value())
            ? trial.reopened().with(curve())
            : trial.told(trial.value(), measurements());
    String reason = StoredText.of(why);
    Instant ended = finished == null ? now : finished;
    return new StoredTrial(
        left, StoredState.DELETED, reason, output, attempts, deaths, created, ended);
  }

  StoredTrial withOutput(String directory) {
    return new StoredTrial(trial, state, deletion, directory, attempts, deaths, created, finished);
  }

  private StoredTrial ended(Trial result, StoredState newState, int newDeaths, Instant now) {
    return new StoredTrial(result, newState, null, output, attempts, newDeaths, created, now);
  }

  private StoredTrial open(StoredState newState, int newAttempts, int newDeaths) {
    return new StoredTrial(
        trial.reopened(), newState, null, output, newAttempts, newDeaths, created, null);
  }

  private void requireNoResult() {
    require(state != StoredState.DELETED, "trial %d was deleted");
    boolean isGivenUp = state == StoredState.FAILED && deaths > 0;
    require(
        state.isOpen() || state == StoredState.STOPPED || isGivenUp,
        "trial %d has its result already");
  }

  private void require(boolean isMet, String sentence) {
    if (!isMet) {
      throw new RefusedException(sentence.formatted(number()));
    }
  }
}
