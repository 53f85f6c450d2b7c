package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Initial;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.nn.TransformerLayer.Linear;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Multi-head attention in which every token looks at the context, and no query at another. */
final class Attention {

  /* No (C + Q)² mask anywhere. PAPER: the context attends to itself by the fused kernel; a query's logits are those of the
   * context and one more for itself. DISTANCE_AWARE: one fused call with an additive bias for all tokens. Rows of logits are
   * padded with entries of no weight to a length that a GPU reads without detours. Outputs come as (B, S, H, e), so that
   * neither they nor the gradients of q, k and v are rearranged in memory. */

  /** Which tokens the layer has to return. */
  enum Rows {
    ALL,
    QUERIES
  }

  private final int heads;
  private final int headSize;
  private final Linear qkv;
  private final Linear out;
  private final @Nullable Tensor scale;
  private final @Nullable Tensor distance;

  Attention(Parameters parameters, String name, NetworkConfig config) {
    heads = config.heads();
    headSize = config.width() / heads;
    qkv = Linear.of(parameters, name + ".qkv");
    out = Linear.of(parameters, name + ".out");
    boolean aware = config.attention() == NetworkConfig.Attention.DISTANCE_AWARE;
    scale = aware ? parameters.get(name + ".scale") : null;
    distance = aware ? parameters.get(name + ".distance") : null;
  }

  static List<ParameterSpec> specs(String name, NetworkConfig config) {
    int width = config.width();
    int heads = config.heads();
    List<ParameterSpec> specs = new ArrayList<>();
    specs.addAll(Linear.specs(name + ".qkv", Role.MATRIX, 3 * width, width));
    specs.addAll(Linear.zeroSpecs(name + ".out", Role.MATRIX, width, width));
    if (config.attention() == NetworkConfig.Attention.DISTANCE_AWARE) {
      float[] scale = new float[2 * heads];
      float[] distance = new float[heads];
      for (int h = 0; h < heads; h++) {
        scale[h] = 1;
        distance[h] = (float) (h * Math.log(4));
      }
      specs.add(new ParameterSpec(name + ".scale", Role.FREE, new Initial.Fixed(scale), 2, heads));
      specs.add(
          new ParameterSpec(name + ".distance", Role.FREE, new Initial.Fixed(distance), heads));
    }
    return specs;
  }

  /** (B, S, E) in, (B, S or Q, E) out, both in the matrix type. */
  Tensor apply(Tensor tokens, Geometry geometry, Rows rows) {
    try (TensorScope scope = new TensorScope()) {
      List<Tensor> parts =
          qkv.apply(tokens)
              .reshape(tokens.size(0), tokens.size(1), 3, heads, headSize)
              .transpose(1, 3)
              .unbind(2); // (B, H, S, e) each
      Tensor mixed =
          scale == null
              ? paper(parts.get(0), parts.get(1), parts.get(2), geometry, rows)
              : distanceAware(parts.get(0), parts.get(1), parts.get(2), geometry, rows);
      return scope.escape(
          out.apply(mixed.reshape(mixed.size(0), mixed.size(1), heads * (long) headSize)));
    }
  }

  private Tensor paper(Tensor queries, Tensor keys, Tensor values, Geometry at, Rows rows) {
    List<Tensor> q = queries.split(2, at.context(), at.queries());
    List<Tensor> k = keys.split(2, at.context(), at.queries());
    List<Tensor> v = values.split(2, at.context(), at.queries());
    Tensor ofQueries =
        withOwn(q.get(1).times(factor()), k.get(0), v.get(0), k.get(1), v.get(1)).transpose(1, 2);
    if (rows == Rows.QUERIES || at.context() == 0) {
      return ofQueries;
    }
    Tensor ofContext = q.get(0).attend(k.get(0), v.get(0), null, factor()).transpose(1, 2);
    return Tensor.cat(1, ofContext, ofQueries);
  }

  /** Attention of scaled queries to the context and to their own key. */
  private static Tensor withOwn(
      Tensor queries, Tensor keys, Tensor values, Tensor ownKeys, Tensor ownValues) {
    long context = keys.size(2);
    Tensor logits = queries.matmul(keys.transpose(2, 3)); // (B, H, Q, C)
    Tensor own = queries.times(ownKeys).sumKeeping(-1); // (B, H, Q, 1)
    long padding = Geometry.aligned(context + 1) - context - 1;
    Tensor nothing =
        Tensor.full(Double.NEGATIVE_INFINITY, own.device(), own.type(), 1, 1, 1, padding)
            .expand(own.size(0), own.size(1), own.size(2), padding);
    Tensor weights = Tensor.cat(3, logits, own, nothing).softmax(-1);
    List<Tensor> parts = weights.split(3, context, 1, padding); // (B, H, Q, C), (…, 1), zeros
    return parts.get(0).matmul(values).plus(parts.get(1).times(ownValues)); // (B, H, Q, e)
  }

  private Tensor distanceAware(Tensor queries, Tensor keys, Tensor values, Geometry at, Rows rows) {
    if (scale == null || distance == null || at.distance() == null || at.growth() == null) {
      throw new IllegalStateException("expected distances for distance-aware attention");
    }
    DType type = queries.type();
    Tensor keyScale = at.growth().matmul(scale); // (1, H) a + b ln(1+n)
    Tensor scaled =
        kept(queries, at, rows).times(keyScale.to(type).reshape(1, heads, 1, 1)); // (B, H, S', e)
    Tensor decay = distance.exp().to(type).reshape(1, heads, 1, 1);
    Tensor bias = kept(at.distance(), at, rows).times(decay); // (B, H, S', C)
    long seen = bias.size(3);
    return scaled
        .attend(keys.narrow(2, 0, seen), values.narrow(2, 0, seen), bias, factor())
        .transpose(1, 2);
  }

  private static Tensor kept(Tensor tokens, Geometry at, Rows rows) {
    return rows == Rows.ALL ? tokens : tokens.narrow(2, at.context(), at.queries());
  }

  private double factor() {
    return 1 / Math.sqrt(headSize);
  }

  /**
   * Who stands where among the tokens of a batch: first the context, then the queries.
   *
   * @param context the number of leading context tokens, the null token included
   * @param queries the number of queries
   * @param growth (1, 2), 1 and ln(1 + n), the null token not counted; or null if unused
   * @param distance (B, 1, context + queries, W) squared distances over −d, or null if unused; W is
   *     at least the context, and whatever stands beyond it is {@link #FAR} away
   */
  record Geometry(long context, long queries, @Nullable Tensor growth, @Nullable Tensor distance) {

    /** A negative squared distance that leaves a token no weight. */
    static final double FAR = -1e6;

    private static final int ALIGNMENT = 8;

    /** The length to which rows of so many logits are padded. */
    static long aligned(long count) {
      return (count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Squared distances of all tokens to the context tokens, times a factor of each task. */
    static Tensor distance(Tensor all, Tensor context, Tensor factor) {
      Tensor product = all.matmul(context.transpose(1, 2)); // (B, S, C)
      Tensor norms = all.square().sumKeeping(-1); // (B, S, 1)
      Tensor contextNorms = context.square().sum(-1).unsqueeze(1); // (B, 1, C)
      Tensor squared = norms.plus(contextNorms).minus(product.times(2)).clampMin(0); // (B, S, C)
      return squared.times(factor.reshape(-1, 1, 1)).unsqueeze(1); // (B, 1, S, C)
    }
  }
}
