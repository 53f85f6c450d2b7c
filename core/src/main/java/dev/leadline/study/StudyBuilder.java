package dev.leadline.study;

import dev.leadline.early.EarlyStop;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.space.Space;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a {@link Study}. Not thread-safe. */
public final class StudyBuilder {

  final Space space;
  Direction direction = Direction.MINIMISE;
  String metric = Goal.UNNAMED;
  long seed;
  NoiseKind noise = NoiseKind.NONE;
  OptionalInt budget = OptionalInt.empty();
  boolean failedCount = true;
  List<Limit> limits = List.of();
  Optional<Goals> goals = Optional.empty();
  Optional<EarlyStop> early = Optional.empty();
  List<Trial> records = List.of();
  List<RelatedStudy> related = List.of();
  private @Nullable Strategy strategy;

  StudyBuilder(Space space) {
    this.space = space;
  }

  /** Small values are good; the default. */
  public StudyBuilder minimise() {
    return direction(Direction.MINIMISE);
  }

  /** {@link #minimise} in American spelling. */
  public StudyBuilder minimize() {
    return minimise();
  }

  /** Large values are good. */
  public StudyBuilder maximise() {
    return direction(Direction.MAXIMISE);
  }

  /** {@link #maximise} in American spelling. */
  public StudyBuilder maximize() {
    return maximise();
  }

  /** One goal with its name, by which earlier studies are matched. */
  public StudyBuilder goal(Goal goal) {
    this.metric = goal.metric();
    return direction(goal.direction());
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
  public StudyBuilder records(List<Trial> records) {
    this.records = List.copyOf(records);
    return this;
  }

  /**
   * Earlier studies of like problems to learn from: each as far as it turns out to be alike.
   *
   * @throws IllegalArgumentException if they are too many or two have one name
   */
  public StudyBuilder related(List<RelatedStudy> studies) {
    if (studies.size() > RelatedStudy.MOST) {
      throw new IllegalArgumentException(
          "expected at most %d earlier studies but got %d; keep the most alike"
              .formatted(RelatedStudy.MOST, studies.size()));
    }
    Set<String> names = new HashSet<>();
    for (RelatedStudy study : studies) {
      if (!names.add(study.name())) {
        throw new IllegalArgumentException(
            "expected earlier studies of different names but got '%s' twice; leave one out"
                .formatted(study.name()));
      }
    }
    this.related = List.copyOf(studies);
    return this;
  }

  /**
   * Builds the study.
   *
   * @throws IllegalArgumentException if a record is not of the space, or nothing can be learnt from
   *     an earlier study
   */
  public Study build() {
    return new Study(this);
  }

  /** What the study is after. */
  List<Goal> wanted() {
    return goals.map(Goals::all).orElse(List.of(new Goal(metric, direction)));
  }

  Strategy strategyOrDefault() {
    return strategy == null ? Strategies.standard() : strategy;
  }
}
