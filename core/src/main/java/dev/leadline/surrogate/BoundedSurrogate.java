package dev.leadline.surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A surrogate that shows another one a bounded number of observations, so that very long studies
 * stay as fast as long ones. Thread-safe.
 *
 * @param surrogate sees at most {@code limit} observations
 * @param limit at least 8
 */
public record BoundedSurrogate(Surrogate surrogate, int limit) implements Surrogate {

  /* Up to the limit everything is shown. Beyond it: the newest observations, between 1 and a quarter
  of the limit, and from all older ones the lowest and, in equal number, an even sample of the
  rest. The choice among the older ones changes only once per quarter of the limit and depends on
  the order of the values alone: rescaling them monotonically changes nothing, and a surrogate that
  keeps what it knows about a common beginning mostly can. */

  public BoundedSurrogate {
    if (limit < 8) {
      throw new IllegalArgumentException("expected a limit of at least 8 but was " + limit);
    }
  }

  @Override
  public Posterior condition(Observations observations) {
    return surrogate.condition(shown(observations));
  }

  /** The observations the other surrogate sees, in their order and the same units. */
  public Observations shown(Observations observations) {
    return shown(observations, limit);
  }

  /** At most so many of the observations, in their order and the same units. */
  public static Observations shown(Observations observations, int limit) {
    int size = observations.size();
    if (size <= limit) {
      return observations;
    }
    int quarter = limit / 4;
    int old = (size - 1) / quarter * quarter;
    int[] chosen =
        IntStream.concat(chooseOld(observations, old, limit - quarter), IntStream.range(old, size))
            .toArray();
    return observations.at(chosen);
  }

  private static IntStream chooseOld(Observations observations, int old, int count) {
    int[] byValue =
        IntStream.range(0, old)
            .boxed()
            .sorted(Comparator.comparingDouble(observations::value))
            .mapToInt(Integer::intValue)
            .toArray();
    int lowest = count / 2;
    int[] rest = Arrays.stream(byValue, lowest, old).sorted().toArray();
    int sampled = count - lowest;
    IntStream sample =
        IntStream.range(0, sampled).map(i -> rest[(int) ((long) i * rest.length / sampled)]);
    return IntStream.concat(Arrays.stream(byValue, 0, lowest), sample).sorted();
  }
}
