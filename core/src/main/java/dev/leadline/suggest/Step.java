package dev.leadline.suggest;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One suggestion in progress: either what it wants to know of a model next, or its end.
 *
 * <p>A step does not know its model. Whoever drives it answers the question, which gives the step
 * after it, and so on until {@link Done}. So one loop drives a single suggestion with a surrogate
 * ({@link Model#answer}) and another drives hundreds side by side with one batch on a GPU, and both
 * get the same suggestion from the same answers. Each step is answered once, by one thread.
 */
public sealed interface Step {

  /** The end of a step whose suggestion needs nothing more to be known. */
  static Step done(Suggestion suggestion) {
    return new Done(suggestion);
  }

  /** What a question about points wants to know of the distribution at each. */
  enum Summary {
    MEAN,
    MEDIAN
  }

  /** The end: the suggestion is found. */
  record Done(Suggestion suggestion) implements Step {}

  /** Wants the model conditioned on observations; all later questions are about the result. */
  final class Condition implements Step {

    private final Observations observations;
    private final Supplier<Step> then;

    Condition(Observations observations, Supplier<Step> then) {
      this.observations = observations;
      this.then = then;
    }

    /** What is known, in the units of the model. */
    public Observations observations() {
      return observations;
    }

    /** Goes on: the model is conditioned. */
    public Step conditioned() {
      return then.get();
    }
  }

  /** Wants one number for each of some points. */
  final class Ask implements Step {

    private final Summary summary;
    private final double[][] points;
    private final Function<double[], Step> then;

    /** Takes the points over. */
    Ask(Summary summary, double[][] points, Function<double[], Step> then) {
      this.summary = summary;
      this.points = points;
      this.then = then;
    }

    public Summary summary() {
      return summary;
    }

    /** The points, at least one; not to be changed. */
    public double[][] points() {
      return points;
    }

    /** Goes on with the number of each point. */
    public Step answer(double[] numbers) {
      return then.apply(numbers);
    }
  }

  /** Wants candidates scored. */
  final class Score implements Step {

    private final double[][] candidates;
    private final double incumbent;
    private final Function<Scores, Step> then;

    /** Takes the candidates over. */
    Score(double[][] candidates, double incumbent, Function<Scores, Step> then) {
      this.candidates = candidates;
      this.incumbent = incumbent;
      this.then = then;
    }

    /** The candidates, at least one; not to be changed. */
    public double[][] candidates() {
      return candidates;
    }

    /** The value to better, in the units of the model. */
    public double incumbent() {
      return incumbent;
    }

    /** Goes on with the scores of the candidates. */
    public Step answer(Scores scores) {
      return then.apply(scores);
    }
  }
}
