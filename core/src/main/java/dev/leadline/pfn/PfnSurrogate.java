package dev.leadline.pfn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.EvidenceWeight;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pre-trained transformer as a surrogate: one pass over the observations, no fitting.
 * Thread-safe as long as its model is open.
 *
 * <p>Values are expected on the scale of the model's manifest. Any number of observations works;
 * the time to condition grows with its square, and networks have been trained on up to a thousand.
 */
public final class PfnSurrogate implements Surrogate {

  private final PfnModel model;
  private final @Nullable Committee committee;

  /**
   * @param trust how far evidence counts in what its committee believes
   */
  PfnSurrogate(PfnModel model, EvidenceWeight trust) {
    this.model = model;
    CommitteeConfig config = model.manifest().committee();
    this.committee = config == null ? null : new Committee(config, trust);
  }

  /**
   * {@inheritDoc}
   *
   * @throws UnsupportedDimensionsException if the network was not made for this many inputs
   */
  @Override
  public PfnPosterior condition(Observations observations) {
    NetworkConfig network = model.manifest().network();
    check(network, observations);
    if (committee == null && observations.awaited().length > 0) {
      return condition(expected(observations));
    }
    CommitteePosterior opinions = committee == null ? null : committee.condition(observations);
    int count = observations.size();
    int dimensions = observations.dimensions();
    float[] points = Floats.rows(observations.points(), dimensions);
    float[] tokens =
        opinions == null ? Floats.of(observations.values()) : opinions.contextOpinion().features();
    Graphs graphs = model.graphs();
    try (OnnxTensor x = graphs.tensor(points, count, dimensions);
        OnnxTensor token = graphs.tensor(tokens, count, tokenWidth())) {
      OrtSession.Result cache = graphs.encode(Map.of("context_x", x, "context_token", token));
      return new PfnPosterior(model, dimensions, opinions, cache);
    } catch (OrtException e) {
      throw new IllegalStateException("the runtime could not encode the observations", e);
    }
  }

  /** Awaited values in the place of those that are expected: a network alone cannot do better. */
  private Observations expected(Observations observations) {
    double[][] awaited = observations.awaited();
    Observations all = observations.awaiting(new double[0][]);
    try (PfnPosterior posterior = condition(all)) {
      Predictive expected = posterior.at(awaited);
      for (int i = 0; i < awaited.length; i++) {
        all = all.with(awaited[i], expected.get(i).quantile(0.5));
      }
    }
    return all;
  }

  private int tokenWidth() {
    return committee == null ? 1 : committee.config().contextFeatures();
  }

  private static void check(NetworkConfig network, Observations observations) {
    int dimensions = observations.dimensions();
    boolean exact = network.attention() == NetworkConfig.Attention.PAPER;
    if (!network.takes(dimensions)) {
      throw new UnsupportedDimensionsException(
          "expected %s dimensions but the space has %d; use another model or the committee"
              .formatted(network.dimensions(), dimensions));
    }
    if (exact && observations.size() == 0) {
      throw new IllegalArgumentException(
          "expected at least 1 observation because this network has no null token but got none");
    }
  }
}
