package dev.leadline.space;

import java.util.OptionalLong;

/**
 * One setting to be tuned: its name, the values it may take and their place in the unit cube.
 *
 * <p>Immutable and thread-safe.
 */
public sealed interface Parameter
    permits RealParameter, IntegerParameter, ChoiceParameter, OrdinalParameter, FlagParameter {

  /** Starts with a letter or underscore; then letters, digits and {@code _ . -}. */
  String name();

  /** The number of coordinates of the cube this parameter takes. */
  default int width() {
    return 1;
  }

  /** What each of these coordinates is. */
  Coordinate.Kind kind();

  /** The number of different values; empty if they cannot be counted. */
  OptionalLong cardinality();

  /**
   * The value with this index, in the order of the parameter.
   *
   * @param index from 0 to below the cardinality
   * @throws UnsupportedOperationException if the values cannot be counted
   */
  Value value(long index);

  /**
   * The given value as this parameter holds it (3 becomes 3.0 for a real one).
   *
   * @throws IllegalArgumentException if it is of another kind or outside the range
   */
  Value conform(Value value);

  /**
   * Reads a value as {@link Value#toString} writes it.
   *
   * @throws IllegalArgumentException if the text is no value of this parameter
   */
  Value parse(String text);

  /** Writes the coordinates of a conforming value into the point, from the offset on. */
  void encode(Value value, double[] point, int offset);

  /** The value nearest to the coordinates of the point that start at the offset. */
  Value decode(double[] point, int offset);

  /** Moves the coordinates that start at the offset to those of the nearest value. */
  default void snap(double[] point, int offset) {
    encode(decode(point, offset), point, offset);
  }
}
