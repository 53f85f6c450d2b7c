package dev.leadline.study;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.List;

/**
 * What a model believes about a study at one moment. For use by one thread at a time.
 *
 * @param posterior the surrogate, conditioned
 * @param observations on what, in the surrogate's units
 * @param scaling between the user's units (small is good) and the surrogate's
 */
record Belief(Posterior posterior, Observations observations, OutputScaling.Fitted scaling)
    implements AutoCloseable {

  /** The completed trial of lowest median, the earliest of equals. */
  Expectation best(List<Evaluation> finished) {
    List<Evaluation> completed = finished.stream().filter(e -> !e.failed()).toList();
    Predictive expected =
        posterior.at(completed.stream().map(Evaluation::point).toArray(double[][]::new));
    int best = 0;
    for (int i = 1; i < completed.size(); i++) {
      if (expected.get(i).quantile(0.5) < expected.get(best).quantile(0.5)) {
        best = i;
      }
    }
    Distribution belief = expected.get(best);
    return new Expectation(
        completed.get(best).trial(),
        scaling.fromModel(belief.quantile(0.5)),
        scaling.fromModel(belief.quantile(0.1)),
        scaling.fromModel(belief.quantile(0.9)));
  }

  @Override
  public void close() {
    posterior.close();
  }
}
