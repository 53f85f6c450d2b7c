package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What a new value has to better, f* of the expected improvement. Thread-safe. */
public enum Incumbent {
  /** The lowest observed value: right where values repeat exactly. */
  LOWEST_OBSERVED {
    @Override
    public double of(Observations observations, Posterior posterior) {
      return IntStream.range(0, observations.size())
          .mapToDouble(observations::value)
          .min()
          .orElse(NOTHING_KNOWN);
    }
  },

  /** The lowest posterior mean at an observed point: luck does not count. */
  LOWEST_POSTERIOR_MEAN {
    @Override
    public double of(Observations observations, Posterior posterior) {
      if (observations.size() == 0) {
        return NOTHING_KNOWN;
      }
      Predictive predictive = posterior.at(observations.points());
      return IntStream.range(0, predictive.size())
          .mapToDouble(i -> predictive.get(i).mean())
          .min()
          .orElse(NOTHING_KNOWN);
    }
  };

  /** The centre of scaled values. */
  private static final double NOTHING_KNOWN = 0;

  /** The incumbent in the units of the observations; 0 if there are none. */
  public abstract double of(Observations observations, Posterior posterior);

  /** The index of the lowest of at least one observation, the first of equals. */
  static int index(Observations observations) {
    int best = 0;
    for (int i = 1; i < observations.size(); i++) {
      if (observations.value(i) < observations.value(best)) {
        best = i;
      }
    }
    return best;
  }

  /** Up to so many observed points, lowest value first, ties in the order of observation. */
  static List<double[]> lowest(Observations observations, int count) {
    int[] lowest = new int[Math.min(count, observations.size())];
    int found = 0;
    for (int i = 0; i < observations.size(); i++) {
      int place = found;
      while (place > 0 && observations.value(i) < observations.value(lowest[place - 1])) {
        if (place < lowest.length) {
          lowest[place] = lowest[place - 1];
        }
        place--;
      }
      if (place < lowest.length) {
        lowest[place] = i;
        found = Math.min(found + 1, lowest.length);
      }
    }
    return Arrays.stream(lowest).mapToObj(observations::point).toList();
  }
}
