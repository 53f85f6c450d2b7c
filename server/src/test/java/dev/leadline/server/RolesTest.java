package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.api.Api;
import dev.leadline.server.http.Access;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.route.Method;
import dev.leadline.server.route.Route;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyEntry;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.storage.token.Role;
import dev.leadline.study.Strategies;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RolesTest {

  private static final String STUDY = "roles";

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.of(Access.Mode.TOKENS);
    server.studies.create(
        STUDY,
        StudySetup.of(SpaceFile.parse("space", RunningServer.SPACE, Optional.empty()))
            .strategy("sobol")
            .header());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Route> routes() {
    OpenStudies none = new OpenStudies(Studies.inMemory(), Strategies::named, Clock.systemUTC());
    try (Api api = new Api(none)) {
      return api.routes().stream();
    }
  }

  /** Every route with every role, and with none at all. */
  @ParameterizedTest
  @MethodSource("routes")
  void route_isOpenToItsRoleAndThoseAbove(Route route) throws Exception {
    for (Role role : Role.values()) {
      List<StudyEntry> before = server.studies.list();
      int status = status(route, role);
      if (role.covers(route.role())) {
        assertThat(status)
            .as("%s as %s", route.title(), role)
            .isNotIn(401, 403, 429)
            .isLessThan(500);
      } else {
        assertThat(status)
            .as("%s as %s", route.title(), role)
            .isEqualTo(role == Role.ANYONE ? 401 : 403);
        assertThat(server.studies.list()).isEqualTo(before);
      }
    }
  }

  @Test
  void routes_thatChangeSomething_areNotForReaders() {
    assertThat(routes())
        .filteredOn(route -> route.method().isWriting() && !route.path().endsWith("/posterior"))
        .hasSizeGreaterThan(10)
        .allMatch(route -> route.role().covers(Role.WORK));
  }

  @Test
  void description_namesExactlyTheRoutes() {
    Set<String> described = new HashSet<>();
    for (Map.Entry<String, JsonNode> path : server.description().paths().properties()) {
      path.getValue()
          .propertyNames()
          .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
    }
    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(
            routes().map(route -> route.title().replace('<', '{').replace('>', '}')).toList())
        .contains(
            "GET /health",
            "GET /ready",
            "GET /metrics",
            "GET /openapi.json",
            "GET /",
            "POST /api/v1/studies",
            "POST /api/v1/studies/{name}/ask",
            "POST /api/v1/studies/{name}/tell",
            "GET /api/v1/studies/{name}/best",
            "GET /api/v1/studies/{name}/trials",
            "GET /api/v1/studies/{name}/events");
  }

  /** The least that a route wants; an action may find nothing, but it is reached. */
  private static int status(Route route, Role role) throws Exception {
    String path =
        route
            .path()
            .replace("{name}", STUDY)
            .replace("{trial}", "0")
            .replace("{id}", "none~1")
            .replace("<file>", "none.js");
    if (route.method() == Method.DELETE && route.path().endsWith("{name}")) {
      path = "/api/v1/studies/not-there";
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
    if (role != Role.ANYONE) {
      request.header("Authorization", "Bearer " + server.token(role));
    }
    request.header("Content-Type", "application/json");
    request.method(
        route.method().name(),
        route.method().isWriting()
            ? HttpRequest.BodyPublishers.ofString("{}")
            : HttpRequest.BodyPublishers.noBody());
    HttpResponse<InputStream> response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    response.body().close();
    return response.statusCode();
  }
}
