package dev.leadline.server.view;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import dev.leadline.study.Belief;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is believed along two parameters while all others stay as they are in one configuration.
 *
 * @param predictions one per pair of values, those of x running fastest; empty where a constraint
 *     is violated
 */
record Contour(
    Recommendation through,
    String x,
    String y,
    List<Value> xValues,
    List<Value> yValues,
    List<Optional<Prediction>> predictions) {

  private static final int POINTS = 25;

  /**
   * @throws IllegalArgumentException if the names are not those of two parameters
   */
  static Contour through(Recommendation best, Space space, Belief belief, String x, String y) {
    if (x.equals(y)) {
      throw new IllegalArgumentException(
          "expected two different parameters but got '%s' twice".formatted(x));
    }
    List<Value> xValues = Grid.of(parameter(space, x), POINTS);
    List<Value> yValues = Grid.of(parameter(space, y), POINTS);
    List<Configuration> configurations = new ArrayList<>();
    for (Value second : yValues) {
      Configuration row = Subject.with(best.configuration(), y, second);
      xValues.forEach(first -> configurations.add(Subject.with(row, x, first)));
    }
    return new Contour(
        best, x, y, xValues, yValues, Feasible.predictions(configurations, space, belief));
  }

  ObjectNode json() {
    ObjectNode json = ViewJson.object().put("x", x).put("y", y);
    json.set("through", ViewJson.reference(through));
    json.set("xValues", ViewJson.settings(xValues));
    json.set("yValues", ViewJson.settings(yValues));
    json.setAll(ViewJson.predictions(predictions, ViewJson.top(predictions.stream())));
    return json;
  }

  private static Parameter parameter(Space space, String name) {
    return space.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of the parameters %s but got '%s'"
                        .formatted(
                            space.parameters().stream().map(Parameter::name).toList(), name)));
  }
}
