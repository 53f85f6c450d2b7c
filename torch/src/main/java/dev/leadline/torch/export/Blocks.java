package dev.leadline.torch.export;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.WeightLayout;
import java.util.List;

/** The blocks of {@code docs/network.md} as ONNX operations; N counts tokens. */
final class Blocks {

  /** The third of a qkv projection. */
  enum Part {
    QUERY(0),
    KEY(1),
    VALUE(2);

    private final int index;

    Part(int index) {
      this.index = index;
    }
  }

  private static final float EPSILON = 1e-5f;

  final GraphBuilder graph;
  final NetworkConfig config;
  final int headSize;
  private final WeightLayout layout;

  Blocks(String name, NetworkConfig config, WeightLayout layout) {
    this.graph = new GraphBuilder(name);
    this.config = config;
    this.headSize = config.width() / config.heads();
    this.layout = layout;
  }

  String weight(String name) {
    return graph.weight(name, layout.shape(name));
  }

  /* x̃ = (x − ½)·√12·√(maxDimensions / d). Padding x̃ by zeros is leaving out columns of the weight. */
  String embedInputs(String centred) { // (N, d)
    String variance =
        graph.op("Div", graph.scalar(12.0 * config.maxDimensions()), size(centred, 1));
    String scaled = graph.op("Mul", centred, graph.op("Sqrt", variance));
    String shape = graph.op("Shape", centred);
    String dimensions = slice(shape, 0, graph.integers(1), graph.integers(2)); // (1)
    String used = slice(weight("embed.x.weight"), 1, graph.integers(0), dimensions); // (E, d)
    return gemm(scaled, used, weight("embed.x.bias")); // (N, E)
  }

  String linear(String input, String name) {
    return gemm(input, weight(name + ".weight"), weight(name + ".bias"));
  }

  /** (N, E) → (H, N, e). */
  String project(String input, int layer, Part part) {
    int width = config.width();
    String name = layer(layer) + ".attention.qkv";
    String from = graph.integers((long) part.index * width);
    String to = graph.integers((part.index + 1L) * width);
    String weight = slice(weight(name + ".weight"), 0, from, to); // (E, E)
    String bias = slice(weight(name + ".bias"), 0, from, to); // (E)
    String merged = gemm(input, weight, bias); // (N, E)
    String split = graph.op("Reshape", merged, graph.integers(0, config.heads(), headSize));
    return transpose(split, 1, 0, 2); // (H, N, e)
  }

  /** (H, N, e) → (N, E). */
  String mergeHeads(String split) {
    return graph.op("Reshape", transpose(split, 1, 0, 2), graph.integers(0, config.width()));
  }

  /**
   * The rest of a layer: the residual steps after attention and feed-forward part.
   *
   * @param mixed what the attention gave, (N, E)
   */
  String finishLayer(int layer, String tokens, String mixed) {
    String name = layer(layer);
    String attended = linear(mixed, name + ".attention.out");
    String middle = after(graph.op("Add", tokens, attended), name + ".norm1");
    String hidden = graph.op("Gelu", linear(before(middle, name + ".norm2"), name + ".up"));
    return after(graph.op("Add", middle, linear(hidden, name + ".down")), name + ".norm2");
  }

  /** What a layer's attention reads: (N, E). */
  String attentionInput(int layer, String tokens) {
    return before(tokens, layer(layer) + ".norm1");
  }

  String norm(String input, String name) {
    return graph.op(
        "LayerNormalization",
        List.of(Attribute.number("epsilon", EPSILON)),
        input,
        weight(name + ".weight"),
        weight(name + ".bias"));
  }

  /** The size of one axis as a float scalar. */
  String size(String value, long axis) {
    String size = graph.op("Gather", graph.op("Shape", value), graph.integer(axis));
    return graph.op("Cast", List.of(Attribute.integer("to", GraphBuilder.FLOAT)), size);
  }

  String slice(String value, long axis, String from, String to) {
    return graph.op("Slice", value, from, to, graph.integers(axis));
  }

  String transpose(String value, long... axes) {
    return graph.op("Transpose", List.of(Attribute.integers("perm", axes)), value);
  }

  String concat(long axis, String... values) {
    return graph.op("Concat", List.of(Attribute.integer("axis", axis)), values);
  }

  String softmax(String logits) {
    return graph.op("Softmax", List.of(Attribute.integer("axis", -1)), logits);
  }

  /**
   * The sum over one axis, which stays with size 1.
   *
   * @param axis not negative: for empty tensors the runtime does not count axes from the end
   */
  String sum(String value, long axis) {
    return graph.op(
        "ReduceSum", List.of(Attribute.integer("keepdims", 1)), value, graph.integers(axis));
  }

  static String layer(int layer) {
    return "layer." + layer;
  }

  private String before(String tokens, String norm) {
    return config.norm() == NetworkConfig.Norm.PRE ? norm(tokens, norm) : tokens;
  }

  private String after(String tokens, String norm) {
    return config.norm() == NetworkConfig.Norm.POST ? norm(tokens, norm) : tokens;
  }

  private String gemm(String input, String weight, String bias) {
    return graph.op("Gemm", List.of(Attribute.integer("transB", 1)), input, weight, bias);
  }
}
