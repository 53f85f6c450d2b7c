package dev.leadline.torch.judge;

import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/** Measures predictions from noisy observations for one number of dimensions. */
record NoiseProbe(JudgedModel model, GpPrior prior, OracleGapPlan plan) {

  /* All sizes of noise see the same functions at the same points with the same standard normal numbers. What is predicted is
   * what the family says: the value of the process itself or, for the paper's, a further noisy observation. */

  List<OracleGapNoise> measure() {
    List<OracleGapNoise> cells = new ArrayList<>();
    for (int context : plan.contextSizes()) {
      for (double noise : plan.noises()) {
        cells.add(cell(context, noise));
      }
    }
    return cells;
  }

  private OracleGapNoise cell(int context, double noise) {
    long seed = plan.seed() * 1_000_003 + 1000L * context + prior.dimensions() + 29;
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad();
        TensorRandom random = new TensorRandom(model.predictor().device(), seed)) {
      GpPrior.Draw draw = prior.draw(plan.tasksAt(context), context + plan.queries(), random);
      OracleTasks tasks = OracleTasks.split(prior, disturbed(draw, noise, random), context);
      JudgedModel.Score score = model.score(tasks);
      return new OracleGapNoise(
          prior.dimensions(),
          context,
          noise,
          score.meanLoss(),
          tasks.exactLoss().mean().item(),
          score.coverage(0.5),
          score.coverage(0.8),
          score.coverage(0.95));
    }
  }

  /** The same functions with noise of so many of their own standard deviations. */
  private static GpPrior.Draw disturbed(GpPrior.Draw draw, double noise, TensorRandom random) {
    Tensor latent = draw.latent(); // (B, N)
    Tensor deviation =
        latent.minus(latent.meanKeeping(1)).square().meanKeeping(1).sqrt().times(noise); // (B, 1)
    Tensor white = random.normal(DType.FLOAT64, latent.size(0), latent.size(1));
    GpParameters drawn = draw.parameters();
    GpParameters parameters =
        new GpParameters(
            drawn.lengthscale(), drawn.outputScale(), deviation.square().squeeze(1), drawn.mean());
    return new GpPrior.Draw(parameters, draw.points(), latent, latent.plus(white.times(deviation)));
  }
}
