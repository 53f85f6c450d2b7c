package dev.leadline.committee;

import dev.leadline.scaling.InputScaling;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.OffsetPredictive;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A surrogate that models what earlier studies leave unexplained; without earlier studies it is the
 * other one itself. Thread-safe; it keeps what it learnt of the last earlier studies.
 */
public final class RelatedSurrogate implements Surrogate {

  private final Surrogate surrogate;
  private final OutputScaling scaling;
  private final InputScaling inputs;
  private final AtomicReference<Relatives> latest = new AtomicReference<>();

  /**
   * @param surrogate of the rest
   * @param scaling of the values of earlier studies
   * @param inputs the units of their inputs
   */
  public RelatedSurrogate(Surrogate surrogate, OutputScaling scaling, InputScaling inputs) {
    this.surrogate = surrogate;
    this.scaling = scaling;
    this.inputs = inputs;
  }

  @Override
  public Posterior condition(Observations observations) {
    if (observations.related().isEmpty()) {
      return surrogate.condition(observations);
    }
    Relatives.Expected expected = relatives(observations).expected(observations);
    double[] rest = observations.values();
    double[] known = expected.at(observations.points());
    Arrays.setAll(rest, i -> (rest[i] - known[i]) / expected.rest());
    double[] deviations =
        Arrays.stream(observations.deviations()).map(d -> d / expected.rest()).toArray();
    return new OnTop(
        expected, surrogate.condition(observations.withValues(rest).withDeviations(deviations)));
  }

  private Relatives relatives(Observations observations) {
    Relatives known = latest.get();
    if (known == null || !known.areOf(observations.related())) {
      known = new Relatives(observations.related(), scaling, inputs);
      latest.set(known);
    }
    return known;
  }

  /** What is believed of the rest, on top of what is expected. */
  private record OnTop(Relatives.Expected expected, Posterior rest) implements Posterior {

    @Override
    public Predictive at(double[][] points) {
      return new OffsetPredictive(rest.at(points), expected.at(points), expected.rest());
    }

    @Override
    public void close() {
      rest.close();
    }
  }
}
