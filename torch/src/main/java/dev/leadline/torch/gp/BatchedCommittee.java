package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * The committee of fixed Gaussian processes for B tasks at once, in chunks that bound memory;
 * {@code docs/network.md} defines every symbol. Immutable and thread-safe.
 */
public record BatchedCommittee(CommitteeConfig config) {

  /**
   * What the committee says, in single precision.
   *
   * @param contextFeatures (B, C, 3G + 8)
   * @param queryFeatures (B, Q, 3G + 6)
   * @param location (B, Q)
   * @param scale (B, Q)
   */
  public record EnsembleFeatures(
      Tensor contextFeatures, Tensor queryFeatures, Tensor location, Tensor scale) {

    /** All four. */
    public List<Tensor> tensors() {
      return List.of(contextFeatures, queryFeatures, location, scale);
    }

    /** This, handed over to the scope around another. */
    public EnsembleFeatures escaped(TensorScope scope) {
      tensors().forEach(scope::escape);
      return this;
    }
  }

  /**
   * Conditions on the contexts and predicts at the queries.
   *
   * @param contextX (B, C, D), zero beyond a task's own dimensions
   * @param contextY (B, C), scaled
   * @param queryX (B, Q, D)
   * @param dimensions (B), the number of inputs of each task
   * @param units (B, D), of the inputs, in which distances are measured
   */
  public EnsembleFeatures consult(
      Tensor contextX, Tensor contextY, Tensor queryX, Tensor dimensions, Tensor units) {
    long tasks = contextX.size(0);
    long context = contextX.size(1);
    contextX.expect("context x", tasks, -1, -1);
    contextY.expect("context y", tasks, context);
    queryX.expect("query x", tasks, -1, contextX.size(2));
    dimensions.expect("dimensions", tasks);
    units.expect("units", tasks, contextX.size(2));
    long width = config.members() * (context + 2 * queryX.size(1)) + seriesWidth(contextX.size(2));
    long perTask = 8 * Math.max(1, context) * width;
    List<Chunk> chunks = Chunk.all(tasks, perTask, contextX.device());
    try (TensorScope scope = new TensorScope()) {
      List<EnsembleFeatures> parts = new ArrayList<>();
      for (Chunk chunk : chunks) {
        try (TensorScope part = new TensorScope()) {
          ConditionedCommittee committee =
              new ConditionedCommittee(
                  config,
                  chunk.of(contextX),
                  chunk.of(contextY),
                  chunk.of(dimensions),
                  chunk.of(units));
          ConditionedCommittee.Forecast forecast = committee.at(chunk.of(queryX));
          EnsembleFeatures opinion =
              new EnsembleFeatures(
                  committee.contextFeatures(),
                  forecast.features(),
                  forecast.location(),
                  forecast.scale());
          parts.add(opinion.escaped(part));
        }
      }
      return joined(parts).escaped(scope);
    }
  }

  private long seriesWidth(long columns) {
    return columns * config.additive().frequencies() * config.additive().lengthscales().size();
  }

  private static EnsembleFeatures joined(List<EnsembleFeatures> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    return new EnsembleFeatures(
        Tensor.cat(0, parts.stream().map(EnsembleFeatures::contextFeatures).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(EnsembleFeatures::queryFeatures).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(EnsembleFeatures::location).toArray(Tensor[]::new)),
        Tensor.cat(0, parts.stream().map(EnsembleFeatures::scale).toArray(Tensor[]::new)));
  }
}
