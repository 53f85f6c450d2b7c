package dev.leadline.surrogate;

/** One distribution per queried point, in the order of the query. Immutable and thread-safe. */
public interface Predictive {

  /** The number of points, M. */
  int size();

  /** The distribution at the point with this index. */
  Distribution get(int index);
}
