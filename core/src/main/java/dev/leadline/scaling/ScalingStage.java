package dev.leadline.scaling;

import java.util.Arrays;

/** One step of a scaling: an affine map, then a fixed warp. */
record ScalingStage(Affine affine, Warp warp) {

  static final ScalingStage NONE = new ScalingStage(Affine.IDENTITY, Warp.NONE);

  double apply(double y) {
    return warp.apply(affine.apply(y));
  }

  double[] apply(double[] values) {
    return Arrays.stream(values).map(this::apply).toArray();
  }

  double invert(double z) {
    return affine.invert(warp.invert(z));
  }

  /** The logarithm of the derivative of {@link #apply(double)}. */
  double logSlope(double y) {
    return warp.logSlope(affine.apply(y)) + affine.logSlope();
  }
}
