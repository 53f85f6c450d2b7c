package dev.leadline.server;

import dev.leadline.search.Strategy;
import dev.leadline.server.api.Api;
import dev.leadline.server.http.Access;
import dev.leadline.server.http.HttpServer;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.storage.Studies;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Studies over HTTP, from the first call to the last. Thread-safe. */
public final class LeadlineServer implements AutoCloseable {

  private static final Logger LOG = System.getLogger("dev.leadline.server");
  private static final Duration UNUSED = Duration.ofMinutes(10);

  private final OpenStudies open;
  private final Api api;
  private final HttpServer http;
  private final ScheduledExecutorService housekeeping;

  private LeadlineServer(OpenStudies open, Api api, HttpServer http) {
    this.open = open;
    this.api = api;
    this.http = http;
    this.housekeeping =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "housekeeping");
              thread.setDaemon(true);
              return thread;
            });
    every(Duration.ofMinutes(1), () -> open.unloadUnused(UNUSED));
    every(Duration.ofSeconds(1), open::requeueAbandoned);
    every(Duration.ofMinutes(10), open::emptyDiscarded);
  }

  private void every(Duration time, Runnable work) {
    Runnable lasting =
        () -> {
          try {
            work.run();
          } catch (RuntimeException e) { // or it would be the last time
            LOG.log(Level.WARNING, "housekeeping was put off: " + e.getMessage());
          }
        };
    long millis = time.toMillis();
    Future<?> unused =
        housekeeping.scheduleWithFixedDelay(lasting, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts a server.
   *
   * @param studies closed by whoever opened them, after the server
   * @param strategies makes the strategy of the name that a study remembers
   * @throws IllegalArgumentException if the address cannot be used
   */
  public static LeadlineServer start(
      ServerConfig config,
      Access access,
      Studies studies,
      Function<String, Strategy> strategies,
      Clock clock) {
    OpenStudies open = new OpenStudies(studies, strategies, clock);
    Api api = new Api(open);
    try {
      return new LeadlineServer(open, api, HttpServer.start(config, access, api, clock));
    } catch (RuntimeException e) {
      api.close();
      throw e;
    }
  }

  public int port() {
    return http.port();
  }

  /**
   * Stops in good order: streams of events end, views are broken off, other calls that are under
   * way are answered, sessions are closed. Leases of workers go on, because the workers do.
   */
  @Override
  public void close() {
    housekeeping.shutdownNow();
    api.close();
    open.endViews();
    http.close();
    open.close();
  }
}
