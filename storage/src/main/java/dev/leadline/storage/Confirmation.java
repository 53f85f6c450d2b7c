package dev.leadline.storage;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Limit;
import dev.leadline.study.Trial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of today and those found, measured again in turns. Immutable and thread-safe.
 *
 * @param measurements one or more, of one series
 */
public record Confirmation(Problem problem, List<Measurement> measurements) {

  /* What is measured in one turn makes a pair, so that a machine that gets slower hurts both. The
  interval is Student's of the pairs' ln(value ÷ baseline), given as a part of the baseline; of their
  differences where values may be 0 or change their sign. The search chose by other measurements, so
  luck it may have had is not counted again. */

  /** The last one of a study, if there was any. */
  public static Optional<Confirmation> last(Problem problem, List<Attachment> attachments) {
    List<Measurement> all =
        Measurement.all(attachments).stream()
            .filter(one -> one.subject() != Subject.DRIFT)
            .toList();
    Optional<Instant> begun = all.stream().map(Measurement::begun).max(Comparator.naturalOrder());
    return begun.map(
        moment ->
            new Confirmation(
                problem, all.stream().filter(one -> one.begun().equals(moment)).toList()));
  }

  public Instant begun() {
    return measurements.get(0).begun();
  }

  /** What was measured beside the baseline. */
  public List<Subject> subjects() {
    return measurements.stream()
        .map(Measurement::subject)
        .filter(subject -> subject != Subject.BASELINE)
        .distinct()
        .sorted()
        .toList();
  }

  /** The trial whose settings were measured, if they were. */
  public Optional<Integer> trial(Subject subject) {
    return measurements.stream()
        .filter(one -> one.subject() == subject)
        .map(Measurement::trial)
        .findFirst();
  }

  /** Whether something was measured in a turn. */
  public boolean has(Subject subject, int turn) {
    return measurements.stream().anyMatch(one -> one.subject() == subject && one.turn() == turn);
  }

  /** Whether it compares the settings of these trials. */
  public boolean isOf(Map<Subject, Trial> trials) {
    return trials.entrySet().stream()
        .allMatch(one -> trial(one.getKey()).equals(Optional.of(one.getValue().number())));
  }

  /** Whether so many turns of all of these were measured. */
  public boolean isComplete(Set<Subject> subjects, int turns) {
    return subjects.stream().allMatch(subject -> has(subject, turns - 1));
  }

  /** The values, by turn; those that failed left out. Of several goals, those of the first. */
  public TreeMap<Integer, Double> values(Subject subject) {
    return values(subject, objective());
  }

  private Goal objective() {
    return problem.wanted().get(0);
  }

  private TreeMap<Integer, Double> values(Subject subject, Goal goal) {
    TreeMap<Integer, Double> values = new TreeMap<>();
    measurements.stream()
        .filter(one -> one.subject() == subject && !Double.isNaN(one.value()))
        .forEach(one -> values.put(one.turn(), value(one, goal)));
    return values;
  }

  private double value(Measurement measured, Goal goal) {
    return goal.equals(objective())
        ? measured.value()
        : measured.further().get(goal.metric()).orElseThrow();
  }

  public OptionalDouble mean(Subject subject) {
    return values(subject).values().stream().mapToDouble(value -> value).average();
  }

  /** Whether gains are parts of the baseline's value; else they are in its units. */
  public boolean isRelative(Subject subject) {
    return isRelative(subject, objective());
  }

  private boolean isRelative(Subject subject, Goal goal) {
    return pairs(subject, goal).stream().allMatch(pair -> pair[0] * pair[1] > 0);
  }

  /** By how much something is better than the baseline; empty with fewer than two pairs. */
  public Optional<Interval> gain(Subject subject) {
    return gain(subject, objective());
  }

  private Optional<Interval> gain(Subject subject, Goal goal) {
    List<double[]> pairs = pairs(subject, goal);
    if (pairs.size() < 2) {
      return Optional.empty();
    }
    int sign = goal.direction() == Direction.MINIMISE ? -1 : 1;
    if (!isRelative(subject, goal)) {
      return Optional.of(
          Interval.ofMean(
              pairs.stream().mapToDouble(pair -> sign * (pair[1] - pair[0])).toArray()));
    }
    int up = pairs.get(0)[0] < 0 ? -sign : sign;
    Interval logs =
        Interval.ofMean(pairs.stream().mapToDouble(pair -> Math.log(pair[1] / pair[0])).toArray());
    double one = up * Math.expm1(logs.low());
    double other = up * Math.expm1(logs.high());
    return Optional.of(
        new Interval(up * Math.expm1(logs.mean()), Math.min(one, other), Math.max(one, other)));
  }

