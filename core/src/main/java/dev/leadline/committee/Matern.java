package dev.leadline.committee;

/** The Matérn-5/2 correlation (1 + t + t²/3)·exp(−t), t = √5·r/ℓ, of many distances at once. */
final class Matern {

  /* exp(−t) is a Taylor polynomial of degree 9 at t/2^s ≤ 1/8 (relative error 3e-16), squared s
  times. It holds for distances in [0, 1], the diagonal of the unit cube divided by √d, with a
  relative error of about 2^s·5e-16: 3e-13 for ℓ = 0.05. Unlike Math.exp it vectorises, and a
  lengthscale half as long costs one more squaring instead of another exponential. */

  private static final double ROOT_FIVE = Math.sqrt(5);
  private static final double POLYNOMIAL_RANGE = 0.125;

  private Matern() {}

  /** The rate of decay √5/ℓ of a lengthscale. */
  static double rate(double lengthscale) {
    return ROOT_FIVE / lengthscale;
  }

  /** Writes exp(−rate·r) for each distance. */
  static void decay(double[] distance, double rate, double[] decay, int length) {
    int halvings = 0;
    double reduced = rate;
    while (reduced > POLYNOMIAL_RANGE) {
      reduced *= 0.5;
      halvings++;
    }
    polynomial(distance, -reduced, decay, length);
    for (int i = 0; i < halvings; i++) {
      square(decay, length);
    }
  }

  /** How many squarings lead from one rate to another, or −1 if none do. */
  static int squarings(double from, double to) {
    double ratio = to / from;
    int steps = (int) Math.rint(Math.log(ratio) / Math.log(2));
    boolean doubles = steps >= 0 && Math.abs(ratio / Math.pow(2, steps) - 1) < 1e-14;
    return doubles ? steps : -1;
  }

  static void square(double[] decay, int length) {
    for (int c = 0; c < length; c++) {
      decay[c] *= decay[c];
    }
  }

  /** Writes share·correlation + constant for each distance and its decay at the same rate. */
  static void correlation(
      double[] distance,
      double[] decay,
      double rate,
      double share,
      double constant,
      double[] out,
      int length) {
    double linear = share * rate;
    double square = linear * rate / 3;
    for (int c = 0; c < length; c++) {
      double r = distance[c];
      out[c] = (share + r * (linear + r * square)) * decay[c] + constant;
    }
  }

  private static void polynomial(double[] distance, double factor, double[] out, int length) {
    for (int c = 0; c < length; c++) {
      double a = factor * distance[c];
      double tail =
          1. / 120 + a * (1. / 720 + a * (1. / 5040 + a * (1. / 40320 + a * (1. / 362880))));
      out[c] = 1 + a * (1 + a * (1. / 2 + a * (1. / 6 + a * (1. / 24 + a * tail))));
    }
  }
}
