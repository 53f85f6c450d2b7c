package dev.leadline.torch.export;

import dev.leadline.pfn.NetworkConfig;
import java.util.List;

/** The tokens between the blocks of a network: how blocks read them and add to them. */
final class TokenStream {

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
    List<Attribute> keep = List.of(Attribute.integer("keepdims", 1));
    return graph.op("Sub", parameter, graph.op("ReduceMean", keep, parameter, graph.integers(0)));
  }

  /** Tokens plus a change, both (N, E); post-norm networks put their norm after it. */
  String add(String tokens, String change, Affine norm) {
    String sum = graph.op("Add", tokens, change);
    return preNorm
        ? sum
        : graph.op(
            "LayerNormalization",
            List.of(Attribute.number("epsilon", EPSILON)),
            sum,
            norm.weight(),
            norm.bias());
  }

  /** What {@link #linear} takes, (N, E): pre-norm networks divide by the root mean square. */
  String normed(String tokens) {
    if (!preNorm) {
      return tokens;
    }
    List<Attribute> keep = List.of(Attribute.integer("keepdims", 1));
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
        "Gemm", List.of(Attribute.integer("transB", 1)), input, map.weight(), map.bias());
  }
}
