package dev.leadline.client.json;

import dev.leadline.study.Measurements;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a trial as JSON: its value alone, or all values by their names. Immutable and
 * thread-safe.
 *
 * @param further what was measured besides the value
 */
public record ResultJson(double value, Measurements further) {

  /* Results are told as {"value": 1.5} or as {"values": {"latency_ms": 1.5, "p99_ms": 20}}, where one of the names is that of the
  objective. What was told so is also shown so, with the value beside it for those who know of nothing else. */

  /** The most characters of a reason, or of another text for people, that a server takes. */
  public static final int LONGEST_TEXT = 1000;

  private static final String VALUES = "values";

  /**
   * Reads what was told.
   *
   * @param objective the name of the value
   */
  public static ResultJson read(Fields fields, String objective) {
    return fields.has(VALUES)
        ? ofValues(measurements(fields), objective)
        : new ResultJson(fields.number("value"), Measurements.none());
  }

  /**
   * Reads a finished trial.
   *
   * @param objective the name of the value
   */
  public static ResultJson read(JsonNode trial, String objective) {
    JsonNode values = trial.get(VALUES);
    Measurements all = values == null ? Measurements.none() : measurements(values);
    return new ResultJson(trial.get("value").doubleValue(), all.without(objective));
  }

  /** Adds what was measured besides the value, if anything was. */
  public ObjectNode addTo(ObjectNode node, String objective) {
    node.put("value", value);
    if (!further.isEmpty()) {
      write(node.putObject(VALUES), objective);
    }
    return node;
  }

  /** Adds what is to be told. */
  public ObjectNode tellIn(ObjectNode node, String objective) {
    if (further.isEmpty()) {
      return node.put("value", value);
    }
    write(node.putObject(VALUES), objective);
    return node;
  }

  /** Why there is no value, as a server takes it. */
  public static String reason(String sentence) {
    String words = sentence.strip();
    return words.isEmpty() ? "failed" : words.substring(0, Math.min(words.length(), LONGEST_TEXT));
  }

  private void write(ObjectNode values, String objective) {
    values.put(objective, value);
    further.values().forEach(values::put);
  }

  private static ResultJson ofValues(Measurements all, String objective) {
    double value =
        all.get(objective)
            .orElseThrow(
                () ->
                    new FieldException(
                        "expected '%s' among the values but got only %s"
                            .formatted(objective, all.values().keySet())));
    return new ResultJson(value, all.without(objective));
  }

  private static Measurements measurements(Fields fields) {
    JsonNode values = fields.get(VALUES);
    if (!values.isObject() || values.isEmpty()) {
      throw new FieldException(
          "expected numbers by name with values but got: " + Fields.shortened(values));
    }
    for (Map.Entry<String, JsonNode> entry : values.properties()) {
      Fields.requireNumber(entry.getKey(), entry.getValue());
      if (entry.getKey().indexOf('\0') >= 0) {
        throw new FieldException("expected names of metrics without NUL but got one with it");
      }
    }
    return measurements(values);
  }

  private static Measurements measurements(JsonNode values) {
    Measurements found = Measurements.none();
    for (Map.Entry<String, JsonNode> entry : values.properties()) {
      found = found.with(entry.getKey(), entry.getValue().doubleValue());
    }
    return found;
  }
}
