package dev.leadline.paper.lockstep;

import dev.leadline.search.SobolSequence;
import dev.leadline.torch.gp.BatchedMinimiser;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A search for the points of the unit cube from which Gaussian processes expect the most, for
 * several runs in lock-step. Immutable and thread-safe.
 *
 * @param improvement what is maximised
 * @param evaluations how often it is evaluated on the way up from a start, at most
 */
record GpAscent(GpImprovement improvement, int evaluations) {

  /* As BoTorch does it: raw Sobol samples, of which the best and some more, drawn by weights that grow with their
   * scores, start a quasi-Newton ascent within the cube. */

  private static final int RAW_SAMPLES = 500;
  private static final int RESTARTS = 10;

  /**
   * Each run's candidates, the best first: the ends of the ascents, then the raw samples.
   *
   * @param posterior of B runs
   * @param best (B, 1), the values to better
   * @param random one stream per run
   */
  double[][][] candidates(
      GpPosterior posterior, Tensor best, int dimensions, List<SplittableRandom> random) {
    double[][][] raw = rawSamples(dimensions, random);
    double[][] scores = judge(posterior, raw, best);
    double[][][] found = climb(posterior, starts(raw, scores, random), best);
    double[][] reached = judge(posterior, found, best);
    double[][][] ordered = new double[raw.length][][];
    for (int i = 0; i < ordered.length; i++) {
      double[][] ends = ranked(found[i], reached[i]);
      ordered[i] = Arrays.copyOf(ends, ends.length + raw[i].length);
      System.arraycopy(ranked(raw[i], scores[i]), 0, ordered[i], ends.length, raw[i].length);
    }
    return ordered;
  }

  private static double[][][] rawSamples(int dimensions, List<SplittableRandom> random) {
    return random.parallelStream()
        .map(
            own -> {
              SobolSequence sobol = new SobolSequence(dimensions, own);
              return IntStream.range(0, RAW_SAMPLES)
                  .mapToObj(sobol::point)
                  .toArray(double[][]::new);
            })
        .toArray(double[][][]::new);
  }

  private double[][] judge(GpPosterior posterior, double[][][] candidates, Tensor best) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      int dimensions = candidates[0][0].length;
      Tensor queries = PaddedBatch.candidates(candidates, dimensions, best.device());
      double[] scores = improvement.of(posterior.at(queries), best).toDoubleArray();
      return PaddedBatch.unpad(scores, candidates);
    }
  }

  private double[][][] starts(double[][][] raw, double[][] scores, List<SplittableRandom> random) {
    return IntStream.range(0, raw.length)
        .parallel()
        .mapToObj(i -> starts(raw[i], scores[i], random.get(i)))
        .toArray(double[][][]::new);
  }

  /** The best raw sample and others by weight, without repetition (Gumbel's trick). */
  private double[][] starts(double[][] raw, double[] scores, SplittableRandom random) {
    double[] keys = improvement.logWeights(scores);
    int top = IntStream.range(0, scores.length).boxed().max(byScore(scores)).orElse(0);
    for (int j = 0; j < keys.length; j++) {
      double gumbel = -Math.log(-Math.log(random.nextDouble(1e-300, 1)));
      keys[j] = j == top ? Double.MAX_VALUE : keys[j] + gumbel;
    }
    return Arrays.copyOf(ranked(raw, keys), RESTARTS);
  }

  private double[][][] climb(GpPosterior posterior, double[][][] starts, Tensor best) {
    double[][] rows = Arrays.stream(starts).flatMap(Arrays::stream).toArray(double[][]::new);
    double[] lower = new double[rows[0].length];
    double[] upper = new double[rows[0].length];
    Arrays.fill(upper, 1);
    double[][] ends =
        new BatchedMinimiser(evaluations)
            .minimise(
                points -> descend(posterior, points, best), best.device(), rows, lower, upper);
    double[][][] found = new double[starts.length][][];
    Arrays.setAll(found, i -> Arrays.copyOfRange(ends, i * RESTARTS, (i + 1) * RESTARTS));
    return found;
  }

  private BatchedMinimiser.Evaluation descend(GpPosterior posterior, Tensor points, Tensor best) {
    try (TensorScope scope = new TensorScope()) {
      Tensor leaf = points.detach().requireGradient(); // (B·R, D)
      Tensor queries = leaf.reshape(best.size(0), RESTARTS, -1); // (B, R, D)
      Tensor loss = improvement.of(posterior.at(queries), best).negate().reshape(-1); // (B·R)
      Tensor gradient = loss.sum().gradientBy(leaf);
      return new BatchedMinimiser.Evaluation(scope.escape(loss.detach()), scope.escape(gradient));
    }
  }

  private static double[][] ranked(double[][] points, double[] scores) {
    return IntStream.range(0, points.length)
        .boxed()
        .sorted(byScore(scores).reversed())
        .map(i -> points[i])
        .toArray(double[][]::new);
  }

  private static Comparator<Integer> byScore(double[] scores) {
    return Comparator.comparingDouble(
        i -> Double.isNaN(scores[i]) ? Double.NEGATIVE_INFINITY : scores[i]);
  }
}
