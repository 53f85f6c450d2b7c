package dev.leadline.app.report;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The trials of a study as runs on an MLflow tracking server. For use by one thread. */
public final class MlflowRuns {

  /* A run is known by its tag, and finished as the last step: after an interruption the same
  export goes on where it was. */

  private static final String TRIAL = "leadline.trial";
  private static final int MOST_METRICS = 500; // MLflow takes a thousand at once
  private static final int PAGE = 1000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final String server;
  private final @Nullable String token;

  /**
   * @param server such as {@code http://localhost:5000}
   * @param token of a server that wants one
   */
  public MlflowRuns(String server, @Nullable String token) {
    if (!server.matches("https?://.+")) {
      throw UserError.usage(
          "expected --mlflow with a tracking server such as http://localhost:5000 but got '%s'"
              .formatted(server));
    }
    this.server = server.replaceFirst("/+$", "") + "/api/2.0/mlflow/";
    this.token = token;
  }

  /**
   * Adds a run for every trial that is over and has none yet, to the experiment of this name, which
   * is made if it is not there.
   *
   * @param objective the name of the value
   * @return how many runs were added
   */
  public int add(String experiment, String objective, List<StoredTrial> trials) {
    String id = experiment(experiment);
    Set<Integer> finished = new HashSet<>();
    Map<Integer, String> begun = new HashMap<>();
    for (JsonNode run : runs(id)) {
      for (JsonNode tag : run.path("data").path("tags")) {
        if (tag.path("key").asString("").equals(TRIAL)) {
          int trial = Integer.parseInt(tag.path("value").asString("-1"));
          if (run.path("info").path("status").asString("").equals("RUNNING")) {
            begun.put(trial, run.path("info").path("run_id").asString(""));
          } else {
            finished.add(trial);
          }
        }
      }
    }
    int added = 0;
    for (StoredTrial trial : trials) {
      boolean isOver = trial.finished() != null && trial.state() != StoredState.DELETED;
      if (isOver && !finished.contains(trial.number())) {
        String run = begun.get(trial.number());
        log(run == null ? create(id, trial) : run, objective, trial);
        added++;
      }
    }
    return added;
  }

  private String experiment(String name) {
    String query = "?experiment_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    HttpResponse<String> found = send(request("experiments/get-by-name" + query).GET());
    return found.statusCode() == 404
        ? post("experiments/create", object().put("name", name)).path("experiment_id").asString("")
        : json(found).path("experiment").path("experiment_id").asString("");
  }

  private ArrayNode runs(String experiment) {
    ArrayNode runs = JsonNodeFactory.instance.arrayNode();
    String page = "";
    do {
      ObjectNode search = object().put("max_results", PAGE).put("page_token", page);
      search.putArray("experiment_ids").add(experiment);
      JsonNode found = post("runs/search", search);
      found.path("runs").forEach(runs::add);
      page = found.path("next_page_token").asString("");
    } while (!page.isEmpty());
    return runs;
  }

  private String create(String experiment, StoredTrial trial) {
    ObjectNode run = object().put("experiment_id", experiment);
    run.put("run_name", "trial " + trial.number());
    run.put("start_time", trial.created().toEpochMilli());
    ArrayNode tags = run.putArray("tags");
    tag(tags, TRIAL, Integer.toString(trial.number()));
    tag(tags, "leadline.state", trial.state().name().toLowerCase(Locale.ROOT));
    if (trial.reason() != null) {
      tag(tags, "leadline.reason", trial.reasonOrEmpty());
    }
    return post("runs/create", run).path("run").path("info").path("run_id").asString("");
  }

  /** What was set and measured, and the end. */
  private void log(String run, String objective, StoredTrial trial) {
    long end = end(trial).toEpochMilli();
    ObjectNode batch = object().put("run_id", run);
    ArrayNode settings = batch.putArray("params");
    trial.settings().forEach((name, value) -> tag(settings, name, value));
    ArrayNode metrics = batch.putArray("metrics");
    trial.measurements().values().forEach((name, value) -> metric(metrics, name, value, end, 0));
    int reports = trial.curve().size();
    if (trial.state() == StoredState.DONE) {
      int last = reports == 0 ? 0 : trial.curve().lastStep() + 1;
      metric(metrics, objective, trial.valueOrNaN(), end, last);
    }
    post("runs/log-batch", batch);
    for (int first = 0; first < reports; first += MOST_METRICS) {
      ObjectNode curve = object().put("run_id", run);
      ArrayNode points = curve.putArray("metrics");
      IntStream.range(first, Math.min(reports, first + MOST_METRICS))
          .forEach(
              i -> metric(points, objective, trial.curve().value(i), end, trial.curve().step(i)));
      post("runs/log-batch", curve);
    }
    String status =
        switch (trial.state()) {
          case FAILED -> "FAILED";
          case STOPPED -> "KILLED";
          default -> "FINISHED";
        };
    post("runs/update", object().put("run_id", run).put("status", status).put("end_time", end));
  }

  private static Instant end(StoredTrial trial) {
    Instant finished = trial.finished();
    return finished == null ? trial.created() : finished;
  }

  private static void tag(ArrayNode tags, String key, String value) {
    tags.addObject().put("key", key).put("value", value);
  }

  private static void metric(ArrayNode metrics, String name, double value, long time, int step) {
    metrics
        .addObject()
        .put("key", name)
        .put("value", value)
        .put("timestamp", time)
        .put("step", step);
  }

  private JsonNode post(String call, ObjectNode body) {
    return json(
        send(
            request(call)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))));
  }

  private HttpRequest.Builder request(String call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + call)).timeout(PATIENCE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw failed(
          e.getMessage() == null
              ? "nobody answers"
              : "it broke off (%s)".formatted(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("the wait for it was interrupted");
    }
  }

  private JsonNode json(HttpResponse<String> response) {
    try {
      JsonNode answer = JsonMapper.shared().readTree(response.body());
      if (response.statusCode() == 200) {
        return answer;
      }
      throw failed(
          "it answered %d: %s"
              .formatted(response.statusCode(), answer.path("message").asString("")));
    } catch (JacksonException e) {
      throw failed("it answered %d without JSON".formatted(response.statusCode()));
    }
  }

  private UserError failed(String why) {
    return new UserError(
        ExitCode.STORAGE,
        "expected an MLflow tracking server at %s but %s; check its address, and MLFLOW_TRACKING_TOKEN if it wants one"
            .formatted(server.replace("/api/2.0/mlflow/", ""), why));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
