package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;

/**
 * Judges by fitted Gaussian processes, all runs at once.
 *
 * @param model closed with this
 * @param initial the number of observations before the first fit
 */
record GpScorer(GpModel model, int initial) implements BatchScorer {

  @Override
  public List<Scores> score(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    GpPosterior posterior = model.condition(known, initial);
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor queries =
          PaddedBatch.candidates(candidates, known.get(0).dimensions(), model.device());
      Tensor best = Tensor.of(incumbents, model.device(), incumbents.length, 1);
      GpPosterior.Moments moments = posterior.at(queries); // (B, M)
      double[] improvement = GpImprovement.LOG.of(moments, best).toDoubleArray();
      double[] mean = moments.mean().toDoubleArray();
      return PaddedBatch.scores(improvement, mean, candidates);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
