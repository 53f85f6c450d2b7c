package dev.leadline.server.route;

import dev.leadline.storage.token.Role;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One thing that can be asked of the server: the web server and the OpenAPI description are made of
 * these. Immutable and thread-safe.
 *
 * @param path with placeholders in braces
 * @param role what a caller needs
 * @param summary one line for the description
 * @param query the names of the parameters that it takes
 * @param request the name of the body's schema
 * @param answers the names of the schemas of what it answers when all goes well, or media types
 */
public record Route(
    Method method,
    String path,
    Role role,
    String summary,
    List<String> query,
    Optional<String> request,
    SortedMap<Status, String> answers,
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
    answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
  }

  public static Route get(String path, Role role, String summary, String answer, Action action) {
    return new Route(
        Method.GET,
        path,
        role,
        summary,
        List.of(),
        Optional.empty(),
        new TreeMap<>(Map.of(Status.OK, answer)),
        action);
  }

  public static Route post(
      String path,
      Role role,
      String summary,
      String request,
      Status status,
      String answer,
      Action action) {
    return new Route(
        Method.POST,
        path,
        role,
        summary,
        List.of(),
        Optional.of(request),
        new TreeMap<>(Map.of(status, answer)),
        action);
  }

  /** The same route with parameters in its query. */
  public Route query(String... names) {
    return new Route(method, path, role, summary, List.of(names), request, answers, action);
  }

  /** The same route with another method. */
  public Route by(Method other) {
    return new Route(other, path, role, summary, query, request, answers, action);
  }

  /** The same route with another action. */
  public Route doing(Action other) {
    return new Route(method, path, role, summary, query, request, answers, other);
  }

  /** Names it in metrics and errors. */
  public String title() {
    return method + " " + path;
  }
}
