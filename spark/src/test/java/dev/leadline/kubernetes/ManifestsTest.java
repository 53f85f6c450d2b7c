package dev.leadline.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManifestsTest {

  private static final Path DIRECTORY = Path.of("../deploy/kubernetes");
  private static final String KUSTOMIZATION = "kustomization.yaml";

  @Test
  void everyDocument_fitsTheSchema() throws IOException {
    assertThat(documents()).hasSizeGreaterThan(12);
    for (JsonObject document : documents()) {
      assertThat(ManifestSchema.misfit(document)).as(name(document)).isEmpty();
    }
  }

  @Test
  void unknownField_isRefusedHoweverDeep() throws IOException {
    String text = Files.readString(DIRECTORY.resolve("base/workers.yaml"));
    String wrong = text.replace("readOnlyRootFilesystem: true", "readOnlyRootFileSystem: true");
    assertThat(wrong).isNotEqualTo(text);
    assertThat(ManifestSchema.misfit(ManifestSchema.documents(wrong).get(0)).orElseThrow())
        .contains("readOnlyRootFileSystem");
  }

  @Test
  void missingField_isRefused() throws IOException {
    String text = Files.readString(DIRECTORY.resolve("base/autoscaler.yaml"));
    String wrong = text.replace("  maxReplicas: 20\n", "");
    assertThat(wrong).isNotEqualTo(text);
    assertThat(ManifestSchema.misfit(ManifestSchema.documents(wrong).get(0)).orElseThrow())
        .contains("maxReplicas");
  }

  @Test
  void wrongType_isRefused() throws IOException {
    String text = Files.readString(DIRECTORY.resolve("job/study.yaml"));
    String wrong = text.replace("accessModes: [ReadWriteOnce]", "accessModes: ReadWriteOnce");
    assertThat(wrong).isNotEqualTo(text);
    assertThat(ManifestSchema.misfit(ManifestSchema.documents(wrong).get(0)).orElseThrow())
        .contains("accessModes");
  }

  @Test
  void everyFile_isNamedByItsKustomization() throws IOException {
    for (String part : List.of("namespace", "base", "job")) {
      Path directory = DIRECTORY.resolve(part);
      JsonObject kustomization =
          ManifestSchema.documents(Files.readString(directory.resolve(KUSTOMIZATION))).get(0);
      List<String> named = new ArrayList<>();
      for (JsonElement resource : kustomization.getAsJsonArray("resources")) {
        named.add(resource.getAsString());
        assertThat(directory.resolve(resource.getAsString())).exists();
      }
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .filteredOn(file -> !file.equals(KUSTOMIZATION))
            .allMatch(named::contains);
      }
    }
  }

  @Test
  void everyContainer_hasNoRightsAndLimits() throws IOException {
    for (JsonObject pod : pods()) {
      JsonObject security = pod.getAsJsonObject("securityContext");
      assertThat(security.get("runAsNonRoot").getAsBoolean()).isTrue();
      assertThat(security.getAsJsonObject("seccompProfile").get("type").getAsString())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.get("automountServiceAccountToken").getAsBoolean()).isFalse();
      for (JsonElement element : pod.getAsJsonArray("containers")) {
        JsonObject container = element.getAsJsonObject();
        JsonObject own = container.getAsJsonObject("securityContext");
        assertThat(own.get("readOnlyRootFilesystem").getAsBoolean()).isTrue();
        assertThat(own.get("allowPrivilegeEscalation").getAsBoolean()).isFalse();
        assertThat(own.getAsJsonObject("capabilities").get("drop").toString())
            .isEqualTo("[\"ALL\"]");
        assertThat(container.getAsJsonObject("resources").getAsJsonObject("limits").keySet())
            .containsExactlyInAnyOrder("cpu", "memory");
      }
    }
  }

  /** A minute more than the longest trial: what does not end is handed back in time. */
  @Test
  void worker_mayLetItsTrialEnd() throws IOException {
    assertThat(container("leadline-worker").getAsJsonArray("args").toString())
        .contains("\"--timeout\",\"$(TIMEOUT)\",\"--grace\",\"$(TIMEOUT)\"");
    assertThat(find("ConfigMap", "leadline-settings").getAsJsonObject("data").get("timeout"))
        .hasToString("\"30m\"");
    assertThat(pods())
        .filteredOn(pod -> pod.has("serviceAccountName"))
        .extracting(pod -> pod.get("terminationGracePeriodSeconds").getAsInt())
        .contains(30 * 60 + 60);
  }

  @Test
  void server_hasProbesAndTheAutoscalerItsTarget() throws IOException {
    JsonObject server = container("leadline-server");
    assertThat(server.keySet()).contains("startupProbe", "readinessProbe", "livenessProbe");
    JsonObject target =
        find("HorizontalPodAutoscaler", "leadline-worker")
            .getAsJsonObject("spec")
            .getAsJsonObject("scaleTargetRef");
    JsonObject workers =
        find(target.get("kind").getAsString(), target.get("name").getAsString())
            .getAsJsonObject("spec");
    assertThat(workers.has("replicas")).as("would fight the autoscaler").isFalse();
  }

  @Test
  void selectors_findTheirPods() throws IOException {
    for (JsonObject document : documents()) {
      if (document.get("kind").getAsString().equals("Deployment")) {
        JsonObject spec = document.getAsJsonObject("spec");
        assertThat(spec.getAsJsonObject("selector").get("matchLabels"))
            .isEqualTo(spec.getAsJsonObject("template").getAsJsonObject("metadata").get("labels"));
      }
    }
    assertThat(find("Service", "leadline").getAsJsonObject("spec").get("selector").toString())
        .contains("leadline-server");
  }

  @Test
  void secrets_areReferredToAndNeverWritten() throws IOException {
    assertThat(documents()).noneMatch(d -> d.get("kind").getAsString().equals("Secret"));
    Set<String> names = new TreeSet<>();
    for (JsonObject pod : pods()) {
      for (JsonElement element : pod.getAsJsonArray("containers")) {
        for (JsonElement variable : element.getAsJsonObject().getAsJsonArray("env")) {
          JsonObject entry = variable.getAsJsonObject();
          boolean isSecret = entry.get("name").getAsString().matches("STUDIES|STUDY_STORE|PG.*");
          if (isSecret) {
            names.add(
                entry
                    .getAsJsonObject("valueFrom")
                    .getAsJsonObject("secretKeyRef")
                    .get("name")
                    .getAsString());
          }
        }
      }
    }
    assertThat(names).containsExactly("leadline-database");
    assertThat(Files.readString(DIRECTORY.resolve("README.md"))).contains("leadline-database");
  }

  private static List<JsonObject> documents() throws IOException {
    List<JsonObject> documents = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(DIRECTORY)) {
      for (Path file :
          walk.filter(f -> f.toString().endsWith(".yaml"))
              .filter(f -> !f.endsWith(KUSTOMIZATION))
              .sorted()
              .collect(Collectors.toList())) {
        documents.addAll(ManifestSchema.documents(Files.readString(file)));
      }
    }
    return documents;
  }

  private static List<JsonObject> pods() throws IOException {
    List<JsonObject> pods =
        documents().stream()
            .filter(d -> d.getAsJsonObject("spec") != null)
            .map(d -> d.getAsJsonObject("spec").getAsJsonObject("template"))
            .filter(template -> template != null)
            .map(template -> template.getAsJsonObject("spec"))
            .toList();
    assertThat(pods).hasSize(3);
    return pods;
  }

  private static JsonObject container(String deployment) throws IOException {
    return find("Deployment", deployment)
        .getAsJsonObject("spec")
        .getAsJsonObject("template")
        .getAsJsonObject("spec")
        .getAsJsonArray("containers")
        .get(0)
        .getAsJsonObject();
  }

  private static JsonObject find(String kind, String name) throws IOException {
    return documents().stream()
        .filter(d -> name(d).equals(kind + " " + name))
        .findFirst()
        .orElseThrow();
  }

  private static String name(JsonObject document) {
    return document.get("kind").getAsString()
        + " "
        + document.getAsJsonObject("metadata").get("name").getAsString();
  }
}
