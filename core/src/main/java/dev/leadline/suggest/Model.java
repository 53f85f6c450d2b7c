package dev.leadline.suggest;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.units.ModelUnits;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A surrogate together with how it is used. Thread-safe; it keeps what makes its next answers
 * faster, so use one per study.
 */
public final class Model {

  private final Surrogate surrogate;
  private final ModelUnits units;
  private final Acquisition acquisition;
  private final Surrogate underNoise;

  /**
   * @param surrogate what predicts
   * @param units from the user's units to those of the surrogate
   * @param acquisition what makes a candidate attractive under its predictions
   */
  public Model(Surrogate surrogate, ModelUnits units, Acquisition acquisition) {
    this(surrogate, units, acquisition, surrogate);
  }

  /**
   * @param underNoise what predicts where values do not repeat and nothing is to be suggested
   */
  public Model(
      Surrogate surrogate, ModelUnits units, Acquisition acquisition, Surrogate underNoise) {
    this.surrogate = surrogate;
    this.units = units;
    this.acquisition = acquisition;
    this.underNoise = underNoise;
  }

  public Surrogate surrogate() {
    return surrogate;
  }

  /** What says how good a trial is where values do not repeat. */
  public Surrogate underNoise() {
    return underNoise;
  }

  /** What brings observations into the units of the surrogate. */
  public ModelUnits units() {
    return units;
  }

  /** What makes a candidate attractive. */
  public Acquisition acquisition() {
    return acquisition;
  }

  /** Answers a step's questions to its end. */
  public Suggestion answer(Step first) {
    try (Answers answers = new Answers()) {
      Step step = first;
      while (true) {
        if (step instanceof Step.Done done) {
          return done.suggestion();
        }
        step = answers.to(step);
      }
    }
  }

  /** What the surrogate says about one suggestion. */
  private final class Answers implements AutoCloseable {

    private @Nullable Posterior posterior;

    Step to(Step step) {
      if (step instanceof Step.Condition condition) {
        close();
        posterior = surrogate.condition(condition.observations());
        return condition.conditioned();
      }
      if (step instanceof Step.Ask ask) {
        return ask.answer(summarise(ask.summary(), conditioned().at(ask.points())));
      }
      Step.Score score = (Step.Score) step;
      return score.answer(
          Scores.of(conditioned(), score.candidates(), score.incumbent(), acquisition));
    }

    private Posterior conditioned() {
      return Objects.requireNonNull(posterior, "expected to be conditioned first");
    }

    @Override
    public void close() {
      if (posterior != null) {
        posterior.close();
        posterior = null;
      }
    }
  }

  /** One number for each distribution. */
  public static double[] summarise(Step.Summary summary, Predictive predictive) {
    return IntStream.range(0, predictive.size())
        .mapToObj(predictive::get)
        .mapToDouble(
            distribution ->
                switch (summary) {
                  case MEAN -> distribution.mean();
                  case MEDIAN -> distribution.quantile(0.5);
                })
        .toArray();
  }
}
