package dev.leadline.early;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The median stopping rule: a trial ends at a step if its best value so far is worse than the
 * median, over the complete trials, of their mean values up to that step. Immutable and
 * thread-safe.
 *
 * @param first no trial is ended before this step
 * @param after so many trials are complete before one is ended
 */
record MedianRule(int first, int after) implements EarlyRule {

  @Override
  public Optional<End> end(Field field) {
    Curve own = field.own().curve();
    int step = own.lastStep();
    if (step < first || field.complete().size() < after) {
      return Optional.empty();
    }
    double[] means =
        field.complete().stream().mapToDouble(c -> c.curve().mean(0, step)).sorted().toArray();
    double median = means[(means.length - 1) / 2] / 2 + means[means.length / 2] / 2;
    double best = IntStream.range(0, own.size()).mapToDouble(own::value).min().orElseThrow();
    return best > median
        ? Optional.of(
            new End(
                own.lastValue(),
                "worse at step %d than the median of %d complete trials"
                    .formatted(step, means.length)))
        : Optional.empty();
  }
}
