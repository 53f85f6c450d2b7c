package dev.leadline.search;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rule by which a search that stands still leaves its way: for a close look at the surroundings
 * of the best point, or for another choice or flag.
 *
 * <p>Immutable and thread-safe. Where a suggestion comes from follows from what is known when it is
 * made, so that replayed, resumed and parallel studies decide alike. There are no close-ups where
 * inputs are integers, choices or flags: a box around a few of their values leaves hardly anything
 * to suggest.
 *
 * @param patience so many evaluations in a row without a new best value are no stall yet
 * @param fewest so many observations are kept in a wide close-up, at least
 * @param perInput and so many for each input
 */
public record StallPolicy(int patience, int fewest, int perInput) {

  /* Of the evaluations after the best one, as many as are running now were suggested before it was known: they are no stall.
   * Close-ups come by turns from a wide box and from one of half as many observations, because the wide one may hold other
   * basins, too; the full view alone can find another basin. A tiny gain is no progress where sidesteps are asked for: it is
   * what polishing brings (docs/decisions/0011, 0016). */

  private static final int BETWEEN_SIDESTEPS = 4;

  /** So near to an observation, in every coordinate, a sidestep has been tried. */
  private static final double TRIED = 0.1;

  /** As a part of what lies between the best value and the median. */
  private static final double PROGRESS = 1e-3;

  public StallPolicy {
    if (patience < 0 || fewest < 2 || perInput < 0) {
      throw new IllegalArgumentException(
          "expected patience >= 0, fewest >= 2 and perInput >= 0 but got %d, %d and %d"
              .formatted(patience, fewest, perInput));
    }
  }

  /** The rule of the library's strategies. */
  public static StallPolicy standard() {
    return new StallPolicy(10, 20, 8);
  }

  /** No close-ups. */
  public static StallPolicy none() {
    return new StallPolicy(Integer.MAX_VALUE, 2, 0);
  }

  /**
   * The close-up from which the next suggestion comes; empty if it comes from the full view.
   *
   * @param finished what was observed, at least once, in the order of the suggestions
   * @param design so many of them were not suggested in order to improve
   * @param pending the number of suggestions that are being evaluated
   */
  public Optional<TrustRegion> closeUp(
      Domain domain, Observations finished, int design, int pending) {
    int wide = Math.max(fewest, perInput * finished.dimensions());
    int since = finished.size() - Math.max(design, Incumbent.index(finished) + 1);
    if (since < patience + pending || finished.size() <= wide || !isContinuous(domain)) {
      return Optional.empty();
    }
    return switch ((since - patience + pending) % 4) {
      case 0 -> Optional.of(TrustRegion.of(finished, wide));
      case 2 -> Optional.of(TrustRegion.of(finished, wide / 2));
      default -> Optional.empty();
    };
  }

  /**
   * The points with another choice or flag from which the next suggestion comes; empty if it comes
   * from elsewhere.
   *
   * @param finished what was observed, at least once, in the order of the suggestions
   * @param design so many of them were not suggested in order to improve
   * @param pending the number of suggestions that are being evaluated
   */
  public Optional<double[][]> sidestep(
      Domain domain, Observations finished, int design, int pending) {
    if ((finished.size() + pending) % BETWEEN_SIDESTEPS != 0
        || finished.size() - patience - pending < design
        || finished.size() <= patience + pending
        || progresses(finished.values(), patience + pending)) {
      return Optional.empty();
    }
    double[][] steps = neighbours(domain, finished);
    return steps.length == 0 ? Optional.empty() : Optional.of(steps);
  }

  /**
   * The points that differ from the best one in one choice or flag, may be suggested and are not
   * near to what was observed.
   */
  static double[][] neighbours(Domain domain, Observations finished) {
    double[] best = domain.snap(finished.point(Incumbent.index(finished)));
    double[][] known = finished.points();
    List<double[]> found = new ArrayList<>();
    for (int d = 0; d < best.length; d++) {
      double[] step = domain.snap(step(domain.coordinates(), best, d));
      if (!Arrays.equals(step, best)
          && Arrays.stream(known).noneMatch(point -> near(point, step))
          && domain.allows(step)) {
        found.add(step);
      }
    }
    return found.toArray(double[][]::new);
  }

  /** The point with a flag turned or an option taken up; the point itself where neither can be. */
  private static double[] step(List<Coordinate> coordinates, double[] point, int d) {
    double[] step = point.clone();
    Coordinate changed = coordinates.get(d);
    switch (changed.kind()) {
      case SWITCH -> step[d] = 1 - point[d];
      case OPTION -> {
        for (int e = 0; e < step.length; e++) {
          step[e] = coordinates.get(e).parameter() == changed.parameter() ? 0 : step[e];
        }
        step[d] = 1;
      }
      case REAL, GRID, CONDITION -> {}
    }
    return step;
  }

  private static boolean near(double[] one, double[] other) {
    return IntStream.range(0, one.length).allMatch(d -> Math.abs(one[d] - other[d]) < TRIED);
  }

  /** Whether the last evaluations brought more than polish. */
  private static boolean progresses(double[] values, int last) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    double before = Arrays.stream(values).limit(values.length - last).min().orElse(sorted[0]);
    return before - sorted[0] > PROGRESS * (OutputScaling.quantile(sorted, 0.5) - sorted[0]);
  }

  private static boolean isContinuous(Domain domain) {
    return domain.coordinates().stream().allMatch(Coordinate::isReal);
  }
}
