package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/**
 * Kernel values between the context points and a block of candidates, one kernel after the other. A
 * scratch pad: reused from block to block, for one thread at a time. Columns beyond a block that
 * never was wider stay zero.
 */
final class KernelSweep {

  private final CommitteeConfig config;
  private final double[][] context;
  private final List<double[]> terms;
  private final double[][] distance;
  private final double[][] decay;
  private final double[][] value;
  private final double[] prior;
  private final double[] factors;
  private final List<Integer> together;
  private final CosineSums sums;
  private final double[][][] summed; // (additive kernels in use, N + 1, capacity), priors last
  private final int dimensions;
  private boolean isSummed;
  private double rate;
  private int width;

  /**
   * @param units of the inputs, in which distances are measured
   * @param context the N context points
   * @param terms the cosine series of each of them; not needed without additive kernels
   * @param capacity the largest block
   * @param additive the kernels, by their places among the additive ones, that every block climbs;
   *     those of several are computed together
   */
  KernelSweep(
      CommitteeConfig config,
      double[] units,
      double[][] context,
      List<double[]> terms,
      int capacity,
      List<Integer> additive) {
    this.config = config;
    this.context = Distances.in(units, context);
    this.terms = terms;
    int size = context.length;
    distance = new double[size][capacity];
    decay = new double[size][capacity];
    value = new double[VectorLoops.padded(size)][capacity];
    prior = new double[capacity];
    dimensions = units.length;
    factors = new double[CosineSeries.length(dimensions, config.additive().frequencies())];
    together = additive.size() < 2 ? List.of() : additive;
    sums = new CosineSums(config.additive(), together, dimensions, capacity);
    summed = new double[together.size()][size + 1][capacity];
  }

  /** Measures the distances of the first candidates of a block from the context. */
  void place(Columns candidates, int count) {
    width = count;
    rate = 0;
    isSummed = false;
    for (int i = 0; i < context.length; i++) {
      Distances.squared(context[i], candidates.measured(), distance[i], width);
      Distances.root(distance[i], width);
    }
  }

  /** Fills the values for a kernel; cheapest when each lengthscale is half of the one before. */
  void step(int kernel, Columns candidates) {
    int index = config.additiveIndex(kernel);
    double constant = config.meanVariance();
    if (index < 0) {
      isotropic(config.lengthscales().get(kernel), 1, constant);
      Arrays.fill(prior, 0, width, 1 + constant);
    } else {
      AdditiveKernels additive = config.additive();
      isotropic(additive.interactionLengthscale(), additive.interaction(), constant);
      Arrays.fill(prior, 0, width, additive.interaction() + constant);
      addSeries(index, candidates.series());
    }
  }

  private void isotropic(double lengthscale, double share, double constant) {
    double target = Matern.rate(lengthscale);
    int squarings = rate == 0 ? -1 : Matern.squarings(rate, target);
    for (int i = 0; i < distance.length; i++) {
      if (squarings < 0) {
        Matern.decay(distance[i], target, decay[i], width);
      }
      for (int s = 0; s < squarings; s++) {
        Matern.square(decay[i], width);
      }
      Matern.correlation(distance[i], decay[i], target, share, constant, value[i], width);
    }
    rate = target;
  }

  private void addSeries(int index, double[][] series) {
    int place = together.indexOf(index);
    if (place < 0) {
      addSeries(config.additive().coefficients(index, dimensions), series);
      return;
    }
    if (!isSummed) {
      sumSeries(series);
      isSummed = true;
    }
    for (int i = 0; i < context.length; i++) {
      VectorLoops.addScaled(value[i], summed[place][i], 1, width);
    }
    VectorLoops.addScaled(prior, summed[place][context.length], 1, width);
  }

  private void addSeries(double[] coefficients, double[][] series) {
    for (int i = 0; i < context.length; i++) {
      VectorLoops.multiply(coefficients, terms.get(i), factors);
      CosineSeries.add(value[i], factors, series, width);
    }
    for (int f = 0; f < coefficients.length; f++) {
      VectorLoops.addSquares(prior, series[f], coefficients[f], width);
    }
  }

  private void sumSeries(double[][] series) {
    for (int i = 0; i <= context.length; i++) {
      if (i < context.length) {
        sums.multiply(terms.get(i), series, width);
      } else {
        sums.square(series, width);
      }
      for (int place = 0; place < together.size(); place++) {
        Arrays.fill(summed[place][i], 0, width, 0);
        sums.addTo(summed[place][i], place, width);
      }
    }
  }

  int width() {
    return width;
  }

  /** Kernel values, one row per context point and zero rows up to a multiple of four. */
  double[][] value() {
    return value;
  }

  /** The prior variance k(x, x) of every candidate. */
  double[] prior() {
    return prior;
  }
}
