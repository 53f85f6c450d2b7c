package dev.leadline.server.view;

import dev.leadline.client.json.SettingsJson;
import dev.leadline.space.Value;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parts of views as JSON: numbers in six digits, which is more than a picture shows. */
final class ViewJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final MathContext DIGITS = new MathContext(6);

  private ViewJson() {}

  static ObjectNode object() {
    return NODES.objectNode();
  }

  static JsonNode number(double value) {
    if (!Double.isFinite(value)) {
      return NODES.nullNode();
    }
    return NODES.numberNode(new BigDecimal(value).round(DIGITS).doubleValue());
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
    node.set("median", number(prediction.median()));
    node.set("low", number(prediction.low()));
    node.set("high", number(prediction.high()));
    return node;
  }

  /**
   * Predictions as one array for each of their numbers, null where there is none.
   *
   * @param top the attraction that counts as 1
   */
  static ObjectNode predictions(List<Optional<Prediction>> predictions, double top) {
    ObjectNode node = object();
    node.set("median", column(predictions, Prediction::median));
    node.set("low", column(predictions, Prediction::low));
    node.set("high", column(predictions, Prediction::high));
    node.set(
        "attraction", column(predictions, prediction -> Math.exp(prediction.attraction() - top)));
    return node;
  }

  private static ArrayNode column(
      List<Optional<Prediction>> predictions, ToDoubleFunction<Prediction> part) {
    ArrayNode array = NODES.arrayNode();
    predictions.forEach(
        prediction -> array.add(number(prediction.map(part::applyAsDouble).orElse(Double.NaN))));
    return array;
  }
}
