package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.surrogate.UnitsJudge;
import java.util.ArrayList;
import java.util.List;

/** Asks one surrogate per run, one after the other. */
public final class SurrogateScorer implements BatchScorer {

  private final List<Surrogate> surrogates;
  private final Acquisition acquisition;

  /**
   * Judges with the library's own surrogates.
   *
   * @param surrogates one per run; the same one may serve several
   */
  public SurrogateScorer(List<? extends Surrogate> surrogates, Acquisition acquisition) {
    this.surrogates = List.copyOf(surrogates);
    this.acquisition = acquisition;
  }

  @Override
  public Scoring condition(List<Observations> runs) {
    if (runs.size() != surrogates.size()) {
      throw new IllegalArgumentException(
          "expected %d runs but got %d".formatted(surrogates.size(), runs.size()));
    }
    List<Posterior> posteriors = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      posteriors.add(surrogates.get(i).condition(runs.get(i)));
    }
    return new OneByOne(posteriors, acquisition);
  }

  @Override
  public UnitsJudge judge(int run) {
    return surrogates.get(run);
  }

  private record OneByOne(List<Posterior> posteriors, Acquisition acquisition) implements Scoring {

    @Override
    public Verdict score(double[][][] candidates, double[] incumbents) {
      double[][] logImprovement = new double[candidates.length][0];
      double[][] mean = new double[candidates.length][0];
      for (int i = 0; i < candidates.length; i++) {
        if (candidates[i].length > 0) {
          Scores scores =
              Scores.of(posteriors.get(i).at(candidates[i]), incumbents[i], acquisition);
          logImprovement[i] = scores.acquisition();
          mean[i] = scores.mean();
        }
      }
      return new Verdict(logImprovement, mean);
    }

    @Override
    public void close() {
      posteriors.forEach(Posterior::close);
    }
  }
}
