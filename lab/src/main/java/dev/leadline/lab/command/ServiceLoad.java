package dev.leadline.lab.command;

import dev.leadline.client.RemoteStudy;
import dev.leadline.lab.functions.Program;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.problem.InputException;
import dev.leadline.study.AskTell;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How many trials a place of studies claims and tells in a second, and how long a tell takes. */
final class ServiceLoad {

  /* Every worker is a session with connections of its own, as in a process of its own, of the database or of a server. Nothing
  is evaluated: the value is there at once. */

  static final List<String> HEADING =
      List.of(
          "| strategy | workers | seconds | trials | claims and tells a second | ask, median ms |"
              + " ask, 99 % | tell, median ms | tell, 99 % |",
          "|---|---:|---:|---:|---:|---:|---:|---:|---:|");

  private static final int INPUTS = 4;
  private static final Duration WARM_UP = Duration.ofSeconds(5); // while Java compiles

  private final String strategy;
  private final int workers;
  private final double seconds;
  private final double[] asks; // in milliseconds, sorted
  private final double[] tells;

  private ServiceLoad(String strategy, int workers, double seconds, double[] asks, double[] tells) {
    this.strategy = strategy;
    this.workers = workers;
    this.seconds = seconds;
    this.asks = asks;
    this.tells = tells;
  }

  /** Lets workers ask and tell as fast as they can. */
  static ServiceLoad measure(String place, String strategy, int workers, Duration time)
      throws InterruptedException, ExecutionException {
    String name = "load-%s-%d".formatted(strategy, System.currentTimeMillis());
    StudySetup setup = StudySetup.minimise(Program.cube(INPUTS)).strategy(strategy);
    if (place.matches("https?://.*")) {
      return measureServer(URI.create(place + "/"), name, strategy, workers, time);
    }
    try (Studies studies = StudyLocation.studies(place, Session.usual())) {
      studies.create(name, setup.header());
      try {
        StudyLocation location = StudyLocation.parse(place + "/" + name);
        return measure(() -> session(location, setup), strategy, workers, time);
      } finally {
        studies.delete(name);
      }
    }
  }

  private static StoredStudy session(StudyLocation location, StudySetup setup) {
    Session session = Session.usual();
    return StoredStudy.open(
        location.open(session), setup, Strategies.named(setup.strategy()), session.clock());
  }

  private static ServiceLoad measureServer(
      URI server, String name, String strategy, int workers, Duration time)
      throws InterruptedException, ExecutionException {
    String inputs =
        IntStream.range(0, INPUTS)
            .mapToObj(i -> "{\"name\":\"x%d\",\"real\":[0,1]}".formatted(i))
            .collect(Collectors.joining(","));
    URI studies = server.resolve("api/v1/studies");
    String space = "{\"minimise\":\"value\",\"parameters\":[%s]}".formatted(inputs);
    call(
        "POST",
        studies,
        "{\"name\":\"%s\",\"strategy\":\"%s\",\"space\":%s}".formatted(name, strategy, space));
    try {
      return measure(
          () -> RemoteStudy.open(server.resolve(name), token(), "load"), strategy, workers, time);
    } finally {
      call("DELETE", URI.create(studies + "/" + name), "{}");
    }
  }

  private static void call(String method, URI address, String body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new InputException(method + " " + address, answer.body());
      }
    } catch (IOException e) {
      throw new InputException(address.toString(), "it does not answer (%s)".formatted(e));
    }
  }

  private static Optional<String> token() {
    return Optional.ofNullable(System.getenv("LEADLINE_TOKEN"));
  }

  /** The line of the table. */
  String line() {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.0f | %d | %.0f | %.1f | %.1f | %.1f | %.1f |",
        strategy,
        workers,
        seconds,
        tells.length,
        tells.length / seconds,
        quantile(asks, 0.5),
        quantile(asks, 0.99),
        quantile(tells, 0.5),
        quantile(tells, 0.99));
  }

  private static ServiceLoad measure(
      Supplier<AskTell> open, String strategy, int workers, Duration time)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    List<AskTell> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < workers; i++) {
        sessions.add(open.get());
      }
      long begin = System.nanoTime() + WARM_UP.toNanos();
      long end = begin + time.toNanos();
      List<Callable<List<double[]>>> work = new ArrayList<>();
      sessions.forEach(study -> work.add(() -> askAndTell(study, begin, end)));
      List<double[]> all = new ArrayList<>();
      for (Future<List<double[]>> done : threads.invokeAll(work)) {
        all.addAll(done.get());
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      return new ServiceLoad(strategy, workers, seconds, column(all, 0), column(all, 1));
    } finally {
      threads.shutdownNow();
      sessions.forEach(AskTell::close);
    }
  }

  /** Returns the milliseconds of each ask and tell from the beginning to the end. */
  private static List<double[]> askAndTell(AskTell study, long begin, long end) {
    List<double[]> times = new ArrayList<>();
    while (System.nanoTime() < end) {
      long asking = System.nanoTime();
      Trial trial = study.ask();
      long asked = System.nanoTime();
      study.tell(trial, trial.configuration().real("x0"));
      if (asking >= begin) {
        times.add(new double[] {(asked - asking) / 1e6, (System.nanoTime() - asked) / 1e6});
      }
    }
    return times;
  }

  private static double[] column(List<double[]> rows, int index) {
    return rows.stream().mapToDouble(row -> row[index]).sorted().toArray();
  }

  private static double quantile(double[] sorted, double share) {
    int index = (int) Math.min(sorted.length - 1, Math.floor(share * sorted.length));
    return sorted.length == 0 ? Double.NaN : sorted[index];
  }
}
