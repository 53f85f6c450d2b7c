package dev.leadline.search;

import java.util.OptionalInt;

/**
 * Where a search begins: the first points, before there is anything to model.
 *
 * <p>Immutable and thread-safe.
 *
 * @param points what picks them
 * @param given how many there are; empty for as many as are usual
 */
public record Design(Strategy points, OptionalInt given) {

  /* A design of its own has four points whatever the number of inputs, because a model that knows little still does better than
   * none (docs/decisions/0018); two or three if the budget is small, so that the model decides on three quarters of it. */

  private static final int USUAL = 4;

  /** A design of the search's own. */
  public static Design of(Strategy points) {
    return new Design(points, OptionalInt.empty());
  }

  /** A design of so many points of the search's own. */
  public static Design of(int count, Strategy points) {
    return new Design(points, OptionalInt.of(count));
  }

  /** The first so many points come from elsewhere. */
  public static Design given(int count) {
    return new Design(ModelFree.RANDOM, OptionalInt.of(count));
  }

  /** The number of trials that are not suggested in order to improve. */
  int size(History history) {
    int affordable = Math.max(2, history.budget().orElse(Integer.MAX_VALUE) / 4);
    return given.orElse(Math.min(USUAL, affordable));
  }
}
