package dev.leadline.space;

/**
 * What one coordinate of the unit cube stands for. Immutable and thread-safe.
 *
 * @param kind which of its places can be evaluated
 * @param parameter the index of the parameter it belongs to: the options of a choice share it; that
 *     of a condition belongs to none and has an index of its own
 */
public record Coordinate(Kind kind, int parameter) {

  /** Which places of a coordinate can be evaluated. */
  public enum Kind {
    /** All of them. */
    REAL,
    /** Some places in order: a whole number, or an option of an ordered list. */
    GRID,
    /** 0 and 1, on its own: a flag, or a choice of two options. */
    SWITCH,
    /** 0 and 1; of all coordinates of its parameter exactly one is 1. */
    OPTION,
    /** 0 or 1, as the other coordinates say: whether the condition of a parameter holds. */
    CONDITION
  }

  public boolean isReal() {
    return kind == Kind.REAL;
  }
}
