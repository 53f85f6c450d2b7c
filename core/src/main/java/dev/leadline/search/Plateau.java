package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.List;

/**
 * The flat region in which a search may stay: the observations whose value is exactly the best.
 * Immutable and thread-safe.
 */
public final class Plateau {

  /* Values that tie with the best to the last digit say that nothing is to be gained between them. A model of smooth functions
   * takes them for evidence that all is well there, and its scale of values makes everything else look hopeless. So ties are
   * counted against other values since the best one was found, as a cumulative sum. While ties lead, a candidate whose nearest
   * observation is a tie does not count, and the others have to better the best value by a margin. Values that never repeat
   * have no plateau. */

  private static final double MARGIN = 0.1;
  private static final double LARGEST_MARGIN = 1;

  private final double[][] points;
  private final boolean[] ties;
  private final int lead;

  private Plateau(double[][] points, boolean[] ties, int lead) {
    this.points = points;
    this.ties = ties;
    this.lead = lead;
  }

  /** That of a search that has none to leave. */
  public static Plateau none() {
    return new Plateau(new double[0][], new boolean[0], 0);
  }

  /** The plateau of at least one observation, in the order of the suggestions. */
  public static Plateau of(Observations finished) {
    int first = Incumbent.index(finished);
    boolean[] ties = new boolean[finished.size()];
    int lead = 0;
    for (int i = first; i < ties.length; i++) {
      ties[i] = finished.value(i) == finished.value(first);
      lead = ties[i] ? lead + (i > first ? 1 : 0) : Math.max(0, lead - 1);
    }
    return new Plateau(finished.points(), ties, lead);
  }

  /** Whether the search is to leave it with the next suggestion. */
  public boolean isToBeLeft() {
    return lead > 0;
  }

  /**
   * By how much the best value is to be bettered, in the units of a model: 0.1 per tie, up to 1.
   */
  public double margin() {
    return Math.min(LARGEST_MARGIN, MARGIN * lead);
  }

  /** The points of a domain whose nearest observation is no tie. */
  public Domain outside(Domain whole) {
    return new Domain() {
      @Override
      public List<Coordinate> coordinates() {
        return whole.coordinates();
      }

      @Override
      public double[] snap(double[] point) {
        return whole.snap(point);
      }

      @Override
      public boolean allows(double[] snapped) {
        return whole.allows(snapped) && !ties[nearest(snapped)];
      }
    };
  }

  private int nearest(double[] point) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < points.length; i++) {
      double squares = 0;
      for (int d = 0; d < point.length; d++) {
        double step = point[d] - points[i][d];
        squares += step * step;
      }
      if (squares < least) {
        least = squares;
        nearest = i;
      }
    }
    return nearest;
  }
}
