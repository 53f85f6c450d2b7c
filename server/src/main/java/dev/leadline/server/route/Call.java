package dev.leadline.server.route;

import dev.leadline.client.json.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * One request, as far as an action may look at it. Immutable and thread-safe.
 *
 * @param path the values of the route's placeholders
 * @param lastEvent the last event that a client saw before it lost the connection
 * @param key what tells this call from every other one of all callers, if it may be repeated
 */
public record Call(
    Caller caller,
    Map<String, String> path,
    Map<String, List<String>> query,
    Optional<String> lastEvent,
    Optional<String> key,
    String body) {

  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

  public Call {
    path = Map.copyOf(path);
    query = Map.copyOf(query);
  }

  /** The name of the study that the path names. */
  public String study() {
    return part("name");
  }

  /** The number of the trial that the path names. */
  public int trial() {
    String text = part("trial");
    if (!text.matches("\\d{1,9}")) {
      throw Status.NOT_FOUND.problem(
          "expected the number of a trial in the path but got '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  public String part(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException("expected a route with {%s}".formatted(name));
    }
    return value;
  }

  /** A parameter of the query; refused if it is there twice. */
  public Optional<String> parameter(String name) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw Status.BAD_REQUEST.problem(
          "expected %s once in the query but got it again".formatted(name));
    }
    return values.stream().findFirst();
  }

  /** A number that counts changes: from the query, else the last event the client saw. */
  public OptionalLong since() {
    Optional<String> text = parameter("since").or(() -> lastEvent);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!WHOLE.matcher(text.get()).matches()) {
      throw Status.BAD_REQUEST.problem(
          "expected the number of a change from 0 but got '%s'".formatted(text.get()));
    }
    return OptionalLong.of(Long.parseLong(text.get()));
  }

  /** The fields of the body, which must be among those known; an empty body is an empty object. */
  public Fields fields(String... known) {
    return Fields.parse(body.isBlank() ? "{}" : body).only(known);
  }
}
