package dev.leadline.kubernetes;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Kubernetes's own schema, as far as the manifests here need it: unknown and missing fields fail.
 */
final class ManifestSchema {

  private interface Check {
    void of(JsonElement document) throws IOException;
  }

  private static final Map<String, Check> KINDS =
      Map.of(
          "v1 Namespace", V1Namespace::validateJsonElement,
          "v1 ServiceAccount", V1ServiceAccount::validateJsonElement,
          "v1 Service", V1Service::validateJsonElement,
          "v1 ConfigMap", V1ConfigMap::validateJsonElement,
          "v1 PersistentVolumeClaim", V1PersistentVolumeClaim::validateJsonElement,
          "apps/v1 Deployment", V1Deployment::validateJsonElement,
          "batch/v1 Job", V1Job::validateJsonElement,
          "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler::validateJsonElement,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::validateJsonElement);

  private ManifestSchema() {}

  /** The documents of a YAML file, as JSON. */
  static List<JsonObject> documents(String yaml) {
    List<JsonObject> documents = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
      documents.add(new Gson().toJsonTree(document).getAsJsonObject());
    }
    return documents;
  }

  /** What of a document does not fit the schema of its kind, if anything does not. */
  static Optional<String> misfit(JsonObject document) {
    String kind =
        document.get("apiVersion").getAsString() + " " + document.get("kind").getAsString();
    Check check = KINDS.get(kind);
    if (check == null) {
      return Optional.of(
          "expected one of %s but got %s; add its schema here".formatted(KINDS.keySet(), kind));
    }
    try {
      check.of(document);
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