  /** The baseline's value and that of another, of every turn that has both. */
  private List<double[]> pairs(Subject subject, Goal goal) {
    TreeMap<Integer, Double> today = values(Subject.BASELINE, goal);
    List<double[]> pairs = new ArrayList<>();
    values(subject, goal)
        .forEach(
            (turn, value) -> {
              Double own = today.get(turn);
              if (own != null) {
                pairs.add(new double[] {own, value});
              }
            });
    return pairs;
  }

  /** A sentence for everything that was compared. */
  public List<String> lines() {
    return subjects().stream().map(this::line).toList();
  }

  private String line(Subject subject) {
    int trial = trial(subject).orElseThrow();
    boolean isOne = problem.wanted().size() == 1;
    String whose = subject.name().toLowerCase(Locale.ROOT);
    String who =
        "%s against yours (trial %s)"
            .formatted(
                isOne
                    ? "%s settings (trial %d)".formatted(whose, trial)
                    : "settings of trial " + trial,
                trial(Subject.BASELINE).map(String::valueOf).orElse("none"));
    int turns = pairs(subject, objective()).size();
    if (turns < 2) {
      return "%s: nothing is proven, for both have a value in %d turns only%s"
          .formatted(who, turns, failure());
    }
    return "%s, measured in %d turns: %s%s"
        .formatted(
            who,
            turns,
            problem.wanted().stream()
                .map(goal -> (isOne ? "" : goal.metric() + " ") + result(subject, goal))
                .collect(Collectors.joining("; ")),
            limits(subject));
  }

  private String result(Subject subject, Goal goal) {
    Interval found = gain(subject, goal).orElseThrow();
    boolean isRelative = isRelative(subject, goal);
    return "%s%s, 95 %% interval %s"
        .formatted(
            found.isProven() ? "" : "nothing is proven: ",
            words(found.mean(), isRelative),
            ends(found, isRelative));
  }

  /** Whether the limits were kept, where there are any. */
  private String limits(Subject subject) {
    if (problem.limits().isEmpty()) {
      return "";
    }
    String yours = broken(Subject.BASELINE).map("; yours broke "::concat).orElse("");
    return broken(subject).map("; it broke "::concat).orElse("; all limits kept") + yours;
  }

  private Optional<String> broken(Subject subject) {
    List<Measurement> measured =
        measurements.stream()
            .filter(one -> one.subject() == subject && !Double.isNaN(one.value()))
            .toList();
    List<String> broken = new ArrayList<>();
    for (Limit limit : problem.limits()) {
      long turns = measured.stream().filter(one -> !limit.isKeptBy(one.further())).count();
      if (turns > 0) {
        broken.add("%s in %d of %d turns".formatted(limit.description(), turns, measured.size()));
      }
    }
    return broken.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", broken));
  }

  private String failure() {
    return measurements.stream()
        .filter(one -> Double.isNaN(one.value()))
        .findFirst()
        .map(one -> ": trial %d failed: %s".formatted(one.trial(), one.reason()))
        .orElse("");
  }

  private static String ends(Interval gain, boolean isRelative) {
    if (!gain.isProven()) {
      return "from %s to %s"
          .formatted(words(gain.low(), isRelative), words(gain.high(), isRelative));
    }
    double near = Math.min(Math.abs(gain.low()), Math.abs(gain.high()));
    double far = Math.max(Math.abs(gain.low()), Math.abs(gain.high()));
    return "%s to %s"
        .formatted(amount(near, isRelative).replace(" %", ""), amount(far, isRelative));
  }

  private static String words(double gain, boolean isRelative) {
    return amount(Math.abs(gain), isRelative) + (gain < 0 ? " worse" : " better");
  }

  private static String amount(double amount, boolean isRelative) {
    return isRelative ? Baseline.percent(amount) : SignificantDigits.text(amount);
  }
}
