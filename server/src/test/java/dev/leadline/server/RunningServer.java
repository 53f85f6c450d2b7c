package dev.leadline.server;

import dev.leadline.search.Strategy;
import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.token.Tokens;
import dev.leadline.storage.Studies;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.TokenStore;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server at a free port, and a client of it. */
final class RunningServer implements AutoCloseable {

  static final String SPACE =
      """
      {"minimise":"loss","parameters":[{"name":"x","real":[0,1]},{"name":"n","integer":[1,9]}]}""";

  final Studies studies;
  final TokenStore tokens = Studies.inMemory().tokens();
  private final LeadlineServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Description description;

  /** An answer, its body read as JSON. */
  record Reply(int status, JsonNode json, HttpResponse<String> raw) {}

  private RunningServer(ServerConfig config, Access.Mode mode, Studies studies) {
    this(config, mode, studies, Strategies::named);
  }

  private RunningServer(
      ServerConfig config,
      Access.Mode mode,
      Studies studies,
      Function<String, Strategy> strategies) {
    this.studies = studies;
    Access access = new Access(mode, maker());
    this.server = LeadlineServer.start(config, access, studies, strategies, Clock.systemUTC());
    this.description = new Description(reply(HttpRequest.newBuilder(uri("/openapi.json"))).json());
  }

  static RunningServer open() {
    return of(Access.Mode.OPEN);
  }

  static RunningServer of(Access.Mode mode) {
    ServerConfig.PerCaller each =
        new ServerConfig.PerCaller(50, 1000, 10_000_000, Duration.ofSeconds(20));
    ServerConfig.Limits generous =
        new ServerConfig.Limits(100_000, 100_000, 100_000, 50, 100_000_000, each);
    ServerConfig config =
        new ServerConfig("127.0.0.1", 0, Optional.empty(), ServerConfig.Proxy.NONE, generous);
    return of(config, mode);
  }

  static RunningServer of(ServerConfig config, Access.Mode mode) {
    return new RunningServer(config, mode, Studies.inMemory());
  }

  /** A server whose strategies are loaded when something has happened. */
  static RunningServer waitingFor(CountDownLatch event) {
    return new RunningServer(
        ServerConfig.local(0),
        Access.Mode.OPEN,
        Studies.inMemory(),
        name -> {
          try {
            event.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Strategies.named(name);
        });
  }

  /** Another server of the same studies, as after a restart. */
  RunningServer restarted() {
    close();
    return new RunningServer(ServerConfig.local(0), Access.Mode.OPEN, studies);
  }

  int port() {
    return server.port();
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  String token(Role role) {
    return maker().create(role.word(), role, Optional.empty());
  }

  Reply get(String path) {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  Reply post(String path, String body) {
    return call("POST", path, body, null);
  }

  Reply call(String method, String path, @Nullable String body, @Nullable String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    Reply reply =
        send(
            request.method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body)));
    if (body != null && reply.status() < 300) {
      description.checkRequest(method, path, JsonMapper.shared().readTree(body));
    }
    return reply;
  }

  /** Sends a request and holds the answer against the description. */
  Reply send(HttpRequest.Builder request) {
    Reply reply = reply(request);
    HttpRequest sent = reply.raw().request();
    description.checkAnswer(sent.method(), sent.uri().getPath(), reply.status(), reply.json());
    return reply;
  }

  Description description() {
    return description;
  }

  private Reply reply(HttpRequest.Builder request) {
    try {
      HttpResponse<String> raw = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      boolean isJson =
          raw.headers().firstValue("Content-Type").orElse("").contains("json")
              && !raw.body().isEmpty();
      JsonMapper mapper = JsonMapper.shared();
      return new Reply(raw.statusCode(), mapper.readTree(isJson ? raw.body() : "null"), raw);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Creates a study of two parameters that is searched without a model. */
  void create(String name, int trials) {
    Reply reply =
        post(
            "/api/v1/studies",
            "{\"name\":\"%s\",\"space\":%s,\"trials\":%d,\"strategy\":\"sobol\"}"
                .formatted(name, SPACE, trials));
    if (reply.status() != 201) {
      throw new IllegalStateException(reply.raw().body());
    }
  }

  private Tokens maker() {
    return new Tokens(tokens, new SecureRandom(), Clock.systemUTC());
  }

  @Override
  public void close() {
    server.close();
  }
}
