package dev.leadline.torch.judge;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The distance of a model from what could be known: its held-out loss on tasks from Gaussian
 * processes, beside that of the exact process and of a fitted one. Not thread-safe.
 */
public final class OracleGap {

  private final JudgedModel model;
  private final OracleGapPlan plan;
  private final FittedProcesses fitted;
  private final Consumer<OracleGapCell> progress;

  private OracleGap(
      JudgedModel model,
      OracleGapPlan plan,
      LongSupplier nanoTime,
      Consumer<OracleGapCell> progress) {
    this.model = model;
    this.plan = plan;
    this.fitted = new FittedProcesses(plan.fitting(), plan.family().fitted(), nanoTime);
    this.progress = progress;
  }

  /**
   * Measures a surrogate, one task after the other.
   *
   * @param units brings observations into the surrogate's units
   * @param nanoTime the clock, as {@link System#nanoTime}
   * @param progress told about every cell when it is done
   */
  public static OracleGapReport of(
      Surrogate surrogate,
      ModelUnits units,
      OracleGapPlan plan,
      LongSupplier nanoTime,
      Consumer<OracleGapCell> progress) {
    TaskPredictor predictor = new SurrogatePredictor(surrogate, units);
    return new OracleGap(new JudgedModel(predictor), plan, nanoTime, progress).measure();
  }

  /**
   * Measures a network, many tasks at once and all on its device.
   *
   * @param nanoTime the clock, as {@link System#nanoTime}
   * @param progress told about every cell when it is done
   */
  public static OracleGapReport of(
      NetworkPredictor network,
      OracleGapPlan plan,
      LongSupplier nanoTime,
      Consumer<OracleGapCell> progress) {
    return new OracleGap(new JudgedModel(network), plan, nanoTime, progress).measure();
  }

  private OracleGapReport measure() {
    List<OracleGapCell> cells = new ArrayList<>();
    List<OracleGapNoise> noises = new ArrayList<>();
    List<OracleGapSymptoms> symptoms = new ArrayList<>();
    for (int dimensions : plan.dimensions()) {
      for (Split split : plan.splits()) {
        for (int context : plan.contextSizes()) {
          OracleGapCell cell = cell(plan.family().prior(dimensions, split), context);
          progress.accept(cell);
          cells.add(cell);
        }
      }
      GpPrior uniform = plan.family().prior(dimensions, Split.UNIFORM);
      noises.addAll(new NoiseProbe(model, uniform, plan).measure());
      symptoms.add(new SymptomProbe(model, uniform, plan).measure());
    }
    return new OracleGapReport(plan, cells, noises, symptoms);
  }

  private OracleGapCell cell(GpPrior prior, int context) {
    long seed = plan.seed() * 1_000_003 + 1000L * context + prior.dimensions();
    int points = plan.pointsAt(prior.split(), context);
    OracleGapTally tally = new OracleGapTally(prior, context);
    try (TensorRandom random = new TensorRandom(model.predictor().device(), seed)) {
      for (int group : OracleGapTally.groups(plan.tasksAt(context), points)) {
        try (TensorScope scope = new TensorScope()) {
          GpPrior.Draw draw = prior.draw(group, points, random);
          boolean chosen = prior.split() != Split.UNIFORM;
          OracleTasks tasks =
              OracleTasks.split(
                  prior, chosen ? prior.ordered(draw, random) : draw, context, plan.queries());
          tally.add(tasks, model, fitted);
        }
      }
    }
    return tally.cell();
  }

  /** A surrogate that predicts one task after the other. */
  private record SurrogatePredictor(Surrogate surrogate, ModelUnits units)
      implements TaskPredictor {

    @Override
    public List<ScaledPredictive> predict(OracleTasks tasks) {
      return IntStream.range(0, tasks.count()).mapToObj(task -> predict(tasks, task)).toList();
    }

    private ScaledPredictive predict(OracleTasks tasks, int task) {
      ModelUnits.View seen = units.of(tasks.observations(task));
      try (Posterior posterior = surrogate.condition(seen.observations())) {
        return new ScaledPredictive(
            posterior.at(tasks.queryPoints(task)), seen.scaling(), Double.NaN);
      }
    }

    @Override
    public OutputScaling scaling() {
      return units.scaling();
    }

    @Override
    public Device device() {
      return Device.CPU;
    }

    @Override
    public @Nullable Buckets buckets() {
      return null;
    }
  }

  /** Measures predictions from noisy observations for one number of dimensions. */
  private record NoiseProbe(JudgedModel model, GpPrior prior, OracleGapPlan plan) {

    /* All sizes of noise see the same functions at the same points with the same standard normal numbers. What is predicted is
     * what the family says: the value of the process itself or, for the paper's, a further noisy observation. */

    List<OracleGapNoise> measure() {
      List<OracleGapNoise> cells = new ArrayList<>();
      for (int context : plan.contextSizes()) {
        for (double noise : plan.noises()) {
          cells.add(cell(context, noise));
        }
      }
      return cells;
    }

    private OracleGapNoise cell(int context, double noise) {
      long seed = plan.seed() * 1_000_003 + 1000L * context + prior.dimensions() + 29;
      try (TensorScope scope = new TensorScope();
          NoGrad off = new NoGrad();
          TensorRandom random = new TensorRandom(model.predictor().device(), seed)) {
        GpPrior.Draw draw = prior.draw(plan.tasksAt(context), context + plan.queries(), random);
        OracleTasks tasks = OracleTasks.split(prior, disturbed(draw, noise, random), context);
        JudgedModel.Score score = model.score(tasks);
        return new OracleGapNoise(
            prior.dimensions(),
            context,
            noise,
            score.meanLoss(),
            tasks.exactLoss().mean().item(),
            score.coverage(0.5),
            score.coverage(0.8),
            score.coverage(0.95));
      }
    }

    /** The same functions with noise of so many of their own standard deviations. */
    private static GpPrior.Draw disturbed(GpPrior.Draw draw, double noise, TensorRandom random) {
      Tensor latent = draw.latent(); // (B, N)
      Tensor deviation =
          latent.minus(latent.meanKeeping(1)).square().meanKeeping(1).sqrt().times(noise); // (B, 1)
      Tensor white = random.normal(DType.FLOAT64, latent.size(0), latent.size(1));
      GpParameters drawn = draw.parameters();
      GpParameters parameters =
          new GpParameters(
              drawn.lengthscale(),
              drawn.outputScale(),
              deviation.square().squeeze(1),
              drawn.mean());
      return new GpPrior.Draw(
          parameters, draw.points(), latent, latent.plus(white.times(deviation)));
    }
  }
}
