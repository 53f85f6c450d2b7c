package dev.leadline.pfn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import java.util.Map;

/**
 * The pre-trained transformer as a surrogate: one pass over the observations, no fitting.
 * Thread-safe as long as its model is open.
 *
 * <p>Values are expected on the scale of the model's manifest. Any number of observations works;
 * the time to condition grows with its square.
 */
public final class PfnSurrogate implements Surrogate {

  private final PfnModel model;

  PfnSurrogate(PfnModel model) {
    this.model = model;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Awaited values are taken for what is expected of them: a network alone cannot do better.
   *
   * @throws UnsupportedDimensionsException if the network was not made for this many inputs
   */
  @Override
  public PfnPosterior condition(Observations observations) {
    check(observations);
    double[][] awaited = observations.awaited();
    if (awaited.length == 0) {
      return encoded(observations);
    }
    Observations all = observations.awaiting(new double[0][]);
    try (PfnPosterior posterior = encoded(all)) {
      Predictive expected = posterior.at(awaited);
      for (int i = 0; i < awaited.length; i++) {
        all = all.with(awaited[i], expected.get(i).quantile(0.5));
      }
    }
    return encoded(all);
  }

  private PfnPosterior encoded(Observations observations) {
    int count = observations.size();
    int dimensions = observations.dimensions();
    float[] points = Floats.rows(observations.points(), dimensions);
    Graphs graphs = model.graphs();
    try (OnnxTensor x = graphs.tensor(points, count, dimensions);
        OnnxTensor y = graphs.tensor(Floats.of(observations.values()), count, 1)) {
      return new PfnPosterior(
          model, dimensions, graphs.encode(Map.of("context_x", x, "context_token", y)));
    } catch (OrtException e) {
      throw new IllegalStateException("the runtime could not encode the observations", e);
    }
  }

  private void check(Observations observations) {
    int expected = model.manifest().network().dimensions();
    if (observations.dimensions() != expected) {
      throw new UnsupportedDimensionsException(
          "expected %d dimensions but the space has %d; use another model or the committee"
              .formatted(expected, observations.dimensions()));
    }
    if (observations.size() == 0) {
      throw new IllegalArgumentException("expected at least 1 observation but got none");
    }
  }
}
