package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.nn.TransformerLayer.Linear;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/** Multi-head attention in which every token looks at the context, and no query at another. */
final class Attention {

  /* No (C + Q)² mask anywhere: the context attends to itself by the fused kernel, and a query's logits are those of the context
   * and one more for itself. Rows of logits are padded with entries of no weight to a length that a GPU reads without detours.
   * Outputs come as (B, S, H, e), so that neither they nor the gradients of q, k and v are rearranged in memory. */

  private static final int ALIGNMENT = 8;

  /** Which tokens the layer has to return. */
  enum Rows {
    ALL,
    QUERIES
  }

  private final int heads;
  private final int headSize;
  private final Linear qkv;
  private final Linear out;

  Attention(Parameters parameters, String name, NetworkConfig config) {
    heads = config.heads();
    headSize = config.width() / heads;
    qkv = Linear.of(parameters, name + ".qkv");
    out = Linear.of(parameters, name + ".out");
  }

  static List<ParameterSpec> specs(String name, NetworkConfig config) {
    int width = config.width();
    List<ParameterSpec> specs = new ArrayList<>();
    specs.addAll(Linear.specs(name + ".qkv", Role.MATRIX, 3 * width, width));
    specs.addAll(Linear.zeroSpecs(name + ".out", Role.MATRIX, width, width));
    return specs;
  }

  /**
   * (B, S, E) in, (B, S or Q, E) out, both in the matrix type.
   *
   * @param context so many of the tokens, the first, are the context
   */
  Tensor apply(Tensor tokens, long context, Rows rows) {
    try (TensorScope scope = new TensorScope()) {
      List<Tensor> parts =
          qkv.apply(tokens)
              .reshape(tokens.size(0), tokens.size(1), 3, heads, headSize)
              .transpose(1, 3)
              .unbind(2); // (B, H, S, e) each
      Tensor mixed = mix(parts.get(0), parts.get(1), parts.get(2), context, rows);
      return scope.escape(
          out.apply(mixed.reshape(mixed.size(0), mixed.size(1), heads * (long) headSize)));
    }
  }

  private Tensor mix(Tensor queries, Tensor keys, Tensor values, long context, Rows rows) {
    long rest = queries.size(2) - context;
    List<Tensor> q = queries.split(2, context, rest);
    List<Tensor> k = keys.split(2, context, rest);
    List<Tensor> v = values.split(2, context, rest);
    Tensor ofQueries =
        withOwn(q.get(1).times(factor()), k.get(0), v.get(0), k.get(1), v.get(1)).transpose(1, 2);
    if (rows == Rows.QUERIES || context == 0) {
      return ofQueries;
    }
    Tensor ofContext = q.get(0).attend(k.get(0), v.get(0), factor()).transpose(1, 2);
    return Tensor.cat(1, ofContext, ofQueries);
  }

  /** Attention of scaled queries to the context and to their own key. */
  private static Tensor withOwn(
      Tensor queries, Tensor keys, Tensor values, Tensor ownKeys, Tensor ownValues) {
    long context = keys.size(2);
    Tensor logits = queries.matmul(keys.transpose(2, 3)); // (B, H, Q, C)
    Tensor own = queries.times(ownKeys).sumKeeping(-1); // (B, H, Q, 1)
    long padding = (ALIGNMENT - (context + 1) % ALIGNMENT) % ALIGNMENT;
    Tensor nothing =
        Tensor.full(Double.NEGATIVE_INFINITY, own.device(), own.type(), 1, 1, 1, padding)
            .expand(own.size(0), own.size(1), own.size(2), padding);
    Tensor weights = Tensor.cat(3, logits, own, nothing).softmax(-1);
    List<Tensor> parts = weights.split(3, context, 1, padding); // (B, H, Q, C), (…, 1), zeros
    return parts.get(0).matmul(values).plus(parts.get(1).times(ownValues)); // (B, H, Q, e)
  }

  private double factor() {
    return 1 / Math.sqrt(headSize);
  }
}
