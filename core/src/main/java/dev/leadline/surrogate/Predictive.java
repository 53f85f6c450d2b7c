package dev.leadline.surrogate;

import java.util.stream.IntStream;

/** One distribution per queried point, in the order of the query. Immutable and thread-safe. */
public interface Predictive {

  /** The number of points, M. */
  int size();

  /** The distribution at the point with this index. */
  Distribution get(int index);

  /** The mean at each point. */
  default double[] means() {
    return IntStream.range(0, size()).mapToDouble(i -> get(i).mean()).toArray();
  }

  /** The median at each point. */
  default double[] medians() {
    return IntStream.range(0, size()).mapToDouble(i -> get(i).quantile(0.5)).toArray();
  }
}
