package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The observations nearest to the best one, seen through their bounding box: the box becomes the
 * unit cube. Immutable and thread-safe.
 */
public final class TrustRegion {

  /* A surrogate that has to explain the whole cube is coarse near the best point. Here it has to explain the box alone, with
   * inputs and outputs scaled anew. The box has a margin on each side, so that the search can leave the observed ground; it is
   * clipped to the cube, and where all points agree in a coordinate it is made a little wide. Above the smallest width,
   * going through the view and back moves a coordinate by less than 1e-15. */

  private static final double MARGIN = 0.05;
  private static final double NARROWEST = 1e-6;

  private final int[] kept;
  private final double[] low;
  private final double[] width;

  private TrustRegion(int[] kept, double[] low, double[] width) {
    this.kept = kept;
    this.low = low;
    this.width = width;
  }

  /**
   * The close-up of so many observations, the best one included.
   *
   * @param observations at least one; of equally low ones the first is the best, of equally near
   *     ones the first are kept
   */
  public static TrustRegion of(Observations observations, int count) {
    double[][] points = observations.points();
    double[] centre = points[Incumbent.index(observations)];
    int[] kept =
        IntStream.range(0, points.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> squaredDistance(points[i], centre)))
            .limit(count)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    double[] low = new double[centre.length];
    double[] width = new double[centre.length];
    for (int d = 0; d < low.length; d++) {
      int input = d;
      double least = Arrays.stream(kept).mapToDouble(i -> points[i][input]).min().orElseThrow();
      double most = Arrays.stream(kept).mapToDouble(i -> points[i][input]).max().orElseThrow();
      double margin = Math.max(MARGIN * (most - least), NARROWEST);
      low[d] = Math.max(0, least - margin);
      width[d] = Math.min(1, most + margin) - low[d];
    }
    return new TrustRegion(kept, low, width);
  }

  /** The indices of the observations that are kept, in their order. */
  public int[] kept() {
    return kept.clone();
  }

  /** Whether a point of the cube lies in the box. */
  public boolean contains(double[] point) {
    return Arrays.stream(toView(point)).allMatch(x -> x >= 0 && x <= 1);
  }

  /** From the cube to the view; points of the box have coordinates in [0, 1]. */
  public double[] toView(double[] point) {
    double[] seen = new double[point.length];
    for (int d = 0; d < seen.length; d++) {
      seen[d] = (point[d] - low[d]) / width[d];
    }
    return seen;
  }

  /** From the view to the cube. */
  public double[] fromView(double[] seen) {
    double[] point = new double[seen.length];
    for (int d = 0; d < point.length; d++) {
      point[d] = Math.max(0, Math.min(1, low[d] + width[d] * seen[d]));
    }
    return point;
  }

  /** The kept ones of the observations it was made of, in the view. */
  public Observations of(Observations observations) {
    return new Observations(
        observations.dimensions(),
        Arrays.stream(kept).mapToObj(i -> toView(observations.point(i))).toArray(double[][]::new),
        Arrays.stream(kept).mapToDouble(observations::value).toArray());
  }

  /** The part of a domain that lies in the box, in the view. */
  public Domain of(Domain whole) {
    return new Domain() {
      @Override
      public List<Coordinate> coordinates() {
        return whole.coordinates();
      }

      @Override
      public double[] snap(double[] seen) {
        return toView(whole.snap(fromView(seen)));
      }

      @Override
      public boolean allows(double[] snapped) {
        return Arrays.stream(snapped).allMatch(x -> x >= 0 && x <= 1)
            && whole.allows(whole.snap(fromView(snapped)));
      }
    };
  }

  private static double squaredDistance(double[] one, double[] other) {
    double sum = 0;
    for (int d = 0; d < one.length; d++) {
      double step = one[d] - other[d];
      sum += step * step;
    }
    return sum;
  }
}
