package dev.leadline.torch.export;

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
final class Places {

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
