package dev.leadline.torch.train;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/**
 * When a loss stands still: its mean over the last steps is hardly below that over as many steps
 * before them, and read often enough to be sure. Immutable and thread-safe.
 *
 * @param nats the smallest improvement that counts
 * @param window how many steps are compared, as a share of the steps so far
 * @param leastSpread a network with a smaller spread has not begun to learn, and does not count as
 *     standing still
 * @param readings the fewest on either side of a comparison
 */
public record StandStill(double nats, double window, double leastSpread, int readings) {

  /* A held-out loss moves up and down by 0.05 nats from reading to reading while the network learns. So the improvement counts
   * with its standard error on top, and no run ends before there are many readings on either side: a rule by
   * three readings stopped networks after 433 steps whose loss was still falling, and one by twenty let the luck of a single
   * comparison make one variant's run twice as long as another's. */

  public StandStill {
    if (!(nats > 0) || !(window > 0 && window <= 0.5) || !(leastSpread >= 0) || readings < 2) {
      throw new IllegalArgumentException(
          "expected a positive improvement, a window in (0, 0.5], no negative spread and at least 2"
              + " readings but got %s, %s, %s and %d"
                  .formatted(nats, window, leastSpread, readings));
    }
  }

  /**
   * Less than 0.01 nats in a fifth of the steps, with predictions that differ by 0.05 nats and
   * eighty readings: after 10,000 steps of 25 to a reading at the earliest.
   */
  public static StandStill standard() {
    return new StandStill(0.01, 0.2, 0.05, 80);
  }

  /** The first step at which the held-out loss stood still, by the lines of the log. */
  OptionalLong in(List<TrainingProgress> lines) {
    for (int i = 1; i <= lines.size(); i++) {
      if (still(lines.subList(0, i))) {
        return OptionalLong.of(lines.get(i - 1).step());
      }
    }
    return OptionalLong.empty();
  }

  /** Whether it stands still at the last line. */
  boolean still(List<TrainingProgress> lines) {
    TrainingProgress last = lines.get(lines.size() - 1);
    Double spread = last.spread();
    if (spread == null || !(spread >= leastSpread)) {
      return false;
    }
    double now = last.step();
    double[] late = losses(lines, (1 - window) * now, now);
    double[] early = losses(lines, (1 - 2 * window) * now, (1 - window) * now);
    if (Math.min(late.length, early.length) < readings) {
      return false;
    }
    double error = Math.sqrt(squaredError(late) + squaredError(early));
    return mean(early) - mean(late) + error < nats;
  }

  /** The held-out losses of the steps in (from, to]. */
  private static double[] losses(List<TrainingProgress> lines, double from, double to) {
    return lines.stream()
        .filter(line -> line.step() > from && line.step() <= to)
        .mapToDouble(StandStill::loss)
        .filter(Double::isFinite)
        .toArray();
  }

  private static double mean(double[] losses) {
    return DoubleStream.of(losses).average().orElseThrow();
  }

  /** The square of the standard error of the mean. */
  private static double squaredError(double[] losses) {
    double mean = mean(losses);
    double squares = DoubleStream.of(losses).map(loss -> (loss - mean) * (loss - mean)).sum();
    return squares / (losses.length - 1) / losses.length;
  }

  private static double loss(TrainingProgress line) {
    Double loss = line.heldOut();
    return loss == null ? Double.NaN : loss;
  }
}
