package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;

/**
 * A search for the most probable hyper-parameters of many Gaussian processes at once. Immutable and
 * thread-safe.
 *
 * @param first how often the posterior density is evaluated at most before logarithms take over
 * @param further how often it is evaluated at most from there on
 */
public record GpFit(int first, int further) {

  /* The posterior density has several modes, and which one a search ends in depends on its path: the start, the variables, the
   * scale of the first step and the line search are BoTorch's, until a mode is near. From there BoTorch goes on for hundreds of
   * evaluations, since a noise of 1e-4 and a lengthscale of 3 share a step; logarithms reach the same mode in dozens. */

  public GpFit {
    if (first < 1 || further < 1) {
      throw new IllegalArgumentException(
          "expected at least one evaluation each but got %d and %d".formatted(first, further));
    }
  }

  /** 60 and 100 evaluations. */
  public static GpFit standard() {
    return new GpFit(60, 100);
  }

  /**
   * Fits all tasks in lock-step; a task's result does not depend on the tasks beside it.
   *
   * @param points (B, N, D) in double precision
   * @param values (B, N) in double precision, with mean 0 and standard deviation 1
   */
  public GpParameters fit(GpSpec spec, Tensor points, Tensor values) {
    points.expect("points", -1, -1, -1);
    values.expect("values", points.size(0), points.size(1));
    try (TensorScope scope = new TensorScope()) {
      GpObjective begin = new GpObjective(spec, spec.search(), points, values);
      double[][] starts = new double[(int) points.size(0)][];
      Arrays.fill(starts, begin.start());
      GpParameters near = search(first, begin, starts);
      GpObjective end = new GpObjective(spec, Coordinates.LOGARITHMS, points, values);
      return search(further, end, end.rows(near)).escape(scope);
    }
  }

  private static GpParameters search(int evaluations, GpObjective objective, double[][] starts) {
    double[] upper = new double[objective.variables()];
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    Device device = objective.points().device();
    double[][] found =
        new BatchedMinimiser(evaluations)
            .minimise(objective, device, starts, objective.lower(), upper);
    double[] flat = Arrays.stream(found).flatMapToDouble(Arrays::stream).toArray();
    return objective.parameters(Tensor.of(flat, device, found.length, upper.length));
  }
}
