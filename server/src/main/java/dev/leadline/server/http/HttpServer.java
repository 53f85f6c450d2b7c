package dev.leadline.server.http;

import dev.leadline.server.api.Api;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Route;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.time.Clock;

/** The web server around the routes. Thread-safe. */
public final class HttpServer implements AutoCloseable {

  private final Javalin javalin;

  private HttpServer(Javalin javalin) {
    this.javalin = javalin;
  }

  /**
   * Starts to listen.
   *
   * @throws IllegalArgumentException if the address cannot be used
   */
  public static HttpServer start(ServerConfig config, Access access, Api api, Clock clock) {
    RouteHandler.Shared shared =
        new RouteHandler.Shared(
            new AccessCheck(access, config, clock),
            new Replays(clock),
            api.metrics(),
            config.limits(),
            new Quota(config.limits().each().listeners(), config.limits().listeners()));
    Javalin javalin = Javalin.create(settings -> configure(settings, config, api, shared));
    try {
      return new HttpServer(javalin.start());
    } catch (JavalinBindException e) {
      throw new IllegalArgumentException(
          "expected a free address but %s:%d is in use or not of this machine; choose another with --listen"
              .formatted(config.host(), config.port()),
          e);
    }
  }

  /** Where it listens. */
  public int port() {
    return javalin.port();
  }

  /** Stops to listen; calls that are under way are answered first. */
  @Override
  public void close() {
    try {
      javalin.stop();
    } catch (JavalinException e) {
      // A call took longer than the last calls are given; it was cut off.
    }
  }

  private static void configure(
      JavalinConfig settings, ServerConfig config, Api api, RouteHandler.Shared shared) {
    settings.startup.showJavalinBanner = false;
    settings.startup.showOldJavalinVersionWarning = false;
    settings.startup.startupWatcherEnabled = false;
    settings.router.ignoreTrailingSlashes = false; // one path, one name
    settings.http.prefer405over404 = true;
    settings.http.maxRequestSize = config.limits().bodyBytes();
    settings.http.asyncTimeout = 0; // streams of events have no end
    JettySetup.apply(settings.jetty, config);
    settings.routes.before(context -> SecurityHeaders.ALL.forEach(context::header));
    settings.routes.before(HttpServer::refuseEmptyParts);
    for (Route route : api.routes()) {
      settings.routes.addHttpHandler(
          HandlerType.findOrCreate(route.method().name()),
          route.path(),
          new RouteHandler(route, shared));
    }
    settings.routes.exception(
        HttpResponseException.class, (error, context) -> problem(context, Problems.of(error)));
    settings.routes.exception(
        Exception.class, (error, context) -> problem(context, Problems.of(error)));
  }

  /** The web server takes several slashes for one; here every path has one name. */
  private static void refuseEmptyParts(Context context) {
    if (context.req().getRequestURI().contains("//")) {
      throw Problems.of(404);
    }
  }

  private static void problem(Context context, ProblemException problem) {
    RouteHandler.write(context, problem.answer());
  }
}
