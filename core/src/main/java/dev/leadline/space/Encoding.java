package dev.leadline.space;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where the parameters of a space stand in the unit cube. Immutable and thread-safe. */
final class Encoding {

  /* The coordinates of the parameters come first, in their order, then one for each condition. Parameters that do not count
   * stand in the middle, and a condition's coordinate says whether it holds: so two configurations are alike in what both
   * lack, and differ where only one of them has something. */

  private final List<Parameter> parameters;
  private final Conditions conditions;
  private final List<Coordinate> coordinates;
  private final int[] offsets;

  Encoding(List<Parameter> parameters, Conditions conditions) {
    this.parameters = parameters;
    this.conditions = conditions;
    this.coordinates =
        Stream.concat(
                IntStream.range(0, parameters.size())
                    .mapToObj(i -> coordinates(parameters.get(i), i))
                    .flatMap(List::stream),
                IntStream.range(0, conditions.width())
                    .mapToObj(
                        i -> new Coordinate(Coordinate.Kind.CONDITION, parameters.size() + i)))
            .toList();
    this.offsets = new int[parameters.size() + 1];
    for (int i = 0; i < parameters.size(); i++) {
      offsets[i + 1] = offsets[i] + parameters.get(i).width();
    }
  }

  private static List<Coordinate> coordinates(Parameter parameter, int index) {
    return Collections.nCopies(parameter.width(), new Coordinate(parameter.kind(), index));
  }

  List<Coordinate> coordinates() {
    return coordinates;
  }

  double[] encode(Configuration configuration) {
    double[] point = new double[coordinates.size()];
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      if (conditions.isEmpty() || configuration.has(parameter.name())) {
        parameter.encode(configuration.value(parameter.name()), point, offsets[i]);
      }
    }
    if (!conditions.isEmpty()) {
      neutralise(point, configuration);
    }
    return point;
  }

  /** The nearest values of all parameters, whether they count or not. */
  Value[] decode(double[] point) {
    check(point);
    Value[] values = new Value[parameters.size()];
    Arrays.setAll(values, i -> parameters.get(i).decode(point, offsets[i]));
    return values;
  }

  /** The nearest point with values of the parameters, as if all of them counted. */
  double[] snapAll(double[] point) {
    check(point);
    double[] snapped = point.clone();
    for (int i = 0; i < parameters.size(); i++) {
      parameters.get(i).snap(snapped, offsets[i]);
    }
    return snapped;
  }

  /**
   * Puts the parameters that a configuration lacks into the middle of a point that stands for it.
   */
  void neutralise(double[] point, Configuration configuration) {
    for (int i = 0; i < parameters.size(); i++) {
      if (!configuration.has(parameters.get(i).name())) {
        Arrays.fill(point, offsets[i], offsets[i + 1], Conditions.NEUTRAL);
      }
    }
    conditions.encode(configuration.values(), point, offsets[parameters.size()]);
  }

  private void check(double[] point) {
    if (point.length != coordinates.size()) {
      throw new IllegalArgumentException(
          "expected a point of D=%d coordinates but got %d"
              .formatted(coordinates.size(), point.length));
    }
  }
}
