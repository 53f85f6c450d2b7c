package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.acquisition.SobolSequence;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.BatchedLbfgs;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Gaussian processes with a gradient search for the next point, in lock-step. Not thread-safe. */
final class GpProposer implements Proposer {

  /* As BoTorch does it: raw Sobol samples, of which the best and some more, drawn by Boltzmann weights of their standardised
   * scores, start a quasi-Newton ascent. The cube's walls are removed by x = (1 − cos πu)/2. */

  private static final int RAW_SAMPLES = 500;
  private static final int RESTARTS = 10;
  private static final int MEMORY = 8;
  private static final double LONGEST_STEP = 0.2;

  private final List<Lane> lanes;
  private final GpModel model;
  private final GpImprovement improvement;
  private final int ascent;

  /**
   * Proposes with a model that is closed with this.
   *
   * @param ascent the number of evaluations of the quasi-Newton search
   */
  GpProposer(List<Lane> lanes, GpModel model, GpImprovement improvement, int ascent) {
    this.lanes = List.copyOf(lanes);
    this.model = model;
    this.improvement = improvement;
    this.ascent = ascent;
  }

  @Override
  public double[][] propose() {
    List<Observations> known = lanes.stream().map(GpProposer::standardised).toList();
    double[] lowest =
        known.stream().mapToDouble(o -> Arrays.stream(o.values()).min().orElse(0)).toArray();
    List<SplittableRandom> random = lanes.stream().map(Lane::random).toList();
    double[][][] raw = rawSamples(random);
    try (TensorScope scope = new TensorScope()) {
      GpPosterior posterior = model.condition(known, lanes.get(0).initial());
      Tensor best = Tensor.of(lowest, model.device(), lanes.size(), 1);
      double[][] scores = PaddedBatch.unpad(judge(posterior, raw, best), raw);
      double[][][] starts = starts(raw, scores, random);
      double[][][] found = climb(posterior, starts, best);
      double[][] reached = PaddedBatch.unpad(judge(posterior, found, best), found);
      double[][] points = new double[lanes.size()][];
      for (int i = 0; i < points.length; i++) {
        points[i] = pick(lanes.get(i), found[i], reached[i], raw[i], scores[i]);
      }
      return points;
    }
  }

  private static Observations standardised(Lane lane) {
    Observations raw = lane.observations();
    double[] values = raw.values();
    double[] scaled = OutputScaling.Z_SCORE.fit(values).toModel(values);
    return new Observations(raw.dimensions(), raw.points(), scaled);
  }

  private double[][][] rawSamples(List<SplittableRandom> random) {
    double[][][] raw = new double[lanes.size()][RAW_SAMPLES][];
    for (int i = 0; i < raw.length; i++) {
      SobolSequence sobol = new SobolSequence(lanes.get(i).dimensions(), random.get(i));
      for (int j = 0; j < RAW_SAMPLES; j++) {
        raw[i][j] = sobol.point(j);
      }
    }
    return raw;
  }

  private double[] judge(GpPosterior posterior, double[][][] candidates, Tensor best) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor queries =
          PaddedBatch.candidates(candidates, lanes.get(0).dimensions(), model.device());
      return improvement.of(posterior.at(queries), best).toDoubleArray();
    }
  }

  /** The best raw sample and others by weight, without repetition (Gumbel's trick). */
  private static double[][][] starts(
      double[][][] raw, double[][] scores, List<SplittableRandom> random) {
    double[][][] starts = new double[raw.length][][];
    for (int i = 0; i < raw.length; i++) {
      double[] own = scores[i];
      double mean = Arrays.stream(own).average().orElse(0);
      double deviation =
          Math.sqrt(Arrays.stream(own).map(s -> (s - mean) * (s - mean)).average().orElse(0));
      int top = IntStream.range(0, own.length).boxed().max(byScore(own)).orElse(0);
      double[] keys = new double[own.length];
      for (int j = 0; j < keys.length; j++) {
        double gumbel = -Math.log(-Math.log(random.get(i).nextDouble(1e-300, 1)));
        keys[j] =
            j == top ? Double.MAX_VALUE : (own[j] - mean) / Math.max(1e-300, deviation) + gumbel;
      }
      double[][] samples = raw[i];
      starts[i] =
          IntStream.range(0, keys.length)
              .boxed()
              .sorted(byScore(keys).reversed())
              .limit(RESTARTS)
              .map(j -> samples[j])
              .toArray(double[][]::new);
    }
    return starts;
  }

  private double[][][] climb(GpPosterior posterior, double[][][] starts, Tensor best) {
    int dimensions = lanes.get(0).dimensions();
    try (TensorScope scope = new TensorScope()) {
      Tensor begin = PaddedBatch.candidates(starts, dimensions, model.device()); // (B, R, D)
      double[] angle =
          Arrays.stream(begin.toDoubleArray()).map(x -> Math.acos(1 - 2 * x) / Math.PI).toArray();
      long runs = begin.size(0);
      long rows = runs * RESTARTS;
      Tensor start = Tensor.of(angle, model.device(), rows, dimensions);
      Tensor end =
          new BatchedLbfgs(ascent, MEMORY, LONGEST_STEP)
              .minimise(free -> descend(posterior, free, best, runs), start)
              .first();
      double[] flat = inCube(end).toDoubleArray();
      double[][][] found = new double[(int) runs][RESTARTS][];
      for (int i = 0; i < rows; i++) {
        double[] row = Arrays.copyOfRange(flat, i * dimensions, (i + 1) * dimensions);
        found[i / RESTARTS][i % RESTARTS] =
            Arrays.stream(row).map(x -> Math.min(1, Math.max(0, x))).toArray();
      }
      return found;
    }
  }

  private BatchedLbfgs.Evaluation descend(
      GpPosterior posterior, Tensor free, Tensor best, long runs) {
    try (TensorScope scope = new TensorScope()) {
      Tensor leaf = free.detach().copy().requireGradient(); // (B·R, D)
      Tensor queries = inCube(leaf).reshape(runs, RESTARTS, leaf.size(1)); // (B, R, D)
      Tensor loss = improvement.of(posterior.at(queries), best).negate().reshape(-1); // (B·R)
      Tensor gradient = loss.sum().gradientBy(leaf);
      Tensor finite = gradient.maskedFill(gradient.isFinite().not(), 0);
      return new BatchedLbfgs.Evaluation(scope.escape(loss.detach()), scope.escape(finite));
    }
  }

  private static Tensor inCube(Tensor free) {
    return free.times(Math.PI).cos().negate().plus(1).times(0.5);
  }

  /** The best end point that may be evaluated, else the best such raw sample. */
  private static double[] pick(
      Lane lane, double[][] found, double[] reached, double[][] raw, double[] scores) {
    Domain domain = lane.domain();
    List<double[]> ordered = new ArrayList<>();
    IntStream.range(0, found.length)
        .boxed()
        .sorted(byScore(reached).reversed())
        .forEach(i -> ordered.add(found[i]));
    IntStream.range(0, raw.length)
        .boxed()
        .sorted(byScore(scores).reversed())
        .forEach(i -> ordered.add(raw[i]));
    return ordered.stream()
        .map(domain::snap)
        .filter(domain::allows)
        .findFirst()
        .orElseGet(() -> domain.snap(raw[0]));
  }

  private static Comparator<Integer> byScore(double[] scores) {
    return Comparator.comparingDouble(
        i -> Double.isNaN(scores[i]) ? Double.NEGATIVE_INFINITY : scores[i]);
  }

  @Override
  public void close() {
    model.close();
  }
}
