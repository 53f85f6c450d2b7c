package dev.leadline.pfn;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text form of manifests. */
final class ManifestJson {

  /* Files say what a token sees and what it is made of: there were others once. */

  private static final String PAPER = "paper";
  private static final String PLAIN = "plain";

  private ManifestJson() {}

  static String write(Manifest manifest) {
    Map<String, Json> root = new LinkedHashMap<>();
    root.put("format", Json.of(manifest.format()));
    root.put("name", Json.of(manifest.name()));
    root.put("network", network(manifest.network()));
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
    fields.put("max_dimensions", Json.of(network.dimensions()));
    fields.put("width", Json.of(network.width()));
    fields.put("layers", Json.of(network.layers()));
    fields.put("heads", Json.of(network.heads()));
    fields.put("feed_forward", Json.of(network.feedForward()));
    fields.put("head_width", Json.of(network.headWidth()));
    fields.put("buckets", Json.of(network.buckets()));
    fields.put("norm", Json.of(JsonFields.constantName(network.norm())));
    fields.put("attention", Json.of(PAPER));
    fields.put("tokens", Json.of(PLAIN));
    return new Json.Obj(fields);
  }

  private static NetworkConfig network(JsonFields fields) throws ModelFileException {
    String attention = fields.string("attention");
    String tokens = fields.string("tokens");
    if (!attention.equals(PAPER) || !tokens.equals(PLAIN)) {
      throw new ModelFileException(
          "expected a network with \"%s\" attention and \"%s\" tokens but it has \"%s\" and \"%s\"; train it again"
              .formatted(PAPER, PLAIN, attention, tokens));
    }
    return new NetworkConfig(
        fields.integer("max_dimensions"),
        fields.integer("width"),
        fields.integer("layers"),
        fields.integer("heads"),
        fields.integer("feed_forward"),
        fields.integer("head_width"),
        fields.integer("buckets"),
        fields.constant("norm", NetworkConfig.Norm.class));
  }

  private static Json strings(Map<String, String> strings) {
    Map<String, Json> fields = new LinkedHashMap<>();
    strings.forEach((key, value) -> fields.put(key, Json.of(value)));
    return new Json.Obj(fields);
  }

  private static Json strings(Collection<String> strings) {
    return new Json.Arr(strings.stream().map(Json::of).toList());
  }
}
