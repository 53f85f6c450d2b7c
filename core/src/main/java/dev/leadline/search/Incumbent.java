package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The observations of lowest value. */
public final class Incumbent {

  /** So many of the lowest observations may be the one that a model expects most of. */
  private static final int PROMISING = 32;

  /** So many of the lowest of each earlier study may be the best here. */
  private static final int EARLIER = 5;

  private Incumbent() {}

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

  /** The points of lowest value of earlier studies. */
  static List<double[]> earlier(History history) {
    return history.related().stream().flatMap(study -> lowest(study, EARLIER).stream()).toList();
  }

  /**
   * The observed points at which the lowest expected value is looked for: those of the lowest
   * values, in the order of observation.
   */
  public static double[][] promising(Observations known) {
    double[] values = known.values();
    double limit = Arrays.stream(values).sorted().limit(PROMISING).max().orElseThrow();
    return IntStream.range(0, values.length)
        .filter(i -> values[i] <= limit)
        .mapToObj(known::point)
        .toArray(double[][]::new);
  }
}
