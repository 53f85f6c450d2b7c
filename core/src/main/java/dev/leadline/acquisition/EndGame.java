package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rule by which a search that stands still leaves its way: for a close look at the surroundings
 * of the best point, for what lies elsewhere, or for another choice or flag.
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
public record EndGame(int patience, int fewest, int perInput) {

  /* In a stall every other suggestion is the full view's, which alone can find another basin. The others come by turns from a
   * wide close-up and from one of half as many observations: where only a few observations share the basin of the best one,
   * the wide box holds other basins, too, and is no close-up at all.
   *
   * A model that has seen a choice with bad values of the other inputs only is sure that the choice is bad, and polishes the
   * best point under another one for ever. Every fourth suggestion then tries one change at the best point.
   *
   * Where there are many basins a model polishes the one it is in: it expects little there, and next to nothing of places it
   * has seen no more than the rims of. Every other suggestion then has to lie elsewhere. A tiny gain is no progress here: it is
   * what polishing brings. */

  /** The golden section: its multiples are nowhere near a whole number of steps. */
  private static final double PROBE = 0.6180339887498949;

  /** Snapping moves a real number by less. */
  private static final double UNMOVED = 1e-9;

  private static final int BETWEEN_SIDESTEPS = 4;

  /** As shares of what lies between the best value and the median of the first ones. */
  private static final double PROGRESS = 1e-3;

  private static final double CRAWL = 1e-4;

  public EndGame {
    if (patience < 0 || fewest < 2 || perInput < 0) {
      throw new IllegalArgumentException(
          "expected patience >= 0, fewest >= 2 and perInput >= 0 but got %d, %d and %d"
              .formatted(patience, fewest, perInput));
    }
  }

  /** The rule of the library's strategies. */
  public static EndGame standard() {
    return new EndGame(10, 20, 8);
  }

  /** No close-ups. */
  public static EndGame none() {
    return new EndGame(Integer.MAX_VALUE, 2, 0);
  }

  /**
   * The close-up from which the next suggestion comes; empty if it comes from the full view.
   *
   * @param finished what was observed, at least once, in the order of the suggestions
   * @param design so many of them were not suggested in order to improve
   * @param pending the number of suggestions that are being evaluated
   */
  public Optional<CloseUp> closeUp(Domain domain, Observations finished, int design, int pending) {
    int wide = Math.max(fewest, perInput * finished.dimensions());
    int since = since(finished, design);
    if (since < patience || finished.size() <= wide || !isContinuous(domain)) {
      return Optional.empty();
    }
    return switch ((since - patience + pending) % 4) {
      case 0 -> Optional.of(CloseUp.of(finished, wide));
      case 2 -> Optional.of(CloseUp.of(finished, wide / 2));
      default -> Optional.empty();
    };
  }

  /**
   * The search through other choices and flags from which the next suggestion comes; empty if it
   * comes from elsewhere.
   *
   * @param finished what was observed, at least once, in the order of the suggestions
   * @param design so many of them were not suggested in order to improve
   * @param pending the number of suggestions that are being evaluated
   */
  public Optional<Search> sidestep(Domain domain, Observations finished, int design, int pending) {
    if ((finished.size() + pending) % BETWEEN_SIDESTEPS != 0 || gain(finished, design) > PROGRESS) {
      return Optional.empty();
    }
    double[][] steps = Sidesteps.of(domain, finished);
    return steps.length == 0 ? Optional.empty() : Optional.of(new ListSearch(steps));
  }

  /**
   * The part of a domain from which the next suggestion in the full view comes: all of it, or what
   * is not near the best point.
   *
   * @param finished what was observed, at least once, in the order of the suggestions
   * @param design so many of them were not suggested in order to improve
   * @param pending the number of suggestions that are being evaluated
   */
  public Domain reach(Domain domain, Observations finished, int design, int pending) {
    int since = since(finished, design);
    // In a stall close-ups take the even turns.
    boolean turn =
        since < patience
            ? (finished.size() + pending) % 2 == 0
            : (since - patience + pending) % 2 == 1;
    return turn && isContinuous(domain) && gain(finished, design) <= CRAWL
        ? new Elsewhere(domain, finished.point(Incumbent.index(finished)))
        : domain;
  }

  private static int since(Observations finished, int design) {
    return finished.size() - Math.max(design, Incumbent.index(finished) + 1);
  }

  /**
   * By how much the latest evaluations lowered the best value, as a share of what lies between it
   * and the median of the first ones; infinite where there are too few to tell.
   */
  private double gain(Observations finished, int design) {
    double[] values = finished.values();
    int earlier = values.length - patience;
    if (earlier < Math.max(1, design)) {
      return Double.POSITIVE_INFINITY;
    }
    double best = Arrays.stream(values).min().orElseThrow();
    double before = Arrays.stream(values).limit(earlier).min().orElseThrow();
    double[] first = Arrays.stream(values).limit(Math.max(design, patience)).sorted().toArray();
    return before == best ? 0 : (before - best) / (OutputScaling.quantile(first, 0.5) - best);
  }

  private static boolean isContinuous(Domain domain) {
    double[] point = new double[domain.dimensions()];
    for (int d = 0; d < point.length; d++) {
      point[d] = (d + 1) * PROBE % 1;
    }
    double[] snapped = domain.snap(point);
    for (int d = 0; d < point.length; d++) {
      if (Math.abs(snapped[d] - point[d]) > UNMOVED) {
        return false;
      }
    }
    return true;
  }
}
