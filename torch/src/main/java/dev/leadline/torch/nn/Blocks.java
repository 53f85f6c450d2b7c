package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.WeightLayout;
import dev.leadline.torch.nn.Blocks.TokenStream.Affine;
import java.util.List;

/** The blocks of {@code docs/network.md} as ONNX operations; N counts tokens. */
final class Blocks {

  /** The third of a qkv projection. */
  private enum Part {
    QUERY(0),
    KEY(1),
    VALUE(2);

    private final int index;

    Part(int index) {
      this.index = index;
    }
  }

  final GraphBuilder graph;
  private final NetworkConfig config;
  private final int headSize;
  private final WeightLayout layout;
  private final TokenStream stream;

  Blocks(String name, NetworkConfig config, WeightLayout layout) {
    this.graph = new GraphBuilder(name);
    this.config = config;
    this.headSize = config.width() / config.heads();
    this.layout = layout;
    this.stream = new TokenStream(graph, config);
  }

  private String weight(String name) {
    return graph.weight(name, layout.shape(name));
  }

  /* x̃ = (x − ½)·√12, with d = maxDimensions. That the graph would take fewer inputs, too, changes nothing, and without it graphs
   * would no longer be those of the shipped models. */
  String embedInputs(String centred) { // (N, d)
    String variance = graph.op("Div", graph.scalar(12.0 * config.dimensions()), size(centred, 1));
    String scaled = graph.op("Mul", centred, graph.op("Sqrt", variance));
    String shape = graph.op("Shape", centred);
    String dimensions = slice(shape, 0, graph.integers(1), graph.integers(2)); // (1)
    Affine whole = stream.writing(affine("embed.x"));
    String used = slice(whole.weight(), 1, graph.integers(0), dimensions); // (E, d)
    return stream.gemm(scaled, new Affine(used, whole.bias())); // (N, E)
  }

  /** A linear map whose result is added to the tokens. */
  String write(String input, String name) {
    return stream.gemm(input, stream.writing(affine(name)));
  }

  /** (N, E) → (H, N, e). */
  private String project(String input, int layer, Part part) {
    int width = config.width();
    String name = layer(layer) + ".attention.qkv";
    String from = graph.integers((long) part.index * width);
    String to = graph.integers((part.index + 1L) * width);
    Affine whole = affine(name);
    Affine third = new Affine(slice(whole.weight(), 0, from, to), slice(whole.bias(), 0, from, to));
    String merged = stream.linear(input, third, affine(layer(layer) + ".norm1")); // (N, E)
    String split = graph.op("Reshape", merged, graph.integers(0, config.heads(), headSize));
    return transpose(split, 1, 0, 2); // (H, N, e)
  }

  /** (H, N, e) → (N, E). */
  private String mergeHeads(String split) {
    return graph.op("Reshape", transpose(split, 1, 0, 2), graph.integers(0, config.width()));
  }

  /** Keys with the factor 1/√e, transposed as the matrix product reads them: (C, E) → (H, e, C). */
  String keys(String input, int layer) {
    String keys = project(input, layer, Part.KEY);
    return transpose(graph.op("Div", keys, rootHeadSize()), 0, 2, 1);
  }

  /** Values: (C, E) → (H, C, e). */
  String values(String input, int layer) {
    return project(input, layer, Part.VALUE);
  }

  /** Attention of the context to itself. */
  String context(String input, int layer, String keys, String values) {
    return mix(project(input, layer, Part.QUERY), keys, values);
  }

  /** Attention of queries: each to the context and to itself. */
  String contextAndSelf(String input, int layer, String keys, String values) {
    String queries = project(input, layer, Part.QUERY); // (H, Q, e)
    String ownKeys = project(input, layer, Part.KEY);
    String ownValues = project(input, layer, Part.VALUE);
    String ownLogit = graph.op("Div", sum(graph.op("Mul", queries, ownKeys), 2), rootHeadSize());
    String logits = concat(2, graph.op("MatMul", queries, keys), ownLogit); // (H, Q, C + 1)
    String weights = softmax(logits);
    String last = graph.integers(-1);
    String toContext = slice(weights, 2, graph.integers(0), last); // (H, Q, C)
    String toSelf = slice(weights, 2, last, graph.integers(Long.MAX_VALUE)); // (H, Q, 1)
    String fromContext = graph.op("MatMul", toContext, values);
    return mergeHeads(graph.op("Add", fromContext, graph.op("Mul", toSelf, ownValues)));
  }

  private String mix(String queries, String keys, String values) {
    String weights = softmax(graph.op("MatMul", queries, keys)); // (H, N, C)
    return mergeHeads(graph.op("MatMul", weights, values));
  }

  private String rootHeadSize() {
    return graph.scalar(Math.sqrt(headSize));
  }

  /**
   * The rest of a layer: the residual steps after attention and feed-forward part.
   *
   * @param mixed what the attention gave, (N, E)
   */
  String finishLayer(int layer, String tokens, String mixed) {
    String name = layer(layer);
    Affine norm1 = affine(name + ".norm1");
    Affine norm2 = affine(name + ".norm2");
    String middle = stream.add(tokens, write(mixed, name + ".attention.out"), norm1);
    String up = stream.linear(stream.normed(middle), affine(name + ".up"), norm2);
    return stream.add(middle, write(graph.op("Gelu", up), name + ".down"), norm2);
  }

