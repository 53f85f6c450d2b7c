package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;

/** Judges by fitted Gaussian processes, all runs at once. */
final class GpScorer implements BatchScorer {

  private final GpModel model;
  private final int initial;

  /**
   * Judges with a model that is closed with this.
   *
   * @param initial the number of observations before the first fit
   */
  GpScorer(GpModel model, int initial) {
    this.model = model;
    this.initial = initial;
  }

  @Override
  public Scoring condition(List<Observations> known) {
    int dimensions = known.get(0).dimensions();
    return new Conditioned(model.condition(known, initial), dimensions, model.device());
  }

  /** Gaussian processes that have seen what is known. */
  private record Conditioned(GpPosterior posterior, int dimensions, Device device)
      implements Scoring {

    @Override
    public List<Scores> score(double[][][] candidates, double[] incumbents) {
      try (TensorScope scope = new TensorScope();
          NoGrad off = new NoGrad()) {
        Tensor queries = PaddedBatch.candidates(candidates, dimensions, device);
        Tensor best = Tensor.of(incumbents, device, incumbents.length, 1);
        GpPosterior.Moments moments = posterior.at(queries); // (B, M)
        double[] improvement = GpImprovement.LOG.of(moments, best).toDoubleArray();
        double[] mean = moments.mean().toDoubleArray();
        return PaddedBatch.scores(improvement, mean, candidates);
      }
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
