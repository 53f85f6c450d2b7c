package dev.leadline.study;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Finalists;
import dev.leadline.search.History;
import dev.leadline.search.Model;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;

/**
 * What a model expects of a finished trial, in the user's units with small values good.
 *
 * @param low the first decile of its prediction
 * @param high the last decile of its prediction
 */
record Expectation(int trial, double median, double low, double high) {

  /**
   * The completed trial that stands first where values do not repeat; the earliest at its place.
   *
   * @param history with at least one value and nothing pending
   * @param eligible those of its trials that may come first, with at least one value
   */
  static Expectation best(Model model, History history, History eligible) {
    ModelUnits.View view = model.units().of(history.observations());
    Finalists finalists = Finalists.of(eligible, view.scaling());
    try (Posterior posterior = model.underNoise().condition(view.observations())) {
      Predictive expected = posterior.at(finalists.points());
      int best = finalists.leader(expected.medians());
      return of(finalists, best, expected.get(best), view.scaling());
    }
  }

  /* Where the model and the measurements disagree either may be wrong, for luck or a sharp minimum: the interval reaches to
   * the mean of what was measured there. To move the median, too, follows luck: fewer intervals then hold the true value. */
  private static Expectation of(
      Finalists finalists, int place, Distribution prediction, OutputScaling.Fitted scaling) {
    double mean = finalists.mean(place);
    return new Expectation(
        finalists.trial(place),
        scaling.fromModel(prediction.quantile(0.5)),
        Math.min(mean, scaling.fromModel(prediction.quantile(0.1))),
        Math.max(mean, scaling.fromModel(prediction.quantile(0.9))));
  }
}
