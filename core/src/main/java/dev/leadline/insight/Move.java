package dev.leadline.insight;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import java.util.List;

/** A step along one parameter of a space. */
record Move(Space space, Parameter parameter, int offset) {

  /* Steps are taken in the unit cube, where parameters that do not count have a place, too: what counts after a step may differ from
  what counted before. */

  /**
   * Steps along the parameter of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Move along(Space space, String name) {
    int offset = 0;
    for (Parameter parameter : space.parameters()) {
      if (parameter.name().equals(name)) {
        return new Move(space, parameter, offset);
      }
      offset += parameter.width();
    }
    List<String> names = space.parameters().stream().map(Parameter::name).toList();
    throw new IllegalArgumentException(
        "expected one of the parameters %s but got '%s'".formatted(names, name));
  }

  /**
   * A configuration with another value of the parameter, which it may not have if it does not
   * count.
   */
  Configuration to(Value value, Configuration from) {
    double[] point = space.encode(from);
    parameter.encode(value, point, offset);
    return space.decode(point);
  }

  /** A point with the coordinates of the parameter taken from another one. */
  double[] exchanged(double[] point, double[] other) {
    double[] moved = point.clone();
    System.arraycopy(other, offset, moved, offset, parameter.width());
    return moved;
  }
}
