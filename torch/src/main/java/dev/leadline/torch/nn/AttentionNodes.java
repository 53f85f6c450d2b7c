package dev.leadline.torch.nn;

/** The attention of {@code docs/network.md}: from tokens to keys, values and mixed values. */
final class AttentionNodes {

  /* Keys carry every factor of the logits (1/√e, a + b·ln(1+n), γ), because they are made once per
   * context. They are kept transposed, (H, w, C), as the matrix product reads them. */

  private final Blocks blocks;
  private final GraphBuilder graph;

  AttentionNodes(Blocks blocks) {
    this.blocks = blocks;
    this.graph = blocks.graph;
  }

  /** PAPER keys: (C, E) → (H, e, C). */
  String keys(String input, int layer) {
    String keys = blocks.project(input, layer, Blocks.Part.KEY);
    return blocks.transpose(graph.op("Div", keys, rootHeadSize()), 0, 2, 1);
  }

  /**
   * DISTANCE_AWARE keys: (C′, E) → (H, e + d + 2, C′).
   *
   * @param places the coordinates of the keys without γ, (C′, d + 2)
   * @param logCount ln(1 + n)
   */
  String keys(String input, int layer, String places, String logCount) {
    String name = Blocks.layer(layer) + ".attention";
    String scale = blocks.weight(name + ".scale"); // (2, H) = a, b
    String a = blocks.slice(scale, 0, graph.integers(0), graph.integers(1)); // (1, H)
    String b = blocks.slice(scale, 0, graph.integers(1), graph.integers(2)); // (1, H)
    String sharpness = graph.op("Add", a, graph.op("Mul", b, logCount));
    String factor = perHead(graph.op("Div", sharpness, rootHeadSize())); // (H, 1, 1)
    String keys = graph.op("Mul", blocks.project(input, layer, Blocks.Part.KEY), factor);
    String gamma = perHead(graph.op("Exp", blocks.weight(name + ".distance"))); // (H, 1, 1)
    String biased = blocks.concat(2, keys, graph.op("Mul", places, gamma)); // (H, C′, w)
    return blocks.transpose(biased, 0, 2, 1);
  }

  /** Values: (C, E) → (H, C, e). */
  String values(String input, int layer) {
    return blocks.project(input, layer, Blocks.Part.VALUE);
  }

  /** PAPER attention of the context to itself. */
  String context(String input, int layer, String keys, String values) {
    return mix(blocks.project(input, layer, Blocks.Part.QUERY), keys, values);
  }

  /**
   * DISTANCE_AWARE attention to the null token and the context.
   *
   * @param places the coordinates of the queries, (N, d + 2)
   */
  String context(String input, int layer, String places, String keys, String values) {
    String queries = blocks.project(input, layer, Blocks.Part.QUERY); // (H, N, e)
    String heads = graph.integers(blocks.config.heads());
    String shape = blocks.concat(0, heads, graph.op("Shape", places));
    return mix(blocks.concat(2, queries, graph.op("Expand", places, shape)), keys, values);
  }

  /** PAPER attention of queries: each to the context and to itself. */
  String contextAndSelf(String input, int layer, String keys, String values) {
    String queries = blocks.project(input, layer, Blocks.Part.QUERY); // (H, Q, e)
    String ownKeys = blocks.project(input, layer, Blocks.Part.KEY);
    String ownValues = blocks.project(input, layer, Blocks.Part.VALUE);
    String ownLogit =
        graph.op("Div", blocks.sum(graph.op("Mul", queries, ownKeys), 2), rootHeadSize());
    String logits = blocks.concat(2, graph.op("MatMul", queries, keys), ownLogit); // (H, Q, C + 1)
    String weights = blocks.softmax(logits);
    String last = graph.integers(-1);
    String toContext = blocks.slice(weights, 2, graph.integers(0), last); // (H, Q, C)
    String toSelf = blocks.slice(weights, 2, last, graph.integers(Long.MAX_VALUE)); // (H, Q, 1)
    String fromContext = graph.op("MatMul", toContext, values);
    return blocks.mergeHeads(graph.op("Add", fromContext, graph.op("Mul", toSelf, ownValues)));
  }

  private String mix(String queries, String keys, String values) {
    String weights = blocks.softmax(graph.op("MatMul", queries, keys)); // (H, N, C)
    return blocks.mergeHeads(graph.op("MatMul", weights, values));
  }

  private String perHead(String value) {
    return graph.op("Reshape", value, graph.integers(blocks.config.heads(), 1, 1));
  }

  private String rootHeadSize() {
    return graph.scalar(Math.sqrt(blocks.headSize));
  }

  /**
   * The distance bias of the attention as extra coordinates of its queries and keys.
   *
   * <p>With u = x − ½ the bias of head h is −γ_h/d·‖u_i − u_j‖². The part −γ_h/d·‖u_i‖² is the same
   * for every key of a query except the null token, whose bias is 0; a softmax does not change when
   * that part is added back to all of them. So a query carries (u_i, 1, ‖u_i‖²), a key carries
   * γ_h/d·(2u_j, −‖u_j‖², 0), and the null token γ_h/d·(0, 0, 1) as a key and zeros as a query: one
   * matrix product gives the logits with their bias, and nothing of size (H, Q, C) is added up. In
   * float32 the logits err by about 1e-7·γ_h, below 1e-4 up to γ_h = 1000.
   */
  static final class Places {

    private final Blocks blocks;
    private final GraphBuilder graph;
    private final String centred; // (N, d)
    private final String squares; // (N, 1)
    private final String ones; // (N, 1)
    private final String zeros; // (N, 1)

    Places(Blocks blocks, String centred) {
      this.blocks = blocks;
      this.graph = blocks.graph;
      this.centred = centred;
      this.squares = blocks.sum(graph.op("Mul", centred, centred), 1);
      this.zeros = graph.op("Mul", squares, graph.scalar(0));
      this.ones = graph.op("Add", zeros, graph.scalar(1));
    }

    /** The coordinates of queries: (N, d + 2). */
    String asQueries() {
      return blocks.concat(1, centred, ones, squares);
    }

    /** The coordinates of the null token and the context as queries: (N + 1, d + 2). */
    String withNullAsQueries() {
      String queries = asQueries();
      return blocks.concat(0, noPoint(queries), queries);
    }

    /** The coordinates of the null token and the context as keys, without γ: (N + 1, d + 2). */
    String withNullAsKeys() {
      String keys =
          blocks.concat(
              1, graph.op("Mul", centred, graph.scalar(2)), graph.op("Neg", squares), zeros);
      String nothing = blocks.concat(1, noPoint(centred), noPoint(squares));
      String nullKey = blocks.concat(1, nothing, graph.op("Add", noPoint(zeros), graph.scalar(1)));
      return graph.op("Div", blocks.concat(0, nullKey, keys), blocks.size(centred, 1));
    }

    /** One row of zeros as wide as the value, which may have no rows. */
    private String noPoint(String value) {
      return graph.op("Mul", blocks.sum(value, 0), graph.scalar(0));
    }
  }
}
