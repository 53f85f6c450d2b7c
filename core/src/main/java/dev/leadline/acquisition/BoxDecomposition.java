package dev.leadline.acquisition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What is better than a reference point and reached by no point of a front, cut into boxes that do
 * not overlap. For two or three goals; small is good. Immutable and thread-safe.
 */
public final class BoxDecomposition {

  /*
   * Points come in by their third goal, best first. Of the first two goals the region is at any time a row of strips, from
   * left to right ever lower: a strip reaches from one value of the first goal to the next, and down without end. A new point
   * cuts a lower strip out of those to its right. What it cuts off ends there as a box, whose third side goes from where the
   * strip began to the point. So n points make no more than 2n + 1 boxes. With two goals nothing has a third side and
   * the strips left at the end are the boxes.
   */

  private static final double UNBOUNDED = Double.NEGATIVE_INFINITY;

  private final double[][] knots;
  private final int[][] lower;
  private final int[][] upper;

  private BoxDecomposition(double[][] knots, List<double[][]> boxes) {
    this.knots = knots;
    this.lower = boxes.stream().map(box -> places(box[0])).toArray(int[][]::new);
    this.upper = boxes.stream().map(box -> places(box[1])).toArray(int[][]::new);
  }

  /**
   * The region that a set of points leaves.
   *
   * @param points one value per goal in each row; those that are not better than the reference in
   *     every goal take nothing away
   * @param reference one value per goal
   */
  public static BoxDecomposition of(double[][] points, double[] reference) {
    int goals = reference.length;
    if (goals < 2 || goals > 3) {
      throw new IllegalArgumentException("expected two or three goals but got " + goals);
    }
    double[][] inside =
        Arrays.stream(points)
            .filter(point -> isBelow(point, reference))
            .sorted(Comparator.comparingDouble(point -> goals == 2 ? 0 : point[2]))
            .toArray(double[][]::new);
    Sweep sweep = new Sweep(reference);
    for (double[] point : inside) {
      sweep.cut(point);
    }
    List<double[][]> boxes = sweep.end();
    double[][] knots = new double[goals][];
    for (int k = 0; k < goals; k++) {
      int goal = k;
      knots[k] =
          boxes.stream()
              .flatMapToDouble(box -> DoubleStream.of(box[0][goal], box[1][goal]))
              .filter(end -> end != UNBOUNDED)
              .distinct()
              .sorted()
              .toArray();
    }
    return new BoxDecomposition(knots, boxes);
  }

  private static boolean isBelow(double[] point, double[] reference) {
    for (int k = 0; k < reference.length; k++) {
      if (!(point[k] < reference[k])) {
        return false;
      }
    }
    return true;
  }

  private int[] places(double[] corner) {
    int[] places = new int[corner.length];
    for (int k = 0; k < places.length; k++) {
      places[k] = corner[k] == UNBOUNDED ? -1 : Arrays.binarySearch(knots[k], corner[k]);
    }
    return places;
  }

  /** The number of goals. */
  public int goals() {
    return knots.length;
  }

  /** The number of boxes. */
  public int size() {
    return lower.length;
  }

  /** The values of a goal at which boxes begin or end, increasing; the last is the reference. */
  public double[] knots(int goal) {
    return knots[goal].clone();
  }

  /** The place among the knots where a box begins, −1 if it has no end there. */
  int lower(int box, int goal) {
    return lower[box][goal];
  }

  /** The place among the knots where a box ends. */
  int upper(int box, int goal) {
    return upper[box][goal];
  }

  /** The strips while points come in. */
  private static final class Sweep {

    private final double[] reference;
    private final List<double[][]> boxes = new ArrayList<>();
    private List<Strip> strips = new ArrayList<>();

    Sweep(double[] reference) {
      this.reference = reference;
      strips.add(new Strip(UNBOUNDED, reference[0], reference[1], UNBOUNDED));
    }

    void cut(double[] point) {
      double now = reference.length == 2 ? UNBOUNDED : point[2];
      List<Strip> after = new ArrayList<>();
      double right = point[0];
      for (Strip strip : strips) {
        if (strip.right <= point[0] || strip.top <= point[1]) {
          after.add(strip);
          continue;
        }
        double left = Math.max(strip.left, point[0]);
        if (strip.left < left) {
          after.add(new Strip(strip.left, left, strip.top, strip.since));
        }
        close(new Strip(left, strip.right, strip.top, strip.since), now);
        right = strip.right;
      }
      if (right > point[0]) {
        Strip cut = new Strip(point[0], right, point[1], now);
        after.add(cut);
        after.sort(Comparator.comparingDouble(Strip::left));
      }
      strips = after;
    }

    private void close(Strip strip, double until) {
      if (until > strip.since) {
        boxes.add(strip.box(reference.length, until));
      }
    }

    List<double[][]> end() {
      double last = reference[reference.length - 1];
      strips.forEach(strip -> close(strip, last));
      return boxes;
    }
  }

  private record Strip(double left, double right, double top, double since) {

    double[][] box(int goals, double until) {
      double[] low = {left, UNBOUNDED, since};
      double[] high = {right, top, until};
      return new double[][] {Arrays.copyOf(low, goals), Arrays.copyOf(high, goals)};
    }
  }
}
