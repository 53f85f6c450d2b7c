package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The baselines with Gaussian processes. */
final class GpMethods {

  private static final GpFit FIT = GpFit.standard();
  private static final int ASCENT = 60;

  private GpMethods() {}

  /** The paper's baseline: 2022's priors, EI, hyper-parameters fitted after every tenth more. */
  static Proposer classic2022(List<RunHistory> runs, Device device) {
    GpModel model = classic(GpProposer::standardised, device);
    return new GpProposer(runs, model, new GpAscent(GpImprovement.PLAIN, ASCENT));
  }

  /** The same fitted at every step, as for the paper's figure of where a process probes. */
  static Proposer classic2022Refitted(List<RunHistory> runs, Device device) {
    GpModel model =
        new GpModel(
            GpSpec.classic2022(), FIT, GpModel.Refit.EVERY_STEP, GpProposer::standardised, device);
    return new GpProposer(runs, model, new GpAscent(GpImprovement.PLAIN, ASCENT));
  }

  /** Today's: priors that know the number of inputs, log EI, fitted at every step. */
  static Proposer modern(List<RunHistory> runs, Device device) {
    GpModel model =
        new GpModel(
            GpSpec.modern(), FIT, GpModel.Refit.EVERY_STEP, GpProposer::standardised, device);
    return new GpProposer(runs, model, new GpAscent(GpImprovement.LOG, ASCENT));
  }

  /** The paper's baseline with another search: the control that tells search from surrogate. */
  static Proposer withSearch(
      List<RunHistory> runs, Function<RunHistory, LocalDecaySearch> search, Device device) {
    GpModel model = classic(GpMethods::zScores, device);
    BatchScorer scorer = new GpScorer(model, runs.get(0).initial());
    return new LockStep(runs, search, OutputScaling.Z_SCORE, scorer);
  }

  /** What is given in z-scores stays as it is, and its beginning gets z-scores of its own. */
  private static Observations zScores(Observations run) {
    return run.withValues(OutputScaling.Z_SCORE.fit(run.values()).toModel(run.values()));
  }

  private static GpModel classic(UnaryOperator<Observations> units, Device device) {
    return new GpModel(GpSpec.classic2022(), FIT, GpModel.Refit.EVERY_TENTH_MORE, units, device);
  }

  /**
   * Judges by fitted Gaussian processes, all runs at once.
   *
   * @param model closed with this
   * @param initial the number of observations before the first fit
   */
  private record GpScorer(GpModel model, int initial) implements BatchScorer {

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
}
