package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How many workers the autoscaler of deploy/kubernetes wants, asked of the metrics of a real server
 * as the adapter would.
 */
class AutoscalerTest {

  private static final Path KUBERNETES = Path.of("../deploy/kubernetes");
  private static final Pattern SERIES = Pattern.compile("(?m)^(\\w+)\\{([^}]*)\\} ([0-9.eE+-]+)$");

  private final RunningServer server = RunningServer.open();

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void workers_areWantedForTheOpenTrialsOfTheirStudyAlone() throws IOException {
    create("tune", 6);
    create("abandoned", 99_499);
    assertThat(wanted()).as("nobody has begun").isEqualTo(6);
    for (int i = 0; i < 4; i++) {
      server.post("/api/v1/studies/tune/ask", "{}");
    }
    assertThat(wanted()).as("those who work are counted").isEqualTo(6);
    for (int i = 0; i < 4; i++) {
      tell(i);
    }
    assertThat(wanted()).as("two are left").isEqualTo(2);
    server.post("/api/v1/studies/tune/ask", "{}");
    server.post("/api/v1/studies/tune/ask", "{}");
    assertThat(wanted()).as("at the end nobody who works is taken away").isEqualTo(2);
    server.post("/api/v1/studies/tune/pause", "{}");
    assertThat(wanted()).as("a pause ends no trial").isEqualTo(2);
    tell(4);
    tell(5);
    assertThat(wanted()).as("the least").isEqualTo(1);
  }

  @Test
  void parallelism_isTheMostThatIsWanted() throws IOException {
    create("tune", 500);
    assertThat(wanted()).isEqualTo(20);
  }

  private void create(String name, int trials) {
    String study =
        "{\"name\":\"%s\",\"trials\":%d,\"strategy\":\"random\",\"space\":%s}"
            .formatted(name, trials, RunningServer.SPACE);
    assertThat(server.post("/api/v1/studies", study).status()).isEqualTo(201);
  }

  private void tell(int trial) {
    String result = "{\"trial\":%d,\"value\":1}".formatted(trial);
    assertThat(server.post("/api/v1/studies/tune/tell", result).status()).isEqualTo(200);
  }

  /** What an autoscaler does with an average value for its target. */
  private int wanted() throws IOException {
    JsonNode spec = yaml(KUBERNETES.resolve("base/autoscaler.yaml")).get("spec");
    JsonNode external = spec.get("metrics").get(0).get("external");
    JsonNode metric = external.get("metric");
    double value = adapter(metric.get("name").stringValue(), labels(metric));
    double each = Double.parseDouble(external.get("target").get("averageValue").stringValue());
    int replicas = Math.max(spec.get("minReplicas").intValue(), (int) Math.ceil(value / each));
    return Math.min(spec.get("maxReplicas").intValue(), replicas);
  }

  /** The labels of the selector, after kustomize has put the study of the settings there. */
  private static Map<String, String> labels(JsonNode metric) throws IOException {
    Map<String, String> labels = new TreeMap<>();
    metric
        .get("selector")
        .get("matchLabels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().stringValue()));
    assertThat(Files.readString(KUBERNETES.resolve("base/kustomization.yaml")))
        .contains("fieldPath: data.study")
        .contains("spec.metrics.0.external.metric.selector.matchLabels.study");
    JsonNode settings = yaml(KUBERNETES.resolve("base/settings.yaml"));
    labels.put("study", settings.get("data").get("study").stringValue());
    return labels;
  }

  /** The sum that the rule in the README asks for, over the series with the labels. */
  private double adapter(String metric, Map<String, String> labels) throws IOException {
    assertThat(Files.readString(KUBERNETES.resolve("README.md")))
        .contains("metricsQuery: sum(%s{<<.LabelMatchers>>})".formatted(metric));
    String[] wanted =
        labels.entrySet().stream()
            .map(label -> "%s=\"%s\"".formatted(label.getKey(), label.getValue()))
            .toArray(String[]::new);
    double[] values =
        SERIES
            .matcher(server.get("/metrics").raw().body())
            .results()
            .filter(series -> series.group(1).equals(metric))
            .filter(
                series ->
                    Stream.of(series.group(2).split(","))
                        .toList()
                        .containsAll(Stream.of(wanted).toList()))
            .mapToDouble(series -> Double.parseDouble(series.group(3)))
            .toArray();
    assertThat(values).as("series of %s with %s", metric, labels).hasSize(1);
    return values[0];
  }

  private static JsonNode yaml(Path file) throws IOException {
    Load load = new Load(LoadSettings.builder().build());
    return JsonMapper.shared().valueToTree(load.loadFromString(Files.readString(file)));
  }
}
