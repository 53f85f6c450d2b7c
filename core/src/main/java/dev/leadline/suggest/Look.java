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
 *
 * @param margin by how much what is to be bettered has to be bettered, in the units of the model
 */
record Look(
    ModelUnits units,
    Search search,
    Domain domain,
    History history,
    Hurdle hurdle,
    double margin,
    Streams streams) {

  /* A pending trial makes the model surer around it, and what is expected there (the posterior median) is to be bettered, too:
   * nothing is left to gain at its point, and what the model learned from finished trials stays what it is. */

  /**
   * The first question.
   *
   * @param back from the domain to the candidates of the study
   * @param otherwise what comes next if the domain allows no candidate
   */
  Step start(UnaryOperator<double[]> back, Supplier<Step> otherwise) {
    ModelUnits.View finished = units.of(history.observations());
    Observations known =
        finished.observations().awaiting(history.pending().toArray(double[][]::new));
    ModelUnits.View view = new ModelUnits.View(known, finished.scaling());
    Ending ending = new Ending(back, otherwise);
    return new Step.Condition(known, () -> settle(view, ending));
  }

  /** How a look ends, with a candidate or without. */
  record Ending(UnaryOperator<double[]> back, Supplier<Step> otherwise) {}

  /** What is to be bettered; where values do not repeat always what is expected. */
  private Step settle(ModelUnits.View view, Ending ending) {
    Observations known = view.observations();
    if (hurdle == Hurdle.LOWEST_SEEN && history.noise() == NoiseKind.NONE) {
      return await(view, lowest(known.values()), ending);
    }
    return new Step.Ask(
        Step.Summary.MEAN, Hurdle.promising(known), means -> await(view, lowest(means), ending));
  }

  /** What is expected of pending trials is to be bettered, too. */
  private Step await(ModelUnits.View view, double incumbent, Ending ending) {
    double[][] awaited = view.observations().awaited();
    return awaited.length == 0
        ? rounds(view, incumbent, ending)
        : new Step.Ask(
            Step.Summary.MEDIAN,
            awaited,
            medians -> rounds(view, Math.min(incumbent, lowest(medians)), ending));
  }

  private Step rounds(ModelUnits.View view, double incumbent, Ending ending) {
    Search.Run run = search.start(domain, view.observations(), streams.ofTrial());
    return new Rounds(run, incumbent, margin, view.scaling(), ending).next();
  }

  private static double lowest(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
