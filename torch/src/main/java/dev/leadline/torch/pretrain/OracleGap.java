package dev.leadline.torch.pretrain;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The distance of a surrogate from what could be known: its held-out loss on tasks from Gaussian
 * processes, beside that of the exact process and of a fitted one. Not thread-safe.
 */
public final class OracleGap {

  private static final double SMALLEST_DEVIATION = 1e-9;

  private final ScaledSurrogate model;
  private final OracleGapPlan plan;
  private final Consumer<OracleGapCell> progress;

  private OracleGap(ScaledSurrogate model, OracleGapPlan plan, Consumer<OracleGapCell> progress) {
    this.model = model;
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Measures a surrogate.
   *
   * @param scaling how values reach the surrogate's units, fitted on the observations
   * @param progress told about every cell when it is done
   */
  public static OracleGapReport of(
      Surrogate surrogate,
      OutputScaling scaling,
      OracleGapPlan plan,
      Consumer<OracleGapCell> progress) {
    return new OracleGap(new ScaledSurrogate(surrogate, scaling), plan, progress).measure();
  }

  private OracleGapReport measure() {
    List<OracleGapCell> cells = new ArrayList<>();
    List<OracleGapNoise> noises = new ArrayList<>();
    List<OracleGapSymptoms> symptoms = new ArrayList<>();
    for (int dimensions : plan.dimensions()) {
      GpPrior prior = plan.family().prior(dimensions);
      for (int context : plan.contextSizes()) {
        OracleGapCell cell = cell(prior, context);
        progress.accept(cell);
        cells.add(cell);
      }
      noises.addAll(new NoiseProbe(model, prior, plan).measure());
      symptoms.add(new SymptomProbe(model, prior, plan).measure());
    }
    return new OracleGapReport(plan, cells, noises, symptoms);
  }

  private OracleGapCell cell(GpPrior prior, int context) {
    long seed = plan.seed() * 1_000_003 + 1000L * context + prior.dimensions();
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      GpPrior.Draw draw = prior.draw(plan.tasks(), context + plan.queries(), random);
      OracleTasks tasks = OracleTasks.split(prior, draw, context);
      double[] exact = exactLoss(tasks);
      double fitted = fittedLoss(tasks);
      ScaledSurrogate.Score score = model.score(tasks);
      return summary(prior.dimensions(), context, score, exact, fitted);
    }
  }

  /** The loss of the exact process, one mean per task. */
  private static double[] exactLoss(OracleTasks tasks) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      return tasks.exactLoss().mean(1).toDoubleArray();
    }
  }

  /* Fitted on values of mean 0 and deviation 1, judged in the task's own units. */
  private double fittedLoss(OracleTasks tasks) {
    GpSpec spec = GpSpec.modern();
    try (TensorScope scope = new TensorScope()) {
      Tensor mean = tasks.contextY().meanKeeping(1); // (B, 1)
      Tensor centred = tasks.contextY().minus(mean);
      Tensor deviation = centred.square().meanKeeping(1).sqrt();
      Tensor flat = deviation.lessThan(SMALLEST_DEVIATION).to(deviation.type());
      Tensor unit = deviation.plus(flat);
      Tensor values = centred.over(unit);
      GpParameters found = plan.fit().fit(spec, tasks.contextX(), values);
      GpPosterior.Moments scaled =
          GpPosterior.condition(spec.kernel(), found, tasks.contextX(), values).at(tasks.queryX());
      GpPosterior.Moments moments =
          new GpPosterior.Moments(
              scaled.mean().times(unit).plus(mean), scaled.variance().times(unit.square()));
      Tensor noise = found.noise().times(unit.squeeze(1).square());
      return tasks.loss(moments, noise).mean().item();
    }
  }

  private static OracleGapCell summary(
      int dimensions, int context, ScaledSurrogate.Score score, double[] exact, double fitted) {
    double loss = score.loss().average().orElse(0);
    double oracle = Arrays.stream(exact).average().orElse(0);
    double[] own = score.loss().toArray();
    double square = 0;
    for (int i = 0; i < exact.length; i++) {
      double offset = own[i] - exact[i] - (loss - oracle);
      square += offset * offset;
    }
    double error = Math.sqrt(square / Math.max(1, exact.length - 1) / exact.length);
    return new OracleGapCell(
        dimensions,
        context,
        loss,
        oracle,
        fitted,
        error,
        score.coverage(0.5),
        score.coverage(0.8),
        score.coverage(0.95));
  }
}
