package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A search for the most probable hyper-parameters of many Gaussian processes at once. Immutable and
 * thread-safe.
 *
 * @param evaluations how often the posterior density of every task is evaluated
 * @param starts the number of starting points: the prior's centre, then draws from the prior
 */
public record GpFit(int evaluations, int starts) {

  private static final int MEMORY = 8;
  private static final double LONGEST_STEP = 2;

  public GpFit {
    if (evaluations < 1 || starts < 1) {
      throw new IllegalArgumentException(
          "expected at least one evaluation and one start but got %d and %d"
              .formatted(evaluations, starts));
    }
  }

  /** 60 evaluations from two starts. */
  public static GpFit standard() {
    return new GpFit(60, 2);
  }

  /**
   * Fits all tasks in lock-step.
   *
   * @param points (B, N, D) in double precision
   * @param values (B, N) in double precision, with mean 0 and standard deviation 1
   * @param previous hyper-parameters to start from as well, for example of the last fit, or null
   * @param random draws the starting points
   */
  public GpParameters fit(
      GpSpec spec,
      Tensor points,
      Tensor values,
      @Nullable GpParameters previous,
      RandomGenerator random) {
    points.expect("points", -1, -1, -1);
    values.expect("values", points.size(0), points.size(1));
    try (TensorScope scope = new TensorScope()) {
      GpObjective single = new GpObjective(spec, points, values);
      Tensor begin = startingPoints(single, previous, random); // (R, B, P)
      long restarts = begin.size(0);
      long tasks = begin.size(1);
      GpObjective repeated =
          new GpObjective(spec, repeated(points, restarts), repeated(values, restarts));
      Tensor.Pair found =
          new BatchedLbfgs(evaluations, MEMORY, LONGEST_STEP)
              .minimise(repeated, begin.reshape(restarts * tasks, single.variables()));
      Tensor best = found.second().reshape(restarts, tasks).argMin(0); // (B)
      Tensor index = best.reshape(1, tasks, 1).expand(1, tasks, single.variables());
      Tensor free = found.first().reshape(restarts, tasks, -1).gather(0, index.contiguous());
      return single.parameters(free.squeeze(0)).escape(scope);
    }
  }

  private Tensor startingPoints(
      GpObjective objective, @Nullable GpParameters previous, RandomGenerator random) {
    int tasks = (int) objective.points().size(0);
    Tensor[] rows = new Tensor[starts + (previous == null ? 0 : 1)];
    for (int i = 0; i < starts; i++) {
      rows[i] = objective.free(i == 0 ? centre(objective, tasks) : draw(objective, tasks, random));
    }
    if (previous != null) {
      rows[starts] = objective.free(previous);
    }
    return Tensor.stack(0, rows);
  }

  private static GpParameters centre(GpObjective objective, int tasks) {
    GpSpec spec = objective.spec();
    int dimensions = (int) objective.points().size(2);
    double[] lengthscale = new double[tasks * dimensions];
    Arrays.fill(lengthscale, spec.lengthscale().in(dimensions).centre());
    return parameters(
        objective,
        lengthscale,
        filled(tasks, spec.outputScale().centre()),
        filled(tasks, startingNoise(spec)));
  }

  private static GpParameters draw(GpObjective objective, int tasks, RandomGenerator random) {
    GpSpec spec = objective.spec();
    int dimensions = (int) objective.points().size(2);
    Law law = spec.lengthscale().in(dimensions);
    double[] lengthscale = new double[tasks * dimensions];
    Arrays.setAll(lengthscale, i -> Math.min(30, Math.max(0.03, law.draw(random))));
    double[] outputScale = new double[tasks];
    Arrays.setAll(outputScale, i -> Math.min(100, Math.max(0.01, spec.outputScale().draw(random))));
    return parameters(objective, lengthscale, outputScale, filled(tasks, startingNoise(spec)));
  }

  /** The centre of a wide law can lie above the variance of the values, where no signal is left. */
  private static double startingNoise(GpSpec spec) {
    return Math.min(spec.noise().centre(), 0.05);
  }

  private static GpParameters parameters(
      GpObjective objective, double[] lengthscale, double[] outputScale, double[] noise) {
    Device device = objective.points().device();
    int tasks = noise.length;
    return new GpParameters(
        Tensor.of(lengthscale, device, tasks, lengthscale.length / tasks),
        Tensor.of(outputScale, device, tasks),
        Tensor.of(noise, device, tasks),
        Tensor.of(new double[tasks], device, tasks));
  }

  private static double[] filled(int count, double value) {
    double[] values = new double[count];
    Arrays.fill(values, value);
    return values;
  }

  private static Tensor repeated(Tensor tensor, long times) {
    Tensor[] copies = new Tensor[(int) times];
    Arrays.fill(copies, tensor);
    return Tensor.cat(0, copies);
  }
}
