package dev.leadline.torch.judge;

import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Measures the two symptoms of §3 for one number of dimensions. */
record SymptomProbe(JudgedModel model, GpPrior prior, OracleGapPlan plan) {

  private static final int EVEN = 40;
  private static final int FLANK = 40;
  private static final int NEAR_QUERIES = 16;
  private static final double NEAR = 0.05;
  private static final int[] ARRIVALS = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
  private static final int PLACES = 9;
  private static final int MOST_WAITING = 512;

  OracleGapSymptoms measure() {
    double[] near = nearTheLowest();
    double[] moved = untilMoved();
    return new OracleGapSymptoms(
        prior.dimensions(), near[0], near[1], near[2], near[3], moved[0], moved[1]);
  }

  private Device device() {
    return model.predictor().device();
  }

  /* First 40 even points; then, around the lowest of them, 20 more at log-uniform radii and 16 queries. The even context is
   * the 40, the clustered one 20 of them and the 20 around: equally many, predicting the same queries. */
  private double[] nearTheLowest() {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad();
        TensorRandom random = new TensorRandom(device(), plan.seed() + 17)) {
      int tasks = plan.tasks();
      int dimensions = prior.dimensions();
      int half = EVEN / 2;
      int all = EVEN + half + NEAR_QUERIES;
      GpParameters parameters = prior.parameters(tasks, random);
      Tensor white = random.normal(DType.FLOAT64, tasks, all, 1);
      Tensor even = random.uniform(DType.FLOAT64, tasks, EVEN, dimensions);
      Tensor first = prior.latent(even, parameters, white.narrow(1, 0, EVEN)); // (B, 40)
      Tensor index = first.narrow(1, half, half).argMin(1).reshape(tasks, 1, 1);
      Tensor wide = index.expand(tasks, 1, dimensions).contiguous();
      Tensor lowest = even.narrow(1, half, half).gather(1, wide); // (B, 1, D)
      Tensor radius = random.uniform(DType.FLOAT64, tasks, half, 1).times(-4).exp().times(0.3);
      Tensor cluster = around(lowest, radius, half, random);
      Tensor queries =
          around(lowest, Tensor.full(NEAR, device(), DType.FLOAT64, 1), NEAR_QUERIES, random);
      Tensor points = Tensor.cat(1, even, cluster, queries);
      Tensor latent = prior.latent(points, parameters, white);
      Tensor noise = random.normal(DType.FLOAT64, tasks, all);
      Tensor observed = latent.plus(noise.times(parameters.noise().sqrt().unsqueeze(1)));
      GpPrior.Draw draw = new GpPrior.Draw(parameters, points, latent, observed);
      Tensor predicted = OracleTasks.predicted(prior, draw);
      OracleTasks evenly = OracleTasks.ending(prior, draw, 0, EVEN, NEAR_QUERIES, predicted);
      OracleTasks clustered = OracleTasks.ending(prior, draw, half, EVEN, NEAR_QUERIES, predicted);
      return new double[] {
        model.score(evenly).meanLoss(),
        evenly.exactLoss().mean().item(),
        model.score(clustered).meanLoss(),
        clustered.exactLoss().mean().item()
      };
    }
  }

  private static Tensor around(Tensor centre, Tensor radius, int count, TensorRandom random) {
    Tensor offset = random.normal(DType.FLOAT64, centre.size(0), count, centre.size(2));
    return centre.plus(offset.times(radius)).clamp(0, 1);
  }

  /* The setting of the figure: 40 observations in each of [0, 0.15] and [0.85, 1] of the first input, the others at their
   * middle; then more and more in [0.45, 0.55]. Moved means: the error of the prediction there has halved. */
  private double[] untilMoved() {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad();
        TensorRandom random = new TensorRandom(device(), plan.seed() + 23)) {
      int tasks = Math.min(plan.tasks(), MOST_WAITING);
      int most = ARRIVALS[ARRIVALS.length - 1];
      GpParameters drawn = prior.parameters(tasks, random);
      // A lengthscale at which the flanks say little about the middle.
      Tensor tenth = drawn.lengthscale().times(0).plus(0.1);
      GpParameters parameters =
          new GpParameters(tenth, drawn.outputScale(), drawn.noise(), drawn.mean());
      Tensor left = random.uniform(DType.FLOAT64, tasks, FLANK, 1).times(0.15);
      Tensor right = random.uniform(DType.FLOAT64, tasks, FLANK, 1).times(0.15).plus(0.85);
      Tensor middle = random.uniform(DType.FLOAT64, tasks, most, 1).times(0.1).plus(0.45);
      Tensor places = Tensor.range(PLACES, device(), DType.FLOAT64).times(0.01).plus(0.46);
      Tensor grid = places.reshape(1, PLACES, 1).expand(tasks, PLACES, 1);
      Tensor line = Tensor.cat(1, left, right, middle, grid); // (B, N, 1)
      Tensor points = alongFirstInput(line);
      GpPrior.Draw draw = prior.at(points, parameters, random);
      return new double[] {
        arrivals(draw, model::medians), arrivals(draw, SymptomProbe::exactMeans)
      };
    }
  }

  private Tensor alongFirstInput(Tensor line) {
    int others = prior.dimensions() - 1;
    if (others == 0) {
      return line;
    }
    Tensor still = line.times(0).plus(0.5).expand(line.size(0), line.size(1), others);
    return Tensor.cat(2, line, still);
  }

  /** The number of arrivals at which the prediction has moved, on average over the tasks. */
  private double arrivals(GpPrior.Draw draw, Function<OracleTasks, double[][]> predictor) {
    int tasks = (int) draw.points().size(0);
    double[] before = new double[tasks];
    double sum = 0;
    int[] waiting = IntStream.range(0, tasks).toArray();
    for (int count : ARRIVALS) {
      double[] error = errors(draw, waiting, 2 * FLANK + count, predictor);
      List<Integer> still = new ArrayList<>();
      for (int i = 0; i < waiting.length; i++) {
        if (count == 0) {
          before[waiting[i]] = error[i];
        }
        if (count > 0 && error[i] <= before[waiting[i]] / 2) {
          sum += count;
        } else {
          still.add(waiting[i]);
        }
      }
      waiting = still.stream().mapToInt(Integer::intValue).toArray();
      if (waiting.length == 0) {
        break;
      }
    }
    return (sum + (double) waiting.length * OracleGapSymptoms.NEVER) / tasks;
  }

  /** The errors of what some tasks predict in the middle from their first points. */
  private double[] errors(
      GpPrior.Draw draw, int[] some, int context, Function<OracleTasks, double[][]> predictor) {
    try (TensorScope scope = new TensorScope()) {
      GpPrior.Draw drawn = only(draw, some);
      OracleTasks tasks = OracleTasks.ending(prior, drawn, 0, context, PLACES, drawn.latent());
      double[][] predicted = predictor.apply(tasks);
      double[][] truth = tasks.targetRows();
      double[] errors = new double[some.length];
      Arrays.setAll(errors, task -> error(predicted[task], truth[task]));
      return errors;
    }
  }

  private static double[][] exactMeans(OracleTasks tasks) {
    return tasks.exactLatent().mean().toDoubleRows();
  }

  private static GpPrior.Draw only(GpPrior.Draw draw, int... some) {
    long[] wide = Arrays.stream(some).asLongStream().toArray();
    Tensor index = Tensor.of(wide, draw.points().device(), some.length);
    UnaryOperator<Tensor> chosen = tensor -> tensor.indexSelect(0, index);
    return new GpPrior.Draw(
        draw.parameters().map(chosen),
        chosen.apply(draw.points()),
        chosen.apply(draw.latent()),
        chosen.apply(draw.observed()));
  }

  private static double error(double[] predicted, double[] truth) {
    double square = 0;
    for (int i = 0; i < truth.length; i++) {
      square += Math.pow(predicted[i] - truth[i], 2) / truth.length;
    }
    return Math.sqrt(square);
  }
}
