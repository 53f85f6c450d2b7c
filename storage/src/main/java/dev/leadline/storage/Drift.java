package dev.leadline.storage;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How the value of the settings of today changed while a study searched. Immutable and thread-safe.
 *
 * @param values first that of the search, then those measured again
 * @param after how many trials each was measured
 */
public record Drift(List<Double> values, List<Integer> after) {

  /* A line through the values by the number of trials: it is drift where Student's 95 % interval of
  its slope leaves out 0. */

  /** With fewer values the slope has no interval worth its name. */
  private static final int FEWEST = 4;

  /** What is known of a study; empty if nothing was measured again. */
  public static Optional<Drift> of(Optional<Baseline> baseline, List<Attachment> attachments) {
    List<Measurement> again =
        Measurement.all(attachments).stream()
            .filter(one -> one.subject() == Measurement.Subject.DRIFT)
            .filter(one -> !Double.isNaN(one.value()))
            .toList();
    if (again.isEmpty() || baseline.isEmpty() || baseline.get().value().isEmpty()) {
      return Optional.empty();
    }
    Trial first = baseline.get().trials().get(0);
    return Optional.of(
        new Drift(
            DoubleStream.concat(
                    DoubleStream.of(first.value()), again.stream().mapToDouble(Measurement::value))
                .boxed()
                .toList(),
            IntStream.concat(
                    IntStream.of(first.number() + 1), again.stream().mapToInt(Measurement::turn))
                .boxed()
                .toList()));
  }

  /** By how much the values changed over the search; empty with too few of them. */
  public Optional<Interval> change() {
    return values.size() < FEWEST
        ? Optional.empty()
        : Optional.of(
            Interval.ofTrend(
                after.stream().mapToDouble(count -> count).toArray(),
                values.stream().mapToDouble(value -> value).toArray()));
  }

  /** A sentence on it. */
  public String words() {
    double low = values.stream().mapToDouble(value -> value).min().orElseThrow();
    double high = values.stream().mapToDouble(value -> value).max().orElseThrow();
    Optional<Interval> change = change().filter(Interval::isProven);
    if (change.isEmpty()) {
      return "no drift is proven: your settings gave %s to %s, measured %d times"
          .formatted(
              SignificantDigits.text(low, high - low),
              SignificantDigits.text(high, high - low),
              values.size());
    }
    double first = values.get(0);
    double by = change.get().mean();
    String part =
        first * (first + by) > 0 ? " (%s)".formatted(Baseline.percent(Math.abs(by / first))) : "";
    return "the machine drifts: from trial %d to %d the value of your settings %s by %s%s; trials far apart compare badly, leadline confirm measures in turns"
        .formatted(
            after.get(0) - 1,
            after.get(after.size() - 1) - 1,
            by > 0 ? "rose" : "fell",
            SignificantDigits.text(Math.abs(by)),
            part);
  }
}
