package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;

/** The observations of lowest value. */
final class Incumbent {

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
}
