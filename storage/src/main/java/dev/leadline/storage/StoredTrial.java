package dev.leadline.storage;

import dev.leadline.early.Curve;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One trial as a store keeps it, and the steps it may take. Immutable and thread-safe.
 *
 * @param number counts from 0 in the order of suggestion
 * @param settings parameter name to value, both as text, in the order of the space
 * @param output the directory with what the trial printed, relative to the study file
 * @param attempts how often an evaluation was started; the number of the last attempt, from 1
 * @param deaths how often the process died while the trial ran, since its last result or retry
 * @param pending the earlier trials that had no result when this one was suggested; with the seed
 *     and the number that is all a suggestion depends on
 * @param curve what it reported as it went, in its last attempt
 */
public record StoredTrial(
    int number,
    Map<String, String> settings,
    StoredResult result,
    @Nullable String output,
    int attempts,
    int deaths,
    Instant created,
    List<Integer> pending,
    Curve curve) {

  /* The rules of what may follow what stand here and nowhere else: every store applies these steps
  to the row it holds. */

  public StoredTrial {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    pending = List.copyOf(pending);
  }

  /** A new trial in its first attempt. */
  static StoredTrial running(
      int number, Configuration configuration, List<Integer> pending, Instant now) {
    StoredResult open = StoredResult.open(StoredState.RUNNING);
    return begun(number, configuration, open, 1, pending, now);
  }

  /** A new trial that waits for its first attempt. */
  static StoredTrial queued(int number, Configuration configuration, Instant now) {
    StoredResult open = StoredResult.open(StoredState.QUEUED);
    return begun(number, configuration, open, 0, List.of(), now);
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
    StoredResult result =
        value == null
            ? StoredResult.failed(String.valueOf(reason), now)
            : StoredResult.done(value, measurements, now);
    return begun(number, configuration, result, 0, List.of(), now);
  }

  private static StoredTrial begun(
      int number,
      Configuration configuration,
      StoredResult result,
      int attempts,
      List<Integer> pending,
      Instant now) {
    Map<String, String> settings = texts(configuration);
    return new StoredTrial(
        number, settings, result, null, attempts, 0, now, pending, Curve.empty());
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
    if (state() == StoredState.DELETED) {
      return Optional.empty();
    }
    return configuration(space)
        .filter(space::feasible)
        .map(
            configuration ->
                switch (state()) {
                  case DONE -> Trial.completed(number, configuration, valueOrNaN(), measurements());
                  case FAILED -> Trial.failed(number, configuration, reasonOrEmpty());
                  case STOPPED ->
                      Trial.stopped(number, configuration, valueOrNaN(), reasonOrEmpty());
                  default -> Trial.running(number, configuration);
                })
        .map(record -> record.with(curve));
  }

  /** What was tried, if it is in the space; its constraints left aside. */
  public Optional<Configuration> configuration(Space space) {
    try {
      return Optional.of(space.parse(settings));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public StoredState state() {
    return result.state();
  }

  /** As {@link StoredResult#value}. */
  public @Nullable Double value() {
    return result.value();
  }

  public double valueOrNaN() {
    Double value = result.value();
    return value == null ? Double.NaN : value;
  }

  public Measurements measurements() {
    return result.measurements();
  }

  /** As {@link StoredResult#reason}. */
  public @Nullable String reason() {
    return result.reason();
  }

  public String reasonOrEmpty() {
    String reason = result.reason();
    return reason == null ? "" : reason;
  }

  /** When it got its result. */
  public @Nullable Instant finished() {
    return result.finished();
  }

  /** Starts the next attempt of a queued trial. */
  StoredTrial claimed() {
    require(state() == StoredState.QUEUED, "expected trial %d to be queued but it is not");
    return withoutResult(StoredState.RUNNING, attempts + 1, deaths);
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
    return with(StoredResult.done(newValue, further, now), attempts, 0);
  }

  /** Takes the reason why there is no value; see {@link #told}. */
  StoredTrial failed(String newReason, Instant now) {
    requireNoResult();
    return with(StoredResult.failed(newReason, now), attempts, 0);
  }

  /** Takes what a running trial has reached; what a stopped one still reports is not wanted. */
  StoredTrial reported(int step, double newValue) {
    if (state() == StoredState.STOPPED) {
      return this;
    }
    require(state().isOpen(), "trial %d has its result already");
    try {
      return with(curve.with(step, newValue));
    } catch (IllegalArgumentException e) {
      throw new RefusedException("trial %d: %s".formatted(number, e.getMessage()));
    }
  }

  /** The early end of an open trial. */
  StoredTrial stopped(double expected, String why, Instant now) {
    require(state().isOpen(), "trial %d has its result already");
    return with(StoredResult.stopped(expected, why, now), attempts, 0);
  }

  /** The next attempt of a running trial: a machine died under it, but not its session. */
  StoredTrial restarted() {
    require(state() == StoredState.RUNNING, "expected trial %d to be running but it is not");
    return withoutResult(StoredState.RUNNING, attempts + 1, deaths + 1);
  }

  /** Back to the queue, because its session stopped in good order. */
  StoredTrial released() {
    return withoutResult(StoredState.QUEUED, attempts, deaths);
  }

  /** Back to the queue, because its session died; given up if that happened too often. */
  StoredTrial orphaned(OptionalInt maxDeaths, Instant now) {
    int died = deaths + 1;
    return maxDeaths.isPresent() && died >= maxDeaths.getAsInt()
        ? with(
            StoredResult.failed("leadline died %d times while it ran".formatted(died), now),
            attempts,
            died)
        : withoutResult(StoredState.QUEUED, attempts, died);
  }

  /** Back to the queue, because whoever looks after the study wants it tried once more. */
  StoredTrial retried() {
    require(
        state() == StoredState.FAILED,
        "expected a failed trial but trial %d is not; only failed trials can be tried again");
    return withoutResult(StoredState.QUEUED, attempts, 0);
  }

  /** Out of the study; a value it had is kept for the record. */
  StoredTrial deleted(String why, Instant now) {
    require(state() != StoredState.DELETED, "trial %d is deleted already");
    return with(result.deleted(why, now), attempts, deaths);
  }

  StoredTrial withSettings(Map<String, String> all) {
    return new StoredTrial(number, all, result, output, attempts, deaths, created, pending, curve);
  }

  StoredTrial withOutput(String directory) {
    return new StoredTrial(
        number, settings, result, directory, attempts, deaths, created, pending, curve);
  }

  private StoredTrial with(Curve reported) {
    return new StoredTrial(
        number, settings, result, output, attempts, deaths, created, pending, reported);
  }

  private StoredTrial with(StoredResult newResult, int newAttempts, int newDeaths) {
    return new StoredTrial(
        number, settings, newResult, output, newAttempts, newDeaths, created, pending, curve);
  }

  private StoredTrial withoutResult(StoredState newState, int newAttempts, int newDeaths) {
    return with(StoredResult.open(newState), newAttempts, newDeaths).with(Curve.empty());
  }

  private void requireNoResult() {
    require(state() != StoredState.DELETED, "trial %d was deleted");
    boolean isGivenUp = state() == StoredState.FAILED && deaths > 0;
    require(
        state().isOpen() || state() == StoredState.STOPPED || isGivenUp,
        "trial %d has its result already");
  }

  private void require(boolean isMet, String sentence) {
    if (!isMet) {
      throw new RefusedException(sentence.formatted(number));
    }
  }
}