  /** What a layer's attention and the head read: (N, E). */
  String normed(String tokens) {
    return stream.normed(tokens);
  }

  /** From normed tokens to the logits of the buckets, (N, K). */
  String head(String normed) {
    Affine up = affine("head.up");
    String hidden =
        config.norm() == NetworkConfig.Norm.PRE
            ? stream.linear(normed, up, affine("norm"))
            : stream.gemm(normed, up);
    return stream.gemm(graph.op("Gelu", hidden), affine("head.down"));
  }

  /** The size of one axis as a float scalar. */
  private String size(String value, long axis) {
    String size = graph.op("Gather", graph.op("Shape", value), graph.integer(axis));
    return graph.op(
        "Cast", List.of(GraphBuilder.Attribute.integer("to", GraphBuilder.FLOAT)), size);
  }

  private String slice(String value, long axis, String from, String to) {
    return graph.op("Slice", value, from, to, graph.integers(axis));
  }

  private String transpose(String value, long... axes) {
    return graph.op("Transpose", List.of(GraphBuilder.Attribute.integers("perm", axes)), value);
  }

  private String concat(long axis, String... values) {
    return graph.op("Concat", List.of(GraphBuilder.Attribute.integer("axis", axis)), values);
  }

  private String softmax(String logits) {
    return graph.op("Softmax", List.of(GraphBuilder.Attribute.integer("axis", -1)), logits);
  }

  /**
   * The sum over one axis, which stays with size 1.
   *
   * @param axis not negative: for empty tensors the runtime does not count axes from the end
   */
  private String sum(String value, long axis) {
    return graph.op(
        "ReduceSum",
        List.of(GraphBuilder.Attribute.integer("keepdims", 1)),
        value,
        graph.integers(axis));
  }

  private static String layer(int layer) {
    return "layer." + layer;
  }

  private Affine affine(String name) {
    return new Affine(weight(name + ".weight"), weight(name + ".bias"));
  }

  /** The tokens between the blocks of a network: how blocks read them and add to them. */
  static final class TokenStream {

    /* Post-norm networks use the runtime's layer norm. In pre-norm networks only sums of linear maps
     * ever reach the tokens, so the mean over E is taken out of the maps instead of out of the tokens,
     * and the norm's weight and bias go into the maps that read it. What is left of the norm is a
     * division by the root mean square. The runtime computes the changed maps once, when it loads the
     * graph; its own layer norm takes a quarter of a prediction. */

    /** Weight and bias by their names in the graph. */
    record Affine(String weight, String bias) {}

    private static final float EPSILON = 1e-5f;

    private final GraphBuilder graph;
    private final int width;
    private final boolean preNorm;

    TokenStream(GraphBuilder graph, NetworkConfig config) {
      this.graph = graph;
      this.width = config.width();
      this.preNorm = config.norm() == NetworkConfig.Norm.PRE;
    }

    /** A linear map as it is when its result is added to the tokens. */
    Affine writing(Affine map) {
      return new Affine(writing(map.weight()), writing(map.bias()));
    }

    /** A weight, (E, from), or a bias or token, (E), that is added to the tokens. */
    String writing(String parameter) {
      if (!preNorm) {
        return parameter;
      }
      List<GraphBuilder.Attribute> keep = List.of(GraphBuilder.Attribute.integer("keepdims", 1));
      return graph.op("Sub", parameter, graph.op("ReduceMean", keep, parameter, graph.integers(0)));
    }

    /** Tokens plus a change, both (N, E); post-norm networks put their norm after it. */
    String add(String tokens, String change, Affine norm) {
      String sum = graph.op("Add", tokens, change);
      return preNorm
          ? sum
          : graph.op(
              "LayerNormalization",
              List.of(GraphBuilder.Attribute.number("epsilon", EPSILON)),
              sum,
              norm.weight(),
              norm.bias());
    }

    /** What {@link #linear} takes, (N, E): pre-norm networks divide by the root mean square. */
    String normed(String tokens) {
      if (!preNorm) {
        return tokens;
      }
      List<GraphBuilder.Attribute> keep = List.of(GraphBuilder.Attribute.integer("keepdims", 1));
      String squares = graph.op("ReduceSumSquare", keep, tokens, graph.integers(1)); // (N, 1)
      String mean = graph.op("Mul", squares, graph.scalar(1.0 / width));
      String root = graph.op("Sqrt", graph.op("Add", mean, graph.scalar(EPSILON)));
      return graph.op("Div", tokens, root);
    }

    /** A linear map of tokens behind a norm, (N, E) → (N, to). */
    String linear(String normed, Affine map, Affine norm) {
      if (!preNorm) {
        return gemm(normed, map);
      }
      String weight = graph.op("Mul", map.weight(), norm.weight()); // (to, E) · (E)
      String bias = graph.op("Add", map.bias(), graph.op("MatMul", map.weight(), norm.bias()));
      return gemm(normed, new Affine(weight, bias));
    }

    String gemm(String input, Affine map) {
      return graph.op(
          "Gemm",
          List.of(GraphBuilder.Attribute.integer("transB", 1)),
          input,
          map.weight(),
          map.bias());
    }
  }
}
