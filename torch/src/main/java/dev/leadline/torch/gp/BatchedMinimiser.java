package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Minimises B smooth functions of a few bounded variables together: each has a search of its own,
 * one batch evaluates them all. Immutable and thread-safe.
 *
 * @param evaluations how often every function is evaluated at most
 */
public record BatchedMinimiser(int evaluations) {

  /* The searches are plain Java: what they do between two evaluations is some thousand multiplications, less than the start of
   * a dozen kernels on a device, and a search can branch as it likes. The device is waited for once an evaluation. A search
   * sees its own function only, so its result does not depend on the tasks beside it. */

  private static final int WORTH_SPREADING = 64;

  /** Values (B) and gradients (B, P) of the functions. */
  public record Evaluation(Tensor value, Tensor gradient) {}

  /**
   * The functions to be minimised, at points (B, P); a value that is not finite is out of reach, a
   * slope that is not finite counts as 0.
   */
  @FunctionalInterface
  public interface Objective {
    Evaluation at(Tensor points);
  }

  public BatchedMinimiser {
    if (evaluations < 1) {
      throw new IllegalArgumentException("expected at least one evaluation but got " + evaluations);
    }
  }

  /**
   * The best points found.
   *
   * @param starts one row per function
   * @param lower the bounds below, or −∞
   * @param upper the bounds above, or ∞
   */
  public double[][] minimise(
      Objective objective, Device device, double[][] starts, double[] lower, double[] upper) {
    BoundedSearch[] searches =
        Arrays.stream(starts)
            .map(start -> new BoundedSearch(start, lower, upper))
            .toArray(BoundedSearch[]::new);
    for (int i = 0; i < evaluations && !allOver(searches); i++) {
      evaluate(objective, device, searches, lower.length);
    }
    return Arrays.stream(searches).map(BoundedSearch::best).toArray(double[][]::new);
  }

  private static boolean allOver(BoundedSearch[] searches) {
    return Arrays.stream(searches).allMatch(BoundedSearch::isOver);
  }

  private static void evaluate(
      Objective objective, Device device, BoundedSearch[] searches, int variables) {
    double[] flat =
        Arrays.stream(searches).flatMapToDouble(s -> Arrays.stream(s.point())).toArray();
    double[] values;
    double[] gradients;
    try (TensorScope scope = new TensorScope()) {
      Evaluation at = objective.at(Tensor.of(flat, device, searches.length, variables));
      values = at.value.toDoubleArray();
      gradients = at.gradient.toDoubleArray();
    }
    Arrays.setAll(gradients, i -> Double.isFinite(gradients[i]) ? gradients[i] : 0);
    IntStream tasks = IntStream.range(0, searches.length);
    (searches.length < WORTH_SPREADING ? tasks : tasks.parallel())
        .forEach(
            i -> {
              int row = i * variables;
              searches[i].tell(values[i], Arrays.copyOfRange(gradients, row, row + variables));
            });
  }
}
