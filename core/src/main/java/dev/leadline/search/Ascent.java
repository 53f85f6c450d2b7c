package dev.leadline.search;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A way uphill in the unit cube. It asks by turns how high it is around and how high it is ahead,
 * so that many ways can be answered together. Not thread-safe.
 */
final class Ascent {

  /* A quasi-Newton ascent. Heights are exact to 1e-9 or so, and ridges are wider than 1e-4: differences over a millionth tell
   * the slope of both. All steps of a line are tried at once and the highest is taken. A coordinate at its end stays there while
   * the slope leads out of the cube. A way that learnt of its ridge and gets nowhere tries the bare slope once before it ends. */

  private static final double DIFFERENCE = 1e-6;
  private static final double[] STEPS = {2, 1, 0.5, 0.2, 0.05, 0.01, 0.001};
  private static final double FIRST = 0.05;
  private static final double LONGEST = 0.1;
  private static final double TRIFLE = 1e-3;

  private final int[] moving;
  private double[] point;
  private double height;
  private boolean isOver;
  private InverseHessian ridge;
  private double[] slope = {};
  private double[] taken = {};
  private double[] way = {};

  /**
   * @param moving the coordinates in which it may go
   */
  Ascent(double[] start, double height, int[] moving) {
    this.point = start.clone();
    this.height = height;
    this.moving = moving;
    this.ridge = InverseHessian.unknown(moving.length);
  }

  boolean isOver() {
    return isOver;
  }

  double[] point() {
    return point.clone();
  }

  double height() {
    return height;
  }

  /** Where the slope is measured, one point for each coordinate. */
  double[][] around() {
    return IntStream.range(0, moving.length)
        .mapToObj(
            k -> {
              double[] near = point.clone();
              near[moving[k]] += side(k);
              return near;
            })
        .toArray(double[][]::new);
  }

  private double side(int k) {
    return point[moving[k]] + DIFFERENCE > 1 ? -DIFFERENCE : DIFFERENCE;
  }

  /** Takes the heights around. */
  void slope(double[] heights) {
    double[] before = slope;
    slope = new double[heights.length];
    Arrays.setAll(slope, k -> (heights[k] - height) / side(k));
    if (taken.length > 0) {
      ridge = ridge.with(taken, minus(before, slope));
    }
    way = ridge.isKnown() ? inside(ridge.way(inside(slope))) : new double[0];
    if (!(rise() > 0)) {
      ridge = InverseHessian.unknown(moving.length);
      way = inside(slope);
    }
    double most = Arrays.stream(way).map(Math::abs).max().orElse(0);
    double longest = ridge.isKnown() ? Math.min(most, LONGEST) : FIRST;
    isOver = !(rise() > 0 && Double.isFinite(most));
    way = Arrays.stream(way).map(x -> x * longest / most).toArray();
  }

  private double rise() {
    return IntStream.range(0, way.length).mapToDouble(k -> way[k] * slope[k]).sum();
  }

  /** A direction without what leads out of the cube. */
  private double[] inside(double[] direction) {
    return IntStream.range(0, direction.length)
        .mapToDouble(
            k -> {
              double x = point[moving[k]];
              boolean leadsOut = (x <= 0 && direction[k] < 0) || (x >= 1 && direction[k] > 0);
              return leadsOut ? 0 : direction[k];
            })
        .toArray();
  }

  /** Where the height is measured ahead. */
  double[][] ahead() {
    return Arrays.stream(STEPS)
        .mapToObj(
            step -> {
              double[] far = point.clone();
              for (int k = 0; k < moving.length; k++) {
                far[moving[k]] = clipped(far[moving[k]] + step * way[k]);
              }
              return far;
            })
        .toArray(double[][]::new);
  }

  /** Takes the heights ahead. */
  void move(double[] heights) {
    int top = 0;
    for (int s = 1; s < heights.length; s++) {
      top = heights[s] > heights[top] ? s : top;
    }
    if (!(heights[top] > height)) {
      isOver = !ridge.isKnown();
      ridge = InverseHessian.unknown(moving.length);
      taken = new double[0];
      return;
    }
    double[] from = point;
    point = ahead()[top];
    taken = Arrays.stream(moving).mapToDouble(d -> point[d] - from[d]).toArray();
    isOver = ridge.isKnown() && heights[top] - height < TRIFLE;
    height = heights[top];
  }

  static double clipped(double x) {
    return Math.max(0, Math.min(1, x));
  }

  private static double[] minus(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(k -> one[k] - other[k]).toArray();
  }
}
