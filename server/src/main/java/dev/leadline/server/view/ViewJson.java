package dev.leadline.server.view;

import dev.leadline.client.json.SettingsJson;
import dev.leadline.insight.Contour;
import dev.leadline.space.SignificantDigits;
import dev.leadline.space.Value;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of views as JSON: parts of a whole and gains in six digits, which is more than a
 * picture shows, values in six more than they have in common.
 */
final class ViewJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int FEW = 6;

  private ViewJson() {}

  static ObjectNode object() {
    return NODES.objectNode();
  }

  /** A number that stands for itself, such as a part of a whole. */
  static JsonNode number(double value) {
    return rounded(value, FEW);
  }

  /** A value of the study: all of it, because others may differ in the last digits only. */
  static JsonNode value(double value) {
    return rounded(value, SignificantDigits.ALL);
  }

  private static JsonNode rounded(double value, int digits) {
    if (!Double.isFinite(value)) {
      return NODES.nullNode();
    }
    return NODES.numberNode(SignificantDigits.round(value, digits));
  }

  static ArrayNode settings(List<Value> values) {
    ArrayNode array = NODES.arrayNode();
    values.forEach(value -> array.add(SettingsJson.write(value)));
    return array;
  }

  /** The trial that pictures go through. */
  static ObjectNode reference(Recommendation best) {
    ObjectNode node = object().put("trial", best.trial());
    node.set("params", SettingsJson.write(best.configuration()));
    return node;
  }

  static ObjectNode contour(Contour contour) {
    ObjectNode json = object().put("x", contour.x()).put("y", contour.y());
    json.set("through", reference(contour.through()));
    json.set("xValues", settings(contour.xValues()));
    json.set("yValues", settings(contour.yValues()));
    json.setAll(predictions(contour.predictions(), top(contour.predictions().stream())));
    return json;
  }

  /** The largest attraction, which counts as 1. */
  static double top(Stream<Optional<Prediction>> predictions) {
    return predictions
        .flatMap(Optional::stream)
        .mapToDouble(Prediction::attraction)
        .max()
        .orElse(0);
  }

  static ObjectNode interval(Prediction prediction) {
    ObjectNode node = object();
    node.set("median", value(prediction.median()));
    node.set("low", value(prediction.low()));
    node.set("high", value(prediction.high()));
    return node;
  }

  /**
   * Predictions as one array for each of their numbers, null where there is none.
   *
   * @param top the attraction that counts as 1
   */
  static ObjectNode predictions(List<Optional<Prediction>> predictions, double top) {
    ObjectNode node = object();
    int digits = digits(predictions.stream().flatMap(Optional::stream).toList());
    node.set("median", column(predictions, Prediction::median, digits));
    node.set("low", column(predictions, Prediction::low, digits));
    node.set("high", column(predictions, Prediction::high, digits));
    node.set(
        "attraction",
        column(predictions, prediction -> Math.exp(prediction.attraction() - top), FEW));
    return node;
  }

  /** Some hundred predictions make up most of a view: no more digits than tell them apart. */
  private static int digits(List<Prediction> predictions) {
    double low = predictions.stream().mapToDouble(Prediction::low).min().orElse(0);
    double high = predictions.stream().mapToDouble(Prediction::high).max().orElse(0);
    double size = Math.max(Math.abs(low), Math.abs(high));
    return high > low ? SignificantDigits.among(FEW, size, high - low) : SignificantDigits.ALL;
  }

  private static ArrayNode column(
      List<Optional<Prediction>> predictions, ToDoubleFunction<Prediction> part, int digits) {
    ArrayNode array = NODES.arrayNode();
    predictions.forEach(
        prediction ->
            array.add(rounded(prediction.map(part::applyAsDouble).orElse(Double.NaN), digits)));
    return array;
  }
}
