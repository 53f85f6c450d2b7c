package dev.leadline.lab.recorded;

/** One function of variance 1 drawn from the prior of a Matérn kernel: a sum of cosines. */
final class PriorPath {

  /* The spectrum of Matérn-ν is Student's distribution with 2ν degrees of freedom: a normal vector over the root of the mean of
   * 2ν squares. */

  private static final int SQUARES = 5;

  private final double[][] frequencies;
  private final double[] phases;
  private final double[] amplitudes;

  /**
   * @param width the number of coordinates
   * @param freedom twice the kernel's smoothness
   * @param scale one over the kernel's length
   */
  PriorPath(long seed, int width, int features, int freedom, double scale) {
    frequencies = new double[features][width];
    phases = new double[features];
    amplitudes = new double[features];
    int per = SQUARES + 2 + width;
    for (int j = 0; j < features; j++) {
      double squares = 0;
      for (int k = 0; k < freedom; k++) {
        double draw = Draws.normal(Draws.state(seed, j * per + k));
        squares += draw * draw;
      }
      double factor = scale / Math.max(Math.sqrt(squares / freedom), 1e-3);
      phases[j] = 2 * Math.PI * Draws.uniform(Draws.state(seed, j * per + SQUARES));
      double amplitude = Draws.normal(Draws.state(seed, j * per + SQUARES + 1));
      amplitudes[j] = Math.sqrt(2.0 / features) * amplitude;
      for (int i = 0; i < width; i++) {
        double draw = Draws.normal(Draws.state(seed, j * per + SQUARES + 2 + i));
        frequencies[j][i] = draw * factor;
      }
    }
  }

  double at(double[] point) {
    double sum = 0;
    for (int j = 0; j < phases.length; j++) {
      double angle = phases[j];
      for (int i = 0; i < point.length; i++) {
        angle += point[i] * frequencies[j][i];
      }
      sum += amplitudes[j] * Math.cos(angle);
    }
    return sum;
  }
}
