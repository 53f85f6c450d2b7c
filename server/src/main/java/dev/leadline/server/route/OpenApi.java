package dev.leadline.server.route;

import dev.leadline.storage.token.Role;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The description of all routes in the form of OpenAPI 3.1. */
public final class OpenApi {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}|<(\\w+)>");

  private OpenApi() {}

  /**
   * Describes routes.
   *
   * @param schemas what the names of requests and answers mean
   */
  public static ObjectNode describe(List<Route> routes, ObjectNode schemas) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
    document.putObject("info").put("title", "Leadline").put("version", "1");
    ObjectNode paths = document.putObject("paths");
    for (Route route : routes) {
      ObjectNode path = paths.withObject("/" + pointer(path(route)));
      path.set(
          route.method().name().toLowerCase(java.util.Locale.ROOT),
          operation(route, schemas.at("/Parameters")));
    }
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas);
    ObjectNode token = components.putObject("securitySchemes").putObject("token");
    token.put("type", "http").put("scheme", "bearer");
    return document;
  }

  /** A path as OpenAPI writes it; what may hold slashes is a placeholder like any other there. */
  static String path(Route route) {
    return PLACEHOLDER.matcher(route.path()).replaceAll("{$1$2}");
  }

  private static String pointer(String path) {
    return path.replace("~", "~0").replace("/", "~1");
  }

  private static ObjectNode operation(Route route, JsonNode known) {
    ObjectNode operation = JsonNodeFactory.instance.objectNode().put("summary", route.summary());
    operation.put("x-role", route.role().word());
    ArrayNode security = operation.putArray("security");
    if (route.role() != Role.ANYONE) {
      security.addObject().putArray("token");
    }
    ArrayNode parameters = operation.putArray("parameters");
    for (Matcher name = PLACEHOLDER.matcher(path(route)); name.find(); ) {
      parameter(parameters, name.group(1), "path", known);
    }
    route.query().forEach(name -> parameter(parameters, name, "query", known));
    if (route.method() == Method.POST) {
      parameter(parameters, "Idempotency-Key", "header", known);
    }
    boolean needsBody = route.method() != Method.DELETE;
    route
        .request()
        .ifPresent(
            schema ->
                content(operation.putObject("requestBody").put("required", needsBody), schema));
    ObjectNode responses = operation.putObject("responses");
    ObjectNode response = responses.putObject(Integer.toString(route.status().number()));
    response.put("description", route.status().title());
    if (route.status() != Status.NO_CONTENT) {
      content(response, route.answer());
    }
    ObjectNode problem = responses.putObject("default").put("description", "A problem.");
    content(problem, ProblemException.MEDIA_TYPE, "Problem");
    return operation;
  }

  private static void parameter(ArrayNode list, String name, String where, JsonNode known) {
    boolean isRequired =
        known.get("required").valueStream().anyMatch(one -> one.stringValue().equals(name));
    ObjectNode parameter = list.addObject().put("name", name).put("in", where);
    parameter.put("required", isRequired).set("schema", known.get("properties").required(name));
  }

  /** What has a slash is a media type, everything else the name of a schema. */
  private static void content(ObjectNode holder, String answer) {
    if (answer.contains("/")) {
      holder.putObject("content").putObject(answer);
    } else {
      content(holder, "application/json", answer);
    }
  }

  private static void content(ObjectNode holder, String mediaType, String schema) {
    ObjectNode described = holder.putObject("content").putObject(mediaType).putObject("schema");
    described.put("$ref", "#/components/schemas/" + schema);
  }
}
