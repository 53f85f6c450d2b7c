package dev.leadline.torch.judge;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

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
    JudgedModel model = new JudgedModel(network);
    return new OracleGap(model, plan, nanoTime, progress).measure();
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
}
