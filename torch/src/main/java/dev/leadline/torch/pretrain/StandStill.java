package dev.leadline.torch.pretrain;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When a loss stands still: its mean over the last steps is hardly below that over as many steps
 * before them. Immutable and thread-safe.
 *
 * @param nats the smallest improvement that counts
 * @param window how many steps are compared, as a share of the steps so far
 * @param leastSpread a network with a smaller spread has not begun to learn, and does not count as
 *     standing still
 */
public record StandStill(double nats, double window, double leastSpread) {

  private static final int FEWEST = 3;

  public StandStill {
    if (!(nats > 0) || !(window > 0 && window <= 0.5) || !(leastSpread >= 0)) {
      throw new IllegalArgumentException(
          "expected a positive improvement, a window in (0, 0.5] and no negative spread but got"
              + " %s, %s and %s".formatted(nats, window, leastSpread));
    }
  }

  /** Less than 0.005 nats in a fifth of the steps, with predictions that differ by 0.05 nats. */
  public static StandStill standard() {
    return new StandStill(0.005, 0.2, 0.05);
  }

  /** The first step at which the held-out loss stood still, by the lines of the log. */
  OptionalLong in(List<Progress> lines) {
    for (int i = 1; i <= lines.size(); i++) {
      if (still(lines.subList(0, i))) {
        return OptionalLong.of(lines.get(i - 1).step());
      }
    }
    return OptionalLong.empty();
  }

  /** Whether it stands still at the last line. */
  boolean still(List<Progress> lines) {
    Progress last = lines.get(lines.size() - 1);
    Double spread = last.spread();
    if (spread == null || !(spread >= leastSpread)) {
      return false;
    }
    double now = last.step();
    OptionalDouble late = mean(lines, (1 - window) * now, now);
    OptionalDouble early = mean(lines, (1 - 2 * window) * now, (1 - window) * now);
    return late.isPresent() && early.isPresent() && early.getAsDouble() - late.getAsDouble() < nats;
  }

  /** The mean held-out loss of the steps in (from, to], if it was read often enough there. */
  private static OptionalDouble mean(List<Progress> lines, double from, double to) {
    double[] losses =
        lines.stream()
            .filter(line -> line.step() > from && line.step() <= to)
            .mapToDouble(StandStill::loss)
            .filter(Double::isFinite)
            .toArray();
    return losses.length < FEWEST ? OptionalDouble.empty() : Arrays.stream(losses).average();
  }

  private static double loss(Progress line) {
    Double loss = line.heldOut();
    return loss == null ? Double.NaN : loss;
  }
}
