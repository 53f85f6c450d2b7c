package dev.leadline.client.json;

import dev.leadline.space.Configuration;
import dev.leadline.space.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Settings as JSON: numbers as numbers, flags as true and false, the rest as text. */
public final class SettingsJson {

  private SettingsJson() {}

  public static ObjectNode write(Configuration configuration) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    configuration.values().forEach((name, value) -> params.set(name, write(value)));
    return params;
  }

  /**
   * Reads settings; whether they are of a space is for the space to say.
   *
   * @throws FieldException if it is no object of finite numbers, texts and flags
   */
  public static Configuration read(JsonNode settings) {
    if (!settings.isObject()) {
      throw new FieldException(
          "expected an object of settings such as {\"x\":0.5} but got: "
              + Fields.shortened(settings));
    }
    Map<String, Value> values = new LinkedHashMap<>();
    settings.properties().forEach(entry -> values.put(entry.getKey(), value(entry.getValue())));
    return Configuration.of(values);
  }

  /** One setting. */
  public static JsonNode write(Value value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (value instanceof Value.Real real) {
      return nodes.numberNode(real.number());
    }
    if (value instanceof Value.Whole whole) {
      return nodes.numberNode(whole.number());
    }
    return value instanceof Value.Flag flag
        ? nodes.booleanNode(flag.on())
        : nodes.stringNode(value.toString());
  }

  private static Value value(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return new Value.Whole(node.longValue());
    }
    double number = Fields.number(node);
    if (Double.isFinite(number)) {
      return new Value.Real(number);
    }
    if (node.isBoolean()) {
      return new Value.Flag(node.booleanValue());
    }
    if (node.isString()) {
      return new Value.Text(node.stringValue());
    }
    throw new FieldException(
        "expected a finite number, text, true or false as a setting but got: "
            + Fields.shortened(node));
  }
}
