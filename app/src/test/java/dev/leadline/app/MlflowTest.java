package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leadline.app.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A server that takes the calls of MLflow's REST API; it was tried with MLflow 3.17 itself. */
class MlflowTest extends StudyCommandFixture {

  private final List<String> experiments = new ArrayList<>();
  private final ArrayNode runs = JsonMapper.shared().createArrayNode();
  private final List<JsonNode> batches = new ArrayList<>();
  private int callsUntilItBreaks = Integer.MAX_VALUE;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void trialsThatAreOver_becomeRunsOnce() {
    run(
        3,
        "--early",
        "median",
        "--param",
        "x=integer:1..9",
        "--",
        "sh",
        "-c",
        "echo step 1 value 5; [ {trial} -ne 2 ] || exit 3; echo step 2 value {x}");
    CommandRun first = show();
    assertThat(first.out()).contains("3 runs added to the experiment 'tune.db'");
    assertThat(experiments).containsExactly("tune.db");
    assertThat(runs.valueStream().map(run -> run.at("/info/status").asString()))
        .containsExactly("FINISHED", "FINISHED", "FAILED");
    String x = trials().get(0).settings().get("x");
    assertThat(batches.get(0).at("/params").toString())
        .isEqualTo("[{\"key\":\"x\",\"value\":\"%s\"}]".formatted(x));
    assertThat(metrics(0))
        .containsExactly("value 3 " + x + ".0", "value 1 5.0", "value 2 " + x + ".0");
    assertThat(runs.get(2).at("/data/tags").toString())
        .contains("{\"key\":\"leadline.trial\",\"value\":\"2\"}", "leadline.reason", "exit code 3");
    assertThat(show().out()).contains("0 runs added");
    assertThat(runs).hasSize(3);
  }

  @Test
  void exportThatWasInterrupted_goesOnWhereItWas() {
    run(2, "--param", "x=real:0..1", "--", "echo", "{x}");
    callsUntilItBreaks = 4; // the first run is made and not finished
    assertRefused(show(), ExitCode.STORAGE, "but it answered 500: out of order; check its address");
    callsUntilItBreaks = Integer.MAX_VALUE;
    assertThat(show().out()).contains("2 runs added");
    assertThat(runs.valueStream().map(run -> run.at("/info/status").asString()))
        .containsExactly("FINISHED", "FINISHED");
    server.stop(0);
    assertRefused(show(), ExitCode.STORAGE, "but nobody answers; check");
    assertRefused(
        CommandRun.of("show", file.toString(), "--mlflow", "databricks"),
        ExitCode.USAGE,
        "such as http://localhost:5000");
  }

  private CommandRun show() {
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    return CommandRun.of("show", file.toString(), "--mlflow", address);
  }

  private List<String> metrics(int run) {
    return batches.stream()
        .filter(batch -> batch.get("run_id").asString().equals(Integer.toString(run)))
        .flatMap(batch -> batch.path("metrics").valueStream())
        .map(
            metric ->
                "%s %s %s"
                    .formatted(
                        metric.get("key").asString(), metric.get("step"), metric.get("value")))
        .toList();
  }

  private void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath().replace("/api/2.0/mlflow/", "");
    byte[] body = call.getRequestBody().readAllBytes();
    JsonNode asked =
        body.length == 0
            ? JsonMapper.shared().createObjectNode()
            : JsonMapper.shared().readTree(body);
    ObjectNode answer = JsonMapper.shared().createObjectNode();
    int code = callsUntilItBreaks-- <= 0 ? 500 : 200;
    if (code == 500) {
      answer.put("message", "out of order");
    } else if (path.equals("experiments/get-by-name")) {
      code = experiments.isEmpty() ? 404 : 200;
      answer.putObject("experiment").put("experiment_id", "7");
    } else if (path.equals("experiments/create")) {
      experiments.add(asked.get("name").asString());
      answer.put("experiment_id", "7");
    } else if (path.equals("runs/search")) {
      assertThat(asked.at("/experiment_ids/0").asString()).isEqualTo("7");
      answer.set("runs", runs);
    } else if (path.equals("runs/create")) {
      ObjectNode run = runs.addObject();
      run.putObject("info")
          .put("run_id", Integer.toString(runs.size() - 1))
          .put("status", "RUNNING");
      run.putObject("data").set("tags", asked.get("tags"));
      answer.set("run", run);
    } else if (path.equals("runs/log-batch")) {
      batches.add(asked);
    } else if (path.equals("runs/update")) {
      ((ObjectNode) runs.get(asked.get("run_id").asInt()).get("info"))
          .put("status", asked.get("status").asString());
    } else {
      code = 404;
    }
    byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
    call.sendResponseHeaders(code, bytes.length);
    call.getResponseBody().write(bytes);
    call.close();
  }
}
