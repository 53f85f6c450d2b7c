package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.nn.TransformerLayer.LayerNorm;
import dev.leadline.torch.nn.TransformerLayer.Linear;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The probabilistic transformer of {@code docs/network.md}.
 *
 * <p>Owns its parameters until closed. Not thread-safe.
 */
public final class Network implements AutoCloseable {

  /* Tokens of one batch stand in one (B, S, E) tensor: context, queries. The last layer computes the queries only. Embedding,
   * residuals, norms and head are float32; bf16, if chosen, is confined to the layers' matrix products. */

  private final NetworkConfig config;
  private final Parameters parameters;
  private final Linear embedX;
  private final Linear embedY;
  private final List<TransformerLayer> layers = new ArrayList<>();
  private final @Nullable LayerNorm norm;
  private final Linear headUp;
  private final Linear headDown;

  /**
   * @param matrixType float32, or bfloat16 for the matrix products of the layers
   * @param seed of the initial weights, which are the same on every device
   */
  public Network(NetworkConfig config, Device device, DType matrixType, long seed) {
    this.config = config;
    try (TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      parameters = new Parameters(specs(config), device, matrixType, random);
    }
    embedX = Linear.of(parameters, "embed.x");
    embedY = Linear.of(parameters, "embed.y");
    for (int i = 0; i < config.layers(); i++) {
      layers.add(new TransformerLayer(parameters, "layer." + i, config, matrixType));
    }
    norm = config.norm() == NetworkConfig.Norm.PRE ? LayerNorm.of(parameters, "norm") : null;
    headUp = Linear.of(parameters, "head.up");
    headDown = Linear.of(parameters, "head.down");
  }

  private static List<ParameterSpec> specs(NetworkConfig config) {
    int width = config.width();
    List<ParameterSpec> specs =
        new ArrayList<>(Linear.specs("embed.x", Role.FULL, width, config.dimensions()));
    specs.addAll(Linear.specs("embed.y", Role.FULL, width, 1));
    for (int i = 0; i < config.layers(); i++) {
      specs.addAll(TransformerLayer.specs("layer." + i, config));
    }
    if (config.norm() == NetworkConfig.Norm.PRE) {
      specs.addAll(LayerNorm.specs("norm", width));
    }
    specs.addAll(Linear.specs("head.up", Role.FULL, config.headWidth(), width));
    specs.addAll(Linear.specs("head.down", Role.FULL, config.buckets(), config.headWidth()));
    return specs;
  }

  public NetworkConfig config() {
    return config;
  }

  public Parameters parameters() {
    return parameters;
  }

  /**
   * The log mass of every bucket at every query, (B, Q, K); all float32 on the network's device.
   *
   * @param contextX (B, C, D) in the unit cube
   * @param contextY (B, C), scaled values
   * @param queryX (B, Q, D)
   */
  public Tensor logMass(Tensor contextX, Tensor contextY, Tensor queryX) {
    long tasks = contextX.size(0);
    contextX.expect("context x", tasks, -1, config.dimensions());
    contextY.expect("context y", tasks, contextX.size(1));
    queryX.expect("query x", tasks, -1, config.dimensions());
    try (TensorScope scope = new TensorScope()) {
      Tensor context = place(contextX).plus(embedY.apply(contextY.unsqueeze(2))); // (B, C, E)
      Tensor tokens = Tensor.cat(1, context, place(queryX)); // (B, S, E)
      for (int i = 0; i < layers.size(); i++) {
        tokens = layers.get(i).apply(tokens, contextX.size(1), rows(i));
      }
      return scope.escape(head(tokens));
    }
  }

  /** Inputs of mean 0 and variance 1, embedded. */
  private Tensor place(Tensor x) {
    return embedX.apply(x.minus(0.5).times(Math.sqrt(12))); // (B, N, E)
  }

  private Attention.Rows rows(int layer) {
    return layer == layers.size() - 1 ? Attention.Rows.QUERIES : Attention.Rows.ALL;
  }

  private Tensor head(Tensor tokens) {
    Tensor normed = norm == null ? tokens : norm.apply(tokens); // (B, Q, E)
    Tensor logits = headDown.apply(headUp.apply(normed).gelu()); // (B, Q, K)
    return logits.logSoftmax(-1);
  }

  @Override
  public void close() {
    parameters.close();
  }
}
