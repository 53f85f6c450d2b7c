package dev.leadline.committee;

/** One member that has a say: its factor, weight and solution for the values at hand. Immutable. */
final class Member {

  private static final double VARIANCE_FLOOR = 1e-12;

  private final int index;
  private final Factor factor;
  private final double noise;
  private final double weight;
  private final double scale;
  private final double[] solution;

  /**
   * @param index k
   * @param factor W
   * @param noise η
   * @param weight w_k, normalised over the members that have a say
   * @param scale ŝ²_k, the output scale
   * @param solution A_k·y
   */
  Member(int index, Factor factor, double noise, double weight, double scale, double[] solution) {
    this.index = index;
    this.factor = factor;
    this.noise = noise;
    this.weight = weight;
    this.scale = scale;
    this.solution = solution;
  }

  /** The same with a factor at more points. */
  Member with(Factor wider) {
    return new Member(index, wider, noise, weight, scale, solution);
  }

  int index() {
    return index;
  }

  Factor factor() {
    return factor;
  }

  double noise() {
    return noise;
  }

  double weight() {
    return weight;
  }

  /** A_k·y. Not to change. */
  double[] solution() {
    return solution;
  }

  /** The latent variance for a relative variance, which rounding may have made negative. */
  double variance(double relative) {
    return scale * Math.max(relative, VARIANCE_FLOOR);
  }

  /** Writes the latent variances at a block of points, for what is known before and explained. */
  void variances(double[] prior, double[] explained, double[] out, int from, int to) {
    for (int c = from; c < to; c++) {
      out[c] = variance(prior[c - from] - explained[c - from]);
    }
  }
}
