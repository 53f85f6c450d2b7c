package dev.leadline.suggest;

import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.ModelUnits;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One look for the best candidate: the model is conditioned on what is known, what is to be
 * bettered is settled, and candidates are scored round by round.
 */
record Look(ModelUnits units, Search search, Domain domain, History history, Streams streams) {

  /* A pending trial counts as already having the value that the finished ones let expect (its posterior median), so that
   * nothing is left to gain there. Pending points come last: the finished ones are a beginning that surrogates can keep
   * factors of. */

  /**
   * The first question.
   *
   * @param back from the domain to the candidates of the study
   * @param otherwise what comes next if the domain allows no candidate
   */
  Step start(UnaryOperator<double[]> back, Supplier<Step> otherwise) {
    ModelUnits.View finished = units.of(history.observations());
    double[][] pending = history.pending().toArray(double[][]::new);
    Ending ending = new Ending(back, otherwise);
    if (pending.length == 0) {
      return new Step.Condition(finished.observations(), () -> settle(finished, ending));
    }
    return new Step.Condition(
        finished.observations(),
        () ->
            new Step.Ask(
                Step.Summary.MEDIAN, pending, values -> retake(finished, pending, values, ending)));
  }

  /** How a look ends, with a candidate or without. */
  record Ending(UnaryOperator<double[]> back, Supplier<Step> otherwise) {}

  /** Conditions anew, on pending trials too. */
  private Step retake(
      ModelUnits.View finished, double[][] pending, double[] values, Ending ending) {
    Observations all = finished.observations();
    for (int i = 0; i < pending.length; i++) {
      all = all.with(pending[i], values[i]);
    }
    ModelUnits.View view = new ModelUnits.View(all, finished.scaling());
    return new Step.Condition(all, () -> settle(view, ending));
  }

  /** What is to be bettered: where values repeat the lowest one, else the lowest expected one. */
  private Step settle(ModelUnits.View view, Ending ending) {
    Observations known = view.observations();
    return switch (history.noise()) {
      case NONE -> rounds(view, lowest(known.values()), ending);
      case UNKNOWN ->
          new Step.Ask(
              Step.Summary.MEAN, known.points(), means -> rounds(view, lowest(means), ending));
    };
  }

  private Step rounds(ModelUnits.View view, double incumbent, Ending ending) {
    Search.Run run = search.start(domain, view.observations(), streams.ofTrial());
    return new Rounds(run, incumbent, view.scaling(), ending).next();
  }

  private static double lowest(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
