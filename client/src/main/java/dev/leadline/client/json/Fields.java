package dev.leadline.client.json;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a JSON object, read strictly. Its methods throw {@link FieldException}. */
public final class Fields {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // to be refused by their names
          .build();
  private static final ObjectWriter ASCII = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);
  private static final int SHORT = 80;

  private final ObjectNode object;

  private Fields(ObjectNode object) {
    this.object = object;
  }

  /** Parses a text that holds one object and nothing after it. */
  public static Fields parse(String text) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw new FieldException("expected one JSON object but got: " + shortened(text));
    }
    if (!(node instanceof ObjectNode object)) {
      throw new FieldException(
          "expected one JSON object but got: " + (text.isBlank() ? "nothing" : shortened(text)));
    }
    return new Fields(object);
  }

  /** Refuses every other field: a misspelt one must not be passed over. */
  public Fields only(String... known) {
    Set<String> names = new TreeSet<>(Set.of(known));
    Set<String> unknown = new TreeSet<>(object.propertyNames());
    unknown.removeAll(names);
    if (!unknown.isEmpty()) {
      throw new FieldException("expected only %s but got also %s".formatted(names, unknown));
    }
    return this;
  }

  /** The object itself. */
  public JsonNode node() {
    return object;
  }

  public boolean has(String key) {
    return object.has(key);
  }

  /** A field of any kind. */
  public JsonNode get(String key) {
    JsonNode node = object.get(key);
    if (node == null) {
      throw new FieldException("expected a field '%s' but there is none".formatted(key));
    }
    return node;
  }

  /** A field of any kind as JSON that is YAML, too: all beyond ASCII is escaped. */
  public String json(String key) {
    return ASCII.writeValueAsString(get(key));
  }

  public String text(String key) {
    JsonNode node = get(key);
    if (!node.isString()) {
      throw new FieldException("expected text with %s but got: %s".formatted(key, shortened(node)));
    }
    return node.stringValue();
  }

  public Optional<String> optionalText(String key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  public boolean flag(String key, boolean otherwise) {
    if (!has(key)) {
      return otherwise;
    }
    if (!get(key).isBoolean()) {
      throw new FieldException(
          "expected true or false with %s but got: %s".formatted(key, shortened(get(key))));
    }
    return get(key).booleanValue();
  }

  public int whole(String key, int least, int most) {
    JsonNode node = get(key);
    if (!isWhole(node)
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      throw new FieldException(
          "expected a whole number of %d to %d with %s but got: %s"
              .formatted(least, most, key, shortened(node)));
    }
    return node.intValue();
  }

  public OptionalInt optionalWhole(String key, int least, int most) {
    return has(key) ? OptionalInt.of(whole(key, least, most)) : OptionalInt.empty();
  }

  public OptionalLong optionalLong(String key) {
    if (!has(key)) {
      return OptionalLong.empty();
    }
    JsonNode node = get(key);
    if (!isWhole(node) || !node.canConvertToLong()) {
      throw new FieldException(
          "expected a whole number with %s but got: %s".formatted(key, shortened(node)));
    }
    return OptionalLong.of(node.longValue());
  }

  /** To JSON 3.0 is a whole number. */
  private static boolean isWhole(JsonNode node) {
    return node.isNumber() && node.canConvertToExactIntegral();
  }

  /** A finite number. */
  public double number(String key) {
    return requireNumber(key, get(key));
  }

  static double requireNumber(String key, JsonNode node) {
    double number = number(node);
    if (!Double.isFinite(number)) {
      throw new FieldException(
          "expected a finite number with %s but got: %s; tell failed instead if there is none"
              .formatted(key, shortened(node)));
    }
    return number;
  }

  /** A number, not finite if it is too large for a double or there is none. */
  static double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue(Double.NaN) : Double.NaN;
  }

  /** Whether the result is a value; it is the field failed otherwise. Refuses neither and both. */
  public boolean hasValue(String request) {
    long given = Stream.of("value", "values", "failed").filter(this::has).count();
    if (given != 1) {
      throw new FieldException(
          "expected a value, values or failed with %s, one of them".formatted(request));
    }
    return !has("failed");
  }

  /** Why there is no value. */
  public String reason() {
    return get("failed").asString("failed");
  }

  /** The object as a message shows it. */
  public String shortened() {
    return shortened(object);
  }

  static String shortened(JsonNode node) {
    return shortened(node.toString());
  }

  private static String shortened(String text) {
    return text.length() <= SHORT ? text : text.substring(0, SHORT - 3) + "...";
  }
}
