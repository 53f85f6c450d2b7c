package dev.leadline.study;

import dev.leadline.early.EarlyStop;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.space.Space;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a {@link Study}. Not thread-safe. */
public final class StudyBuilder {

  final Space space;
  Direction direction = Direction.MINIMISE;
  long seed;
  NoiseKind noise = NoiseKind.NONE;
  OptionalInt budget = OptionalInt.empty();
  boolean failedCount = true;
  List<Limit> limits = List.of();
  Optional<Goals> goals = Optional.empty();
  Optional<EarlyStop> early = Optional.empty();
  List<TrialRecord> records = List.of();
  private @Nullable Strategy strategy;

  StudyBuilder(Space space) {
    this.space = space;
  }

  /** Small values are good; the default. */
  public StudyBuilder minimise() {
    return direction(Direction.MINIMISE);
  }

  /** Large values are good. */
  public StudyBuilder maximise() {
    return direction(Direction.MAXIMISE);
  }

  public StudyBuilder direction(Direction direction) {
    this.direction = direction;
    return this;
  }

  /** The seed of all randomness; 0 unless given. */
  public StudyBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** What is measured besides the value has to keep these; a result must have all of it. */
  public StudyBuilder limits(List<Limit> limits) {
    this.limits = List.copyOf(limits);
    return this;
  }

  /** Several goals in the place of one; the first is the value of a trial. */
  public StudyBuilder goals(Goals goals) {
    this.goals = Optional.of(goals);
    return direction(goals.first().direction());
  }

  /** What picks configurations; the study closes it. {@link Strategies#standard} unless given. */
  public StudyBuilder strategy(Strategy strategy) {
    this.strategy = strategy;
    return this;
  }

  /** Whether values repeat; {@link NoiseKind#NONE} unless given. */
  public StudyBuilder noise(NoiseKind noise) {
    this.noise = noise;
    return this;
  }

  /** The number of trials that will be spent: a hint that shortens the initial design. */
  public StudyBuilder budget(int trials) {
    if (trials < 1) {
      throw new IllegalArgumentException("expected a budget of 1 trial or more but got " + trials);
    }
    this.budget = OptionalInt.of(trials);
    this.failedCount = true;
    return this;
  }

  /** The number of trials that will be spent, those that fail not counted: see {@link #budget}. */
  public StudyBuilder budgetWithoutFailed(int trials) {
    budget(trials);
    this.failedCount = false;
    return this;
  }

  /** Which trials are ended early by what they {@link Study#report}; none unless given. */
  public StudyBuilder early(EarlyStop early) {
    this.early = Optional.of(early);
    return this;
  }

  /** The trials of an earlier run, to be continued as if it had not been interrupted. */
  public StudyBuilder records(List<TrialRecord> records) {
    this.records = List.copyOf(records);
    return this;
  }

  /**
   * Builds the study.
   *
   * @throws IllegalArgumentException if a record is not of the space
   */
  public Study build() {
    return new Study(this);
  }

  Strategy strategyOrDefault() {
    return strategy == null ? Strategies.standard() : strategy;
  }
}
