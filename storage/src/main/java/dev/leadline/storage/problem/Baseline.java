package dev.leadline.storage.problem;

import dev.leadline.space.Configuration;
import dev.leadline.space.SignificantDigits;
import dev.leadline.study.Direction;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The trials of a study with the settings of today, which others are compared with. Immutable and
 * thread-safe.
 *
 * @param trials those that are over, one or more
 */
public record Baseline(Problem problem, List<Trial> trials) {

  private static final String YOURS = "your settings";

  public Baseline {
    trials = List.copyOf(trials);
  }

  /** The baseline of a study with these trials; empty before its settings were tried. */
  public static Optional<Baseline> of(Problem problem, List<Trial> trials) {
    return problem
        .baseline()
        .map(settings -> new Baseline(problem, over(settings, trials)))
        .filter(baseline -> !baseline.trials().isEmpty());
  }

  private static List<Trial> over(Configuration settings, List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.state() != TrialState.RUNNING)
        .filter(trial -> trial.configuration().equals(settings))
        .toList();
  }

  /** The number of the first of its trials. */
  public int trial() {
    return trials.get(0).number();
  }

  public boolean has(int trial) {
    return trials.stream().anyMatch(own -> own.number() == trial);
  }

  /** The mean of its values, if it has any. */
  public OptionalDouble value() {
    return trials.stream()
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .mapToDouble(Trial::value)
        .average();
  }

  /**
   * By which part of the baseline's value another one is better, negative if it is worse; empty
   * where the values allow no such ratio.
   */
  public OptionalDouble gain(double other) {
    OptionalDouble own = value();
    if (own.isEmpty() || own.getAsDouble() * other <= 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(better(own.getAsDouble(), other) / Math.abs(own.getAsDouble()));
  }

  /** How another value compares, for example {@code 34 % better than your settings}. */
  public String comparison(double other) {
    OptionalDouble own = value();
    if (own.isEmpty()) {
      return "where %s have no value".formatted(YOURS);
    }
    double better = better(own.getAsDouble(), other);
    if (better == 0) {
      return "as good as " + YOURS;
    }
    OptionalDouble gain = gain(other);
    String by =
        gain.isPresent()
            ? percent(Math.abs(gain.getAsDouble()))
            : SignificantDigits.text(Math.abs(better));
    return "%s %s than %s".formatted(by, better > 0 ? "better" : "worse", YOURS);
  }

  /** A sentence on a value beside that of the baseline. */
  public String words(double other) {
    OptionalDouble own = value();
    Trial first = trials.get(0);
    if (own.isEmpty()) {
      return "%s (trial %d) have no value: %s".formatted(YOURS, first.number(), first.reason());
    }
    double range = Math.abs(own.getAsDouble() - other);
    String limits = problem.isKeptBy(first.measurements()) ? "" : ", which do not keep all limits";
    return "%s %s instead of %s, %s (trial %d)%s"
        .formatted(
            problem.objective(),
            SignificantDigits.text(other, range),
            SignificantDigits.text(own.getAsDouble(), range),
            comparison(other),
            first.number(),
            limits);
  }

  /** A part of one in two digits, for example {@code 34 %}. */
  public static String percent(double part) {
    return SignificantDigits.text(SignificantDigits.round(100 * part, 2)) + " %";
  }

  private double better(double own, double other) {
    return problem.direction() == Direction.MINIMISE ? own - other : other - own;
  }
}
