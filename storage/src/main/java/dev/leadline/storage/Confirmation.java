package dev.leadline.storage;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
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

  /** The values, by turn; those that failed left out. */
  public TreeMap<Integer, Double> values(Subject subject) {
    TreeMap<Integer, Double> values = new TreeMap<>();
    measurements.stream()
        .filter(one -> one.subject() == subject && !Double.isNaN(one.value()))
        .forEach(one -> values.put(one.turn(), one.value()));
    return values;
  }

  public OptionalDouble mean(Subject subject) {
    return values(subject).values().stream().mapToDouble(value -> value).average();
  }

  /** Whether gains are parts of the baseline's value; else they are in its units. */
  public boolean isRelative(Subject subject) {
    return pairs(subject).stream().allMatch(pair -> pair[0] * pair[1] > 0);
  }

  /** By how much something is better than the baseline; empty with fewer than two pairs. */
  public Optional<Interval> gain(Subject subject) {
    List<double[]> pairs = pairs(subject);
    if (pairs.size() < 2) {
      return Optional.empty();
    }
    int sign = problem.direction() == Direction.MINIMISE ? -1 : 1;
    if (!isRelative(subject)) {
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
  private List<double[]> pairs(Subject subject) {
    TreeMap<Integer, Double> today = values(Subject.BASELINE);
    List<double[]> pairs = new ArrayList<>();
    values(subject)
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
    String who =
        "%s settings (trial %d) against yours (trial %s)"
            .formatted(
                subject.name().toLowerCase(Locale.ROOT),
                trial(subject).orElseThrow(),
                trial(Subject.BASELINE).map(String::valueOf).orElse("none"));
    int turns = pairs(subject).size();
    Optional<Interval> gain = gain(subject);
    if (gain.isEmpty()) {
      return "%s: nothing is proven, for both have a value in %d turns only%s"
          .formatted(who, turns, failure());
    }
    boolean isRelative = isRelative(subject);
    Interval found = gain.get();
    String result =
        "%s, 95 %% interval %s".formatted(words(found.mean(), isRelative), ends(found, isRelative));
    return "%s, measured in %d turns: %s%s%s"
        .formatted(
            who, turns, found.isProven() ? "" : "nothing is proven: ", result, limits(subject));
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
    List<String> broken =
        measurements.stream()
            .filter(one -> one.subject() == subject && !Double.isNaN(one.value()))
            .map(Measurement::reason)
            .filter(reason -> !reason.isEmpty())
            .toList();
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s in %d of %d turns"
                .formatted(
                    broken.stream().distinct().collect(Collectors.joining(", ")),
                    broken.size(),
                    values(subject).size()));
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
