package dev.leadline.study;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.ModelUnits;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import java.util.Arrays;
import java.util.List;

/** A surrogate together with how it is used. Thread-safe. */
public final class Model {

  /* A failed trial counts as bad as the worst value seen, so that its neighbourhood loses its
  attraction whatever the units are. A pending trial counts as already having the value that the
  finished ones let expect (its posterior median), so that nothing is left to gain there. Pending
  points come last: the finished ones are a prefix that surrogates can keep factors of. */

  private final Surrogate surrogate;
  private final ModelUnits units;
  private final Acquisition acquisition;

  /**
   * @param surrogate what predicts
   * @param scaling from the user's units to those of the surrogate
   * @param acquisition what makes a candidate attractive under its predictions
   */
  public Model(Surrogate surrogate, OutputScaling scaling, Acquisition acquisition) {
    this.surrogate = surrogate;
    this.units = new ModelUnits(scaling, surrogate);
    this.acquisition = acquisition;
  }

  /** What makes a candidate attractive under the surrogate's predictions. */
  public Acquisition acquisition() {
    return acquisition;
  }

  /**
   * Conditions the surrogate on all that is known; the caller closes the result.
   *
   * @param history with at least one value
   */
  Belief believe(History history) {
    ModelUnits.View view = units.of(finished(history));
    Observations finished = view.observations();
    Posterior posterior = surrogate.condition(finished);
    if (history.pending().isEmpty()) {
      return new Belief(posterior, finished, view.scaling());
    }
    try (posterior) {
      Observations all = believed(finished, history.pending().toArray(double[][]::new), posterior);
      return new Belief(surrogate.condition(all), all, view.scaling());
    }
  }

  /**
   * The finished trials with the values they count as, in the user's units.
   *
   * @param history with at least one value
   */
  static Observations finished(History history) {
    return new Observations(
        history.dimensions(),
        history.finished().stream().map(Evaluation::point).toArray(double[][]::new),
        values(history.finished()));
  }

  private static Observations believed(
      Observations finished, double[][] pending, Posterior posterior) {
    Predictive expected = posterior.at(pending);
    Observations all = finished;
    for (int i = 0; i < pending.length; i++) {
      all = all.with(pending[i], expected.get(i).quantile(0.5));
    }
    return all;
  }

  private static double[] values(List<Evaluation> finished) {
    double[] seen =
        finished.stream().filter(e -> !e.failed()).mapToDouble(Evaluation::value).toArray();
    double best = Arrays.stream(seen).min().orElseThrow();
    double worst = Arrays.stream(seen).max().orElseThrow();
    double margin = worst > best ? 0 : Math.max(1, Math.abs(worst));
    double bad = Math.min(Double.MAX_VALUE, worst + margin);
    return finished.stream().mapToDouble(e -> e.failed() ? bad : e.value()).toArray();
  }
}
