package dev.leadline.acquisition;

/** A domain without what lies near one of its points. Immutable and thread-safe. */
final class Elsewhere implements Domain {

  /** Up to so far away in every coordinate a point is near. */
  private static final double NEAR = 0.1;

  private final Domain whole;
  private final double[] centre;

  Elsewhere(Domain whole, double[] centre) {
    this.whole = whole;
    this.centre = centre.clone();
  }

  @Override
  public int dimensions() {
    return whole.dimensions();
  }

  @Override
  public double[] snap(double[] point) {
    return whole.snap(point);
  }

  @Override
  public boolean allows(double[] snapped) {
    return isFar(snapped) && whole.allows(snapped);
  }

  private boolean isFar(double[] point) {
    for (int d = 0; d < point.length; d++) {
      if (Math.abs(point[d] - centre[d]) > NEAR) {
        return true;
      }
    }
    return false;
  }
}
