package dev.leadline.torch.nn;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.WeightLayout;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two ONNX graphs of a network: {@code encode} turns a context into keys and values, {@code
 * decode} predicts at queries from them. Immutable and thread-safe.
 */
public final class OnnxGraphs {

  /* The last layer of encode ends at its keys and values: nobody reads the context's own output. */

  /** A graph in ONNX's format and the names of the weights it must be given. */
  public static final class Graph {
    private final byte[] bytes;
    private final Set<String> weights;

    private Graph(GraphBuilder builder) {
      this.bytes = builder.build();
      this.weights = Set.copyOf(builder.weights());
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    public Set<String> weights() {
      return weights;
    }
  }

  private final NetworkConfig config;
  private final WeightLayout layout;

  /**
   * @param committee the committee whose opinion the tokens carry; null for plain tokens
   */
  public OnnxGraphs(NetworkConfig config, @Nullable CommitteeConfig committee) {
    this.config = config;
    this.layout = new WeightLayout(config, committee);
  }

  /** From {@code context_x} and {@code context_token} to {@code keys.i} and {@code values.i}. */
  public Graph encode() {
    Blocks blocks = new Blocks("encode", config, layout);
    GraphBuilder graph = blocks.graph;
    String x = graph.input("context_x", "C", "d");
    String token = graph.input("context_token", "C", "T");
    String centred = graph.op("Sub", x, graph.scalar(0.5));
    String embedded =
        graph.op("Add", blocks.embedInputs(centred), blocks.write(token, contextEmbedding()));
    if (config.attention() == NetworkConfig.Attention.PAPER) {
      encodePaper(blocks, embedded);
    } else {
      encodeDistanceAware(blocks, centred, embedded);
    }
    return new Graph(graph);
  }

  /** From {@code query_x}, {@code query_token}, keys and values to {@code log_mass}. */
  public Graph decode() {
    Blocks blocks = new Blocks("decode", config, layout);
    GraphBuilder graph = blocks.graph;
    String centred = graph.op("Sub", graph.input("query_x", "Q", "d"), graph.scalar(0.5));
    String tokens = blocks.embedInputs(centred);
    if (config.tokens() == NetworkConfig.Tokens.COMMITTEE) {
      String opinion = graph.input("query_token", "Q", "T");
      tokens = graph.op("Add", tokens, blocks.write(opinion, "embed.query"));
    }
    tokens = decodeLayers(blocks, centred, tokens);
    String logits = blocks.head(blocks.normed(tokens)); // (Q, K)
    String logMass =
        graph.op("LogSoftmax", List.of(GraphBuilder.Attribute.integer("axis", -1)), logits);
    graph.output("log_mass", logMass, "Q", "K");
    return new Graph(graph);
  }

  private void encodePaper(Blocks blocks, String embedded) {
    AttentionNodes attention = new AttentionNodes(blocks);
    String tokens = embedded;
    for (int i = 0; i < config.layers(); i++) {
      String input = blocks.normed(tokens);
      String keys = attention.keys(input, i);
      String values = attention.values(input, i);
      cache(blocks.graph, i, keys, values);
      if (i + 1 < config.layers()) {
        tokens = blocks.finishLayer(i, tokens, attention.context(input, i, keys, values));
      }
    }
  }

  private void encodeDistanceAware(Blocks blocks, String centred, String embedded) {
    GraphBuilder graph = blocks.graph;
    AttentionNodes attention = new AttentionNodes(blocks);
    AttentionNodes.Places places = new AttentionNodes.Places(blocks, centred);
    String queryPlaces = places.withNullAsQueries();
    String keyPlaces = places.withNullAsKeys();
    String logCount = graph.op("Log", graph.op("Add", blocks.size(centred, 0), graph.scalar(1)));
    String tokens = blocks.concat(0, blocks.nullToken(), embedded); // (C′, E)
    for (int i = 0; i < config.layers(); i++) {
      String input = blocks.normed(tokens);
      String keys = attention.keys(input, i, keyPlaces, logCount);
      String values = attention.values(input, i);
      cache(graph, i, keys, values);
      if (i + 1 < config.layers()) {
        String mixed = attention.context(input, i, queryPlaces, keys, values);
        tokens = blocks.finishLayer(i, tokens, mixed);
      }
    }
  }

  private String decodeLayers(Blocks blocks, String centred, String embedded) {
    GraphBuilder graph = blocks.graph;
    AttentionNodes attention = new AttentionNodes(blocks);
    boolean paper = config.attention() == NetworkConfig.Attention.PAPER;
    String places = paper ? "" : new AttentionNodes.Places(blocks, centred).asQueries();
    String tokens = embedded;
    for (int i = 0; i < config.layers(); i++) {
      String keys = graph.input("keys." + i, "H", "W", "C");
      String values = graph.input("values." + i, "H", "C", "e");
      String input = blocks.normed(tokens);
      String mixed =
          paper
              ? attention.contextAndSelf(input, i, keys, values)
              : attention.context(input, i, places, keys, values);
      tokens = blocks.finishLayer(i, tokens, mixed);
    }
    return tokens;
  }

  private String contextEmbedding() {
    return config.tokens() == NetworkConfig.Tokens.PLAIN ? "embed.y" : "embed.context";
  }

  private static void cache(GraphBuilder graph, int layer, String keys, String values) {
    graph.output("keys." + layer, keys, "H", "W", "N");
    graph.output("values." + layer, values, "H", "N", "e");
  }
}
