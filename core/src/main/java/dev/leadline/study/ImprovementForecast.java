package dev.leadline.study;

import dev.leadline.space.SignificantDigits;
import dev.leadline.space.SpaceExhaustedException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What is still to be expected of a study: the chance that its next ten trials better the best
 * value by more than some share of the range. Immutable and thread-safe.
 *
 * <p>The range is the way from where the study began, the median of its first ten values, to its
 * best value.
 */
public final class ImprovementForecast {

  /* The expected improvement says what one more trial would bring if the model were right. What ten bring is read off what
  it was worth so far: a logistic regression on its ratio to the threshold, on how often the last ten trials bettered the
  best value by as much, and on the numbers of trials and of coordinates, all but the counts of gains as logarithms. The weights were fitted on functions and recorded
  programs outside the 38 tasks on which benchmarks/2026-11-16-stated-chances measures how right they are. Shares from a
  thousandth to a tenth were fitted; beyond them the chance is an extrapolation. */

  /** A hundredth of the range: the share by which a further improvement counts as one. */
  public static final double SMALL = 0.01;

  /** The trials ahead, and those behind, that count. */
  public static final int TRIALS = 10;

  private static final double CONSTANT = -0.572;
  private static final double PER_RATIO = 1.021;
  private static final double PER_GAINS = 0.964;
  private static final double PER_TRIALS = -0.382;
  private static final double PER_COORDINATES = 0.768;
  private static final double LEAST_RATIO = -4;
  private static final double MOST_RATIO = 2;

  /** Stands for the value of a trial that is beyond a limit: worse than all others. */
  private static final double NONE = Double.POSITIVE_INFINITY;

  private static final double FINEST = 1e-4;
  private static final double COARSEST = 3;
  private static final int PARTS = 200;

  private final double range;
  private final double expectedImprovement;
  private final double[] recentGains;
  private final double offset;

  private ImprovementForecast(
      double[] best, double range, double expectedImprovement, int dimensions) {
    this.range = range;
    this.expectedImprovement = expectedImprovement;
    this.recentGains =
        IntStream.range(Math.max(1, best.length - TRIALS), best.length)
            .mapToDouble(i -> best[i - 1] - best[i])
            .toArray();
    this.offset =
        CONSTANT + PER_TRIALS * Math.log(best.length) + PER_COORDINATES * Math.log(dimensions);
  }

  /**
   * What is to be expected of a study as it stands, which takes as long as a suggestion; empty
   * before it has ten values, where all are equal, or where no model suggests.
   */
  public static Optional<ImprovementForecast> of(Study study) {
    try {
      return of(study, study.suggest().expectedImprovement());
    } catch (SpaceExhaustedException e) {
      return of(study, OptionalDouble.of(0));
    }
  }

  /** The same, with what the model expects of the next trial in the user's units. */
  public static Optional<ImprovementForecast> of(Study study, OptionalDouble expectedImprovement) {
    if (study.goals().isPresent()) {
      return Optional.empty();
    }
    double[] values =
        study.trials().stream()
            .filter(trial -> trial.state() == TrialState.COMPLETED)
            .mapToDouble(
                trial ->
                    study.isSolution(trial) ? study.direction().minimised(trial.value()) : NONE)
            .dropWhile(value -> value == NONE)
            .toArray();
    double[] solved = Arrays.stream(values).filter(value -> value < NONE).toArray();
    if (solved.length < TRIALS || expectedImprovement.isEmpty()) {
      return Optional.empty();
    }
    double[] best = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      best[i] = i == 0 ? values[0] : Math.min(best[i - 1], values[i]);
    }
    double range = begin(solved) - best[best.length - 1];
    return range > 0 && Double.isFinite(range)
        ? Optional.of(
            new ImprovementForecast(
                best, range, expectedImprovement.getAsDouble(), study.space().dimensions()))
        : Optional.empty();
  }

  /** The way from where the study began to its best value, in the user's units. */
  public double range() {
    return range;
  }

  /**
   * The chance that the next ten trials better the best value by more than a share of the range.
   *
   * @param share above 0; see {@link #SMALL}
   */
  public double chance(double share) {
    double threshold = share * range;
    double ratio = Math.log10(Math.max(expectedImprovement, Double.MIN_NORMAL) / threshold);
    long gains = Arrays.stream(recentGains).filter(gain -> gain > threshold).count();
    double logit =
        offset
            + PER_RATIO * Math.max(LEAST_RATIO, Math.min(MOST_RATIO, ratio))
            + PER_GAINS * Math.log1p((double) gains);
    return 1 / (1 + Math.exp(-logit));
  }

  /** By which share of the range the next ten trials are expected to better the best value. */
  public double gain() {
    double step = Math.log(COARSEST / FINEST) / PARTS;
    double sum = FINEST * chance(FINEST);
    for (int i = 0; i < PARTS; i++) {
      double share = FINEST * Math.exp((i + 0.5) * step);
      sum += chance(share) * share * step;
    }
    return sum;
  }

  @Override
  public String toString() {
    return "chance of %.0f %% that the next %d trials better the best value by more than %s"
        .formatted(100 * chance(SMALL), TRIALS, SignificantDigits.text(SMALL * range));
  }

  private static double begin(double[] values) {
    double[] first = Arrays.stream(values).limit(TRIALS).sorted().toArray();
    return 0.5 * (first[TRIALS / 2 - 1] + first[TRIALS / 2]);
  }
}
