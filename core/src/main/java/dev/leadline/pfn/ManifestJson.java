package dev.leadline.pfn;

import dev.leadline.committee.AdditiveKernels;
import dev.leadline.committee.CommitteeConfig;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text form of manifests. */
final class ManifestJson {

  private ManifestJson() {}

  static String write(Manifest manifest) {
    Map<String, Json> root = new LinkedHashMap<>();
    root.put("format", Json.of(manifest.format()));
    root.put("name", Json.of(manifest.name()));
    root.put("network", network(manifest.network()));
    if (manifest.committee() != null) {
      root.put("committee", committee(manifest.committee()));
    }
    root.put("output_scaling", Json.of(manifest.outputScaling()));
    root.put("training", strings(manifest.training()));
    Map<String, Json> graphs = new LinkedHashMap<>();
    manifest.graphWeights().forEach((graph, names) -> graphs.put(graph, strings(names)));
    root.put("graph_weights", new Json.Obj(graphs));
    root.put("sha256", strings(manifest.sha256()));
    return new Json.Obj(root).pretty();
  }

  static Manifest read(String text) throws ModelFileException {
    JsonFields root = JsonFields.of(Json.parse(text), "the manifest");
    int format = root.integer("format");
    if (format < 1 || format > Manifest.FORMAT) {
      throw new ModelFileException(
          "expected a model of format 1 to %d but it is %d; use a newer version of leadline"
              .formatted(Manifest.FORMAT, format));
    }
    JsonFields graphs = root.object("graph_weights");
    Map<String, List<String>> graphWeights = new LinkedHashMap<>();
    for (String graph : graphs.names()) {
      graphWeights.put(graph, graphs.stringList(graph));
    }
    try {
      return new Manifest(
          format,
          root.string("name"),
          network(root.object("network")),
          committee(root),
          root.string("output_scaling"),
          root.strings("training"),
          graphWeights,
          root.strings("sha256"));
    } catch (IllegalArgumentException e) {
      throw new ModelFileException("the manifest is wrong: " + e.getMessage(), e);
    }
  }

  private static Json network(NetworkConfig network) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("max_dimensions", Json.of(network.maxDimensions()));
    fields.put("width", Json.of(network.width()));
    fields.put("layers", Json.of(network.layers()));
    fields.put("heads", Json.of(network.heads()));
    fields.put("feed_forward", Json.of(network.feedForward()));
    fields.put("head_width", Json.of(network.headWidth()));
    fields.put("buckets", Json.of(network.buckets()));
    fields.put("norm", Json.of(JsonFields.constantName(network.norm())));
    fields.put("attention", Json.of(JsonFields.constantName(network.attention())));
    fields.put("tokens", Json.of(JsonFields.constantName(network.tokens())));
    return new Json.Obj(fields);
  }

  private static NetworkConfig network(JsonFields fields) throws ModelFileException {
    return new NetworkConfig(
        fields.integer("max_dimensions"),
        fields.integer("width"),
        fields.integer("layers"),
        fields.integer("heads"),
        fields.integer("feed_forward"),
        fields.integer("head_width"),
        fields.integer("buckets"),
        fields.constant("norm", NetworkConfig.Norm.class),
        fields.constant("attention", NetworkConfig.Attention.class),
        fields.constant("tokens", NetworkConfig.Tokens.class));
  }

  private static Json committee(CommitteeConfig committee) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("lengthscales", numbers(committee.lengthscales()));
    if (!committee.additive().lengthscales().isEmpty()) {
      fields.put("additive", additive(committee.additive()));
    }
    fields.put("noises", numbers(committee.noises()));
    fields.put("mean_variance", Json.of(committee.meanVariance()));
    fields.put("prior_median", Json.of(committee.priorMedian()));
    fields.put("prior_spread", Json.of(committee.priorSpread()));
    fields.put("scale_degrees", Json.of(committee.scaleDegrees()));
    fields.put("silence", Json.of(committee.cutoff()));
    return new Json.Obj(fields);
  }

  private static Json additive(AdditiveKernels additive) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("lengthscales", numbers(additive.lengthscales()));
    fields.put("frequencies", Json.of(additive.frequencies()));
    fields.put("interaction", Json.of(additive.interaction()));
    fields.put("interaction_lengthscale", Json.of(additive.interactionLengthscale()));
    return new Json.Obj(fields);
  }

  private static AdditiveKernels additive(JsonFields fields) throws ModelFileException {
    return new AdditiveKernels(
        Arrays.stream(fields.numbers("lengthscales")).boxed().toList(),
        fields.integer("frequencies"),
        fields.number("interaction"),
        fields.number("interaction_lengthscale"));
  }

  private static @Nullable CommitteeConfig committee(JsonFields root) throws ModelFileException {
    if (!root.has("committee")) {
      return null;
    }
    JsonFields fields = root.object("committee");
    return new CommitteeConfig(
        Arrays.stream(fields.numbers("lengthscales")).boxed().toList(),
        fields.has("additive") ? additive(fields.object("additive")) : AdditiveKernels.none(),
        Arrays.stream(fields.numbers("noises")).boxed().toList(),
        fields.number("mean_variance"),
        fields.number("prior_median"),
        fields.number("prior_spread"),
        fields.number("scale_degrees"),
        fields.number("silence"));
  }

  private static Json strings(Map<String, String> strings) {
    Map<String, Json> fields = new LinkedHashMap<>();
    strings.forEach((key, value) -> fields.put(key, Json.of(value)));
    return new Json.Obj(fields);
  }

  private static Json strings(Collection<String> strings) {
    return new Json.Arr(strings.stream().map(Json::of).toList());
  }

  private static Json numbers(List<Double> values) {
    return new Json.Arr(values.stream().map(value -> Json.of((double) value)).toList());
  }
}
