package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.nn.ParameterSpec.Initial;
import dev.leadline.torch.nn.ParameterSpec.Role;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Multi-head attention in which every token looks at the context, and no query at another. */
final class Attention {

  /* No (C + Q)² mask anywhere. PAPER: the context attends to itself by the fused kernel; a query's logits are those of the
   * context and one more for itself. DISTANCE_AWARE: one fused call with an additive bias for all tokens. */

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
    long tasks = tokens.size(0);
    long count = tokens.size(1);
    List<Tensor> parts =
        qkv.apply(tokens) // (B, S, 3E)
            .reshape(tasks, count, 3, heads, headSize)
            .permute(2, 0, 3, 1, 4) // (3, B, H, S, e)
            .unbind(0);
    Tensor queries = parts.get(0);
    Tensor keys = parts.get(1);
    Tensor values = parts.get(2);
    Tensor mixed =
        scale == null
            ? paper(queries, keys, values, geometry, rows)
            : distanceAware(queries, keys, values, geometry, rows); // (B, H, S', e)
    return out.apply(mixed.transpose(1, 2).reshape(tasks, -1, heads * (long) headSize));
  }

  private Tensor paper(Tensor queries, Tensor keys, Tensor values, Geometry at, Rows rows) {
    List<Tensor> q = queries.split(2, at.context(), at.queries());
    List<Tensor> k = keys.split(2, at.context(), at.queries());
    List<Tensor> v = values.split(2, at.context(), at.queries());
    Tensor ofQueries = withOwn(q.get(1).times(factor()), k.get(0), v.get(0), k.get(1), v.get(1));
    if (rows == Rows.QUERIES || at.context() == 0) {
      return ofQueries;
    }
    Tensor ofContext = q.get(0).attend(k.get(0), v.get(0), null, factor());
    return Tensor.cat(2, ofContext, ofQueries);
  }

  /** Attention of scaled queries to the context and to their own key. */
  private static Tensor withOwn(
      Tensor queries, Tensor keys, Tensor values, Tensor ownKeys, Tensor ownValues) {
    Tensor logits = queries.matmul(keys.transpose(2, 3)); // (B, H, Q, C)
    Tensor own = queries.times(ownKeys).sumKeeping(-1); // (B, H, Q, 1)
    List<Tensor> weights =
        Tensor.cat(3, logits, own).softmax(-1).split(3, keys.size(2), 1); // (B, H, Q, C), (…, 1)
    return weights.get(0).matmul(values).plus(weights.get(1).times(ownValues)); // (B, H, Q, e)
  }

  private Tensor distanceAware(Tensor queries, Tensor keys, Tensor values, Geometry at, Rows rows) {
    if (scale == null || distance == null || at.distance() == null) {
      throw new IllegalStateException("expected distances for distance-aware attention");
    }
    DType type = queries.type();
    Tensor keyScale =
        scale.select(0, 0).plus(scale.select(0, 1).times(at.logCount())); // (H) a + b ln(1+n)
    Tensor scaled =
        kept(queries, at, rows).times(keyScale.to(type).reshape(1, heads, 1, 1)); // (B, H, S', e)
    Tensor decay = distance.exp().negate().to(type).reshape(1, heads, 1, 1);
    Tensor bias = kept(at.distance(), at, rows).times(decay); // (B, H, S', C)
    return scaled.attend(
        keys.narrow(2, 0, at.context()), values.narrow(2, 0, at.context()), bias, factor());
  }

  private static Tensor kept(Tensor tokens, Geometry at, Rows rows) {
    return rows == Rows.ALL ? tokens : tokens.narrow(2, at.context(), at.queries());
  }

  private double factor() {
    return 1 / Math.sqrt(headSize);
  }
}
