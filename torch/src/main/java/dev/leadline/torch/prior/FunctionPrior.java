package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.function.UnaryOperator;

/**
 * Tasks of many kinds, sizes and noises, observed as an optimiser would: what the default model
 * learns from. Targets are noise-free. Immutable and thread-safe.
 */
public record FunctionPrior(FunctionPriorConfig config) implements TaskPrior {

  /* A scale fitted to two or three values that happen to be close can make targets of hundreds, and one such target would
   * outweigh a whole batch of others. They stop far out in the tail of every prediction. */
  private static final double FARTHEST = 16;

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    try (TensorScope scope = new TensorScope()) {
      Chance chance = new Chance(random, tasks);
      InputSpaces spaces = InputSpaces.draw(config, chance);
      RandomFunctions functions = RandomFunctions.draw(config, spaces, chance);
      Noise noise = Noise.draw(config, functions.deviation(), chance);
      UnaryOperator<Tensor> observe = points -> noise.on(functions.at(points));
      Traces traces = new Traces(spaces, chance);
      Traces.Trace trace = traces.run(context, observe);
      Tensor queryX = traces.queries(queries, trace);

      Tensor observed = trace.observed().to(DType.FLOAT64);
      BatchedScaling scaling = BatchedScaling.fit(config.scaling(), observed);
      Tensor contextY = scaling.toModel(observed);
      Tensor exact = scaling.toModel(functions.at(queryX).to(DType.FLOAT64));
      Tensor targets = exact.clamp(-FARTHEST, FARTHEST);
      return new TaskBatch(
          scope.escape(trace.points()),
          scope.escape(contextY.to(DType.FLOAT32)),
          scope.escape(queryX),
          scope.escape(targets.to(DType.FLOAT32)),
          scope.escape(spaces.dimensions()),
          null);
    }
  }
}
