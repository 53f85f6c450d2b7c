package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Initial;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/** Attention and a feed-forward part, each with a residual and a layer norm. */
final class TransformerLayer {

  /* The residual stream and the norms are float32; the matrix products run in the matrix type. */

  private final Norm norm;
  private final DType matrixType;
  private final LayerNorm norm1;
  private final LayerNorm norm2;
  private final Attention attention;
  private final Linear up;
  private final Linear down;

  TransformerLayer(Parameters parameters, String name, NetworkConfig config, DType matrixType) {
    this.norm = config.norm();
    this.matrixType = matrixType;
    norm1 = LayerNorm.of(parameters, name + ".norm1");
    norm2 = LayerNorm.of(parameters, name + ".norm2");
    attention = new Attention(parameters, name + ".attention", config);
    up = Linear.of(parameters, name + ".up");
    down = Linear.of(parameters, name + ".down");
  }

  static List<ParameterSpec> specs(String name, NetworkConfig config) {
    List<ParameterSpec> specs = new ArrayList<>();
    specs.addAll(LayerNorm.specs(name + ".norm1", config.width()));
    specs.addAll(LayerNorm.specs(name + ".norm2", config.width()));
    specs.addAll(Attention.specs(name + ".attention", config));
    specs.addAll(Linear.specs(name + ".up", Role.MATRIX, config.feedForward(), config.width()));
    specs.addAll(
        Linear.zeroSpecs(name + ".down", Role.MATRIX, config.width(), config.feedForward()));
    return specs;
  }

  /** (B, S, E) in, (B, S or Q, E) out; so many of the tokens, the first, are the context. */
  Tensor apply(Tensor tokens, long context, Attention.Rows rows) {
    try (TensorScope scope = new TensorScope()) {
      Tensor seen = norm == Norm.PRE ? norm1.apply(tokens) : tokens;
      Tensor attended = attention.apply(seen.to(matrixType), context, rows);
      Tensor kept =
          rows == Attention.Rows.ALL ? tokens : tokens.narrow(1, context, tokens.size(1) - context);
      return scope.escape(finish(kept, attended));
    }
  }

  private Tensor finish(Tensor kept, Tensor attended) {
    if (norm == Norm.PRE) {
      Tensor middle = kept.plus(attended);
      return middle.plus(feedForward(norm2.apply(middle)));
    }
    Tensor middle = norm1.apply(kept.plus(attended));
    return norm2.apply(middle.plus(feedForward(middle)));
  }

  private Tensor feedForward(Tensor tokens) {
    return down.apply(up.apply(tokens.to(matrixType)).gelu());
  }

  /** Normalisation of the last axis with a learned scale and shift, in float32. */
  record LayerNorm(Tensor weight, Tensor bias) {

    private static final double EPSILON = 1e-5;

    static LayerNorm of(Parameters parameters, String name) {
      return new LayerNorm(parameters.get(name + ".weight"), parameters.get(name + ".bias"));
    }

    static List<ParameterSpec> specs(String name, int width) {
      return List.of(
          new ParameterSpec(name + ".weight", Role.FULL, new Initial.Fixed(1), width),
          new ParameterSpec(name + ".bias", Role.FULL, new Initial.Fixed(0), width));
    }

    Tensor apply(Tensor input) {
      return input.layerNorm(weight, bias, EPSILON);
    }
  }

  /** An affine map of the last axis, {@code y = W x + b}. */
  record Linear(Tensor weight, Tensor bias) {

    static Linear of(Parameters parameters, String name) {
      return new Linear(parameters.get(name + ".weight"), parameters.get(name + ".bias"));
    }

    /** Uniform within ±1/√inputs. */
    static List<ParameterSpec> specs(String name, Role role, int outputs, int inputs) {
      Initial initial = new Initial.Uniform(1 / Math.sqrt(inputs));
      return specs(name, role, initial, outputs, inputs);
    }

    /** All zero, so that the map starts as nothing. */
    static List<ParameterSpec> zeroSpecs(String name, Role role, int outputs, int inputs) {
      return specs(name, role, new Initial.Fixed(0), outputs, inputs);
    }

    private static List<ParameterSpec> specs(
        String name, Role role, Initial initial, int outputs, int inputs) {
      return List.of(
          new ParameterSpec(name + ".weight", role, initial, outputs, inputs),
          new ParameterSpec(name + ".bias", role, initial, outputs));
    }

    Tensor apply(Tensor input) {
      return input.linear(weight, bias);
    }
  }
}
