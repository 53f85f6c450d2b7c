package dev.leadline.server.route;

import dev.leadline.storage.token.Role;
import java.util.List;
import java.util.Optional;

/**
 * One thing that can be asked of the server: the web server and the OpenAPI description are made of
 * these. Immutable and thread-safe.
 *
 * @param path with placeholders in braces
 * @param role what a caller needs
 * @param summary one line for the description
 * @param query the names of the parameters that it takes
 * @param request the name of the body's schema
 * @param status of its answer when all goes well
 * @param answer the name of the answer's schema, or its media type
 */
public record Route(
    Method method,
    String path,
    Role role,
    String summary,
    List<String> query,
    Optional<String> request,
    Status status,
    String answer,
    Action action) {

  /** What is done. */
  @FunctionalInterface
  public interface Action {
    /**
     * Does it.
     *
     * @throws ProblemException if it cannot be done
     */
    Answer answer(Call call);
  }

  public Route {
    query = List.copyOf(query);
  }

  /**
   * A route.
   *
   * @param call the path, and behind a question mark the names of the parameters that it takes
   * @param request the name of the body's schema; empty where there is no body
   */
  public static Route of(
      Method method,
      String call,
      Role role,
      String request,
      Status status,
      String answer,
      String summary,
      Action action) {
    String[] parts = call.split("\\?", 2);
    List<String> query = parts.length == 1 ? List.of() : List.of(parts[1].split(",", -1));
    Optional<String> body = Optional.of(request).filter(name -> !name.isEmpty());
    return new Route(method, parts[0], role, summary, query, body, status, answer, action);
  }

  /** The same route with another action. */
  public Route doing(Action other) {
    return new Route(method, path, role, summary, query, request, status, answer, other);
  }

  /** Names it in metrics and errors. */
  public String title() {
    return method + " " + path;
  }
}
