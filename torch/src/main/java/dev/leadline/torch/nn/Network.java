package dev.leadline.torch.nn;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.torch.nn.Attention.Geometry;
import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Initial;
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

  /* Tokens of one batch stand in one (B, S, E) tensor: null token if any, context, queries. The last layer computes the queries
   * only. Embedding, residuals, norms and head are float32; bf16, if chosen, is confined to the layers' matrix products. */

  private final NetworkConfig config;
  private final DType matrixType;
  private final Parameters parameters;
  private final Linear embedX;
  private final Linear embedContext;
  private final @Nullable Linear embedQuery;
  private final @Nullable Tensor nullToken;
  private final List<TransformerLayer> layers = new ArrayList<>();
  private final @Nullable LayerNorm norm;
  private final Linear headUp;
  private final Linear headDown;

  /**
   * @param members the number of committee members G; 0 for plain tokens
   * @param matrixType float32, or bfloat16 for the matrix products of the layers
   * @param seed of the initial weights, which are the same on every device
   */
  public Network(NetworkConfig config, int members, Device device, DType matrixType, long seed) {
    this.config = config;
    this.matrixType = matrixType;
    try (TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      parameters = new Parameters(specs(config, members), device, matrixType, random);
    }
    embedX = Linear.of(parameters, "embed.x");
    boolean plain = config.tokens() == Tokens.PLAIN;
    embedContext = Linear.of(parameters, plain ? "embed.y" : "embed.context");
    embedQuery = plain ? null : Linear.of(parameters, "embed.query");
    nullToken = hasNull() ? parameters.get("embed.null") : null;
    for (int i = 0; i < config.layers(); i++) {
      layers.add(new TransformerLayer(parameters, "layer." + i, config, matrixType));
    }
    norm = config.norm() == NetworkConfig.Norm.PRE ? LayerNorm.of(parameters, "norm") : null;
    headUp = Linear.of(parameters, "head.up");
    headDown = Linear.of(parameters, "head.down");
  }

  private static List<ParameterSpec> specs(NetworkConfig config, int members) {
    boolean plain = config.tokens() == Tokens.PLAIN;
    if (plain != (members == 0)) {
      throw new IllegalArgumentException(
          "expected members for committee tokens and none for plain ones but got %d for %s"
              .formatted(members, config.tokens()));
    }
    int width = config.width();
    List<ParameterSpec> specs =
        new ArrayList<>(Linear.specs("embed.x", Role.FULL, width, config.maxDimensions()));
    if (plain) {
      specs.addAll(Linear.specs("embed.y", Role.FULL, width, 1));
    } else {
      specs.addAll(Linear.specs("embed.context", Role.FULL, width, 3 * members + 8));
      specs.addAll(Linear.specs("embed.query", Role.FULL, width, 3 * members + 6));
    }
    if (config.attention() == NetworkConfig.Attention.DISTANCE_AWARE) {
      Initial initial = new Initial.Uniform(1 / Math.sqrt(width));
      specs.add(new ParameterSpec("embed.null", Role.FULL, initial, width));
    }
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

  private boolean hasNull() {
    return config.attention() == NetworkConfig.Attention.DISTANCE_AWARE;
  }

  /**
   * Points (B, N, d) in float32, with zeros for the inputs that the network has and a task has not.
   */
  public Tensor padded(Tensor points) {
    Tensor single = points.to(DType.FLOAT32).contiguous();
    long missing = config.maxDimensions() - points.size(2);
    Device device = points.device();
    return missing == 0
        ? single
        : Tensor.cat(
            2,
            single,
            Tensor.zeros(device, DType.FLOAT32, points.size(0), points.size(1), missing));
  }

  /** Makes the network predict these log masses everywhere, until it learns otherwise. */
  public void startFrom(float... logMass) {
    parameters.set("head.down.weight", new float[config.buckets() * config.headWidth()]);
    parameters.set("head.down.bias", logMass);
  }

  /** The log mass of every bucket at every query, (B, Q, K). */
  public Tensor logMass(NetworkInput input) {
    check(input);
    try (TensorScope scope = new TensorScope()) {
      Tensor tokens = embed(input); // (B, S, E)
      Geometry geometry = geometry(input);
      for (int i = 0; i < layers.size(); i++) {
        tokens = layers.get(i).apply(tokens, geometry, rows(i));
      }
      return scope.escape(head(tokens));
    }
  }

  private Attention.Rows rows(int layer) {
    return layer == layers.size() - 1 ? Attention.Rows.QUERIES : Attention.Rows.ALL;
  }

  private Tensor head(Tensor tokens) {
    Tensor normed = norm == null ? tokens : norm.apply(tokens); // (B, Q, E)
    Tensor logits = headDown.apply(headUp.apply(normed).gelu()); // (B, Q, K)
    return logits.logSoftmax(-1);
  }

  private void check(NetworkInput input) {
    long tasks = input.contextX().size(0);
    int dimensions = config.maxDimensions();
    input.contextX().expect("context x", tasks, -1, dimensions);
    input
        .contextToken()
        .expect("context token", tasks, input.contextX().size(1), inputs(embedContext));
    input.queryX().expect("query x", tasks, -1, dimensions);
    input.dimensions().expect("dimensions", tasks);
    Tensor queryToken = input.queryToken();
    if ((queryToken == null) != (embedQuery == null)) {
      throw new IllegalArgumentException(
          "expected query features for committee tokens only but the network has "
              + config.tokens());
    }
    if (queryToken != null && embedQuery != null) {
      queryToken.expect("query token", tasks, input.queryX().size(1), inputs(embedQuery));
    }
  }

  private static long inputs(Linear linear) {
    return linear.weight().size(1);
  }

  private Tensor embed(NetworkInput input) {
    Tensor units = units(input.dimensions());
    Tensor context =
        embedX
            .apply(standardised(input.contextX(), units))
            .plus(embedContext.apply(input.contextToken())); // (B, C, E)
    Tensor queries = embedX.apply(standardised(input.queryX(), units)); // (B, Q, E)
    if (embedQuery != null && input.queryToken() != null) {
      queries = queries.plus(embedQuery.apply(input.queryToken()));
    }
    if (nullToken == null) {
      return Tensor.cat(1, context, queries);
    }
    Tensor none =
        nullToken.reshape(1, 1, config.width()).expand(context.size(0), 1, config.width());
    return Tensor.cat(1, none, context, queries);
  }

  /** (x − ½)·√12·√(maxDimensions/d), and zero in the padded dimensions. */
  private static Tensor standardised(Tensor x, Tensor units) {
    return x.minus(0.5).times(units); // (B, N, D)
  }

  /** What the inputs of tasks of so many dimensions are multiplied by, (B, 1, D). */
  private Tensor units(Tensor dimensions) {
    Tensor axis = Tensor.range(config.maxDimensions(), dimensions.device(), DType.FLOAT32);
    Tensor d = dimensions.reshape(-1, 1, 1); // (B, 1, 1)
    Tensor real = axis.lessThan(d).to(DType.FLOAT32); // (B, 1, D)
    Tensor factor = d.reciprocal().times(12.0 * config.maxDimensions()).sqrt(); // (B, 1, 1)
    return real.times(factor);
  }

  private Geometry geometry(NetworkInput input) {
    long context = input.contextX().size(1);
    long queries = input.queryX().size(1);
    if (!hasNull()) {
      return new Geometry(context, queries, null, null);
    }
    Tensor all = Tensor.cat(1, input.contextX(), input.queryX()); // (B, C+Q, D)
    Tensor distance =
        Geometry.distance(
            all, input.contextX(), input.dimensions().reciprocal().negate()); // (B,1,C+Q,C)
    Tensor padded = distance.padFront(1, 1); // (B, 1, 1+C+Q, 1+C)
    long tokens = 1 + context + queries;
    long beyond = Math.min(Geometry.aligned(1 + context), tokens) - 1 - context; // seen by none
    if (beyond > 0) {
      padded =
          Tensor.cat(
              3,
              padded,
              Tensor.full(Geometry.FAR, padded.device(), padded.type(), 1, 1, 1, 1)
                  .expand(padded.size(0), 1, tokens, beyond)); // (B, 1, 1+C+Q, W)
    }
    float[] growth = {1, (float) Math.log1p((double) context)};
    return new Geometry(
        context + 1,
        queries,
        Tensor.of(growth, padded.device(), 1, 2),
        padded.to(matrixType).detach());
  }

  @Override
  public void close() {
    parameters.close();
  }

  /**
   * What the network sees of a batch of tasks; all float32 on the network's device.
   *
   * @param contextX (B, C, D) in the raw unit cube, padded to the network's maximum
   * @param contextToken (B, C, T): the scaled value, or the committee features
   * @param queryX (B, Q, D)
   * @param queryToken (B, Q, T'): the committee features, or null for plain tokens
   * @param dimensions (B), the number of inputs each task really has
   */
  public record NetworkInput(
      Tensor contextX,
      Tensor contextToken,
      Tensor queryX,
      @Nullable Tensor queryToken,
      Tensor dimensions) {}
}
