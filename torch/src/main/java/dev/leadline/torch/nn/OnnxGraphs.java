package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.WeightLayout;
import java.util.List;
import java.util.Set;

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

  public OnnxGraphs(NetworkConfig config) {
    this.config = config;
    this.layout = new WeightLayout(config);
  }

  /** From {@code context_x} and {@code context_token} to {@code keys.i} and {@code values.i}. */
  public Graph encode() {
    Blocks blocks = new Blocks("encode", config, layout);
    GraphBuilder graph = blocks.graph;
    String x = graph.input("context_x", "C", "d");
    String token = graph.input("context_token", "C", "T");
    String centred = graph.op("Sub", x, graph.scalar(0.5));
    String tokens = graph.op("Add", blocks.embedInputs(centred), blocks.write(token, "embed.y"));
    for (int i = 0; i < config.layers(); i++) {
      String input = blocks.normed(tokens);
      String keys = blocks.keys(input, i);
      String values = blocks.values(input, i);
      graph.output("keys." + i, keys, "H", "W", "N");
      graph.output("values." + i, values, "H", "N", "e");
      if (i + 1 < config.layers()) {
        tokens = blocks.finishLayer(i, tokens, blocks.context(input, i, keys, values));
      }
    }
    return new Graph(graph);
  }

  /** From {@code query_x}, keys and values to {@code log_mass}. */
  public Graph decode() {
    Blocks blocks = new Blocks("decode", config, layout);
    GraphBuilder graph = blocks.graph;
    String centred = graph.op("Sub", graph.input("query_x", "Q", "d"), graph.scalar(0.5));
    String tokens = blocks.embedInputs(centred);
    for (int i = 0; i < config.layers(); i++) {
      String keys = graph.input("keys." + i, "H", "W", "C");
      String values = graph.input("values." + i, "H", "C", "e");
      String mixed = blocks.contextAndSelf(blocks.normed(tokens), i, keys, values);
      tokens = blocks.finishLayer(i, tokens, mixed);
    }
    String logits = blocks.head(blocks.normed(tokens)); // (Q, K)
    String logMass =
        graph.op("LogSoftmax", List.of(GraphBuilder.Attribute.integer("axis", -1)), logits);
    graph.output("log_mass", logMass, "Q", "K");
    return new Graph(graph);
  }
}
