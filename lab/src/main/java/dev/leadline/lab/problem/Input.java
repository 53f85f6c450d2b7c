package dev.leadline.lab.problem;

import java.util.Collections;
import java.util.List;

/**
 * One parameter of an objective, for programs that know nothing of the unit cube's encoding.
 *
 * @param kind what its values are
 * @param places for each value of a discrete parameter the coordinate of the function it stands
 *     for; empty for a real one, which is the coordinate itself
 */
public record Input(Kind kind, List<Double> places) {

  /** What the values of a parameter are. */
  public enum Kind {
    REAL(0),
    INTEGER(12),
    CHOICE(4),
    FLAG(2);

    private final int count;

    Kind(int count) {
      this.count = count;
    }

    /** The number of values, 0 for a real parameter. */
    int count() {
      return count;
    }
  }

  public Input {
    places = List.copyOf(places);
  }

  /** So many real parameters. */
  static List<Input> reals(int count) {
    return Collections.nCopies(count, new Input(Kind.REAL, List.of()));
  }
}
