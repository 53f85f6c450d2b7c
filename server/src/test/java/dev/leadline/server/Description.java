package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The OpenAPI description, held against what is really said. Knows the keywords that it uses. */
public record Description(JsonNode document) {

  JsonNode paths() {
    return document.get("paths");
  }

  /** Holds a body against its schema; one that has none passes. */
  void checkRequest(String method, String path, JsonNode body) {
    @Nullable JsonNode schema = schema(operation(method, path).get("requestBody"));
    if (schema != null) {
      check(method + " " + path, schema, body);
    }
  }

  void checkAnswer(String method, String path, int status, JsonNode body) {
    JsonNode responses = operation(method, path).get("responses");
    JsonNode response = responses.get(Integer.toString(status));
    if (response == null) {
      assertThat(status).as(method + " " + path + " says " + body).isGreaterThanOrEqualTo(400);
      response = responses.get("default");
    }
    @Nullable JsonNode schema = schema(response);
    if (schema != null) {
      check(method + " " + path + " " + status, schema, body);
    }
  }

  private JsonNode operation(String method, String path) {
    for (Map.Entry<String, JsonNode> entry : paths().properties()) {
      if (path.replaceFirst("\\?.*", "").matches(pattern(entry.getKey()))) {
        JsonNode operation = entry.getValue().get(method.toLowerCase(Locale.ROOT));
        if (operation != null) {
          return operation;
        }
      }
    }
    throw new AssertionError("not described: " + method + " " + path);
  }

  private static String pattern(String template) {
    return Pattern.quote(template).replaceAll("\\{\\w+}", "\\\\E[^/]+\\\\Q");
  }

  private static @Nullable JsonNode schema(@Nullable JsonNode holder) {
    if (holder == null || !holder.has("content")) {
      return null;
    }
    Map.Entry<String, JsonNode> only = holder.get("content").properties().iterator().next();
    return only.getKey().endsWith("json") && only.getValue().get("schema").has("$ref")
        ? only.getValue().get("schema")
        : null;
  }

  /** Holds a value against a schema, whose references lead into this document. */
  public void check(String where, JsonNode schema, JsonNode value) {
    if (schema.has("$ref")) {
      check(where, document.at(schema.get("$ref").stringValue().substring(1)), value);
      return;
    }
    assertThat(schema.isObject()).as(where + " has a schema").isTrue();
    if (schema.has("allOf")) {
      schema.get("allOf").forEach(part -> check(where, part, value));
    }
    if (schema.has("type")) {
      assertThat(hasType(schema.get("type"), value))
          .as("%s: %s is %s", where, value, schema)
          .isTrue();
    }
    if (schema.has("enum")) {
      assertThat(schema.get("enum")).as(where).contains(value);
    }
    if (value.isObject()) {
      checkObject(where, schema, value);
    }
    if (value.isArray() && schema.has("items")) {
      value.forEach(item -> check(where + "[]", schema.get("items"), item));
    }
  }

  private void checkObject(String where, JsonNode schema, JsonNode value) {
    if (schema.has("required")) {
      schema
          .get("required")
          .forEach(
              name ->
                  assertThat(value.has(name.stringValue()))
                      .as("%s has %s: %s", where, name, value)
                      .isTrue());
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String place = where + "." + field.getKey();
      JsonNode known = schema.path("properties").get(field.getKey());
      JsonNode others = schema.path("additionalProperties");
      if (known != null) {
        check(place, known, field.getValue());
      } else if (others.isObject()) {
        check(place, others, field.getValue());
      } else {
        assertThat(others.isBoolean() && !others.booleanValue()).as(place).isFalse();
      }
    }
  }

  private static boolean hasType(JsonNode types, JsonNode value) {
    if (types.isArray()) {
      for (JsonNode type : types) {
        if (hasType(type, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (types.stringValue()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> false;
    };
  }
}
