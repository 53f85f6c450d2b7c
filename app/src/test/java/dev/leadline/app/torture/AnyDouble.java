package dev.leadline.app.torture;

import java.util.random.RandomGenerator;

/** Finite numbers of all magnitudes, the ends of the range and zeros of both signs among them. */
final class AnyDouble {

  private static final double[] ENDS = {
    0.0, -0.0, Double.MIN_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE, Double.MIN_NORMAL, 1e15, -1
  };

  private AnyDouble() {}

  static double of(RandomGenerator random) {
    double any =
        random.nextInt(6) == 0
            ? ENDS[random.nextInt(ENDS.length)]
            : Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(any) ? any : of(random);
  }
}
