package dev.leadline.pfn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.committee.EnsembleFeatures;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.CorrectedPredictive;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the network believes after it has seen the observations: their keys and values, kept outside
 * the Java heap until closed. For use by one thread at a time.
 */
public final class PfnPosterior implements Posterior {

  /* Attention weights take (H, Q, C) floats; blocks of queries bound them at no cost in speed. */
  private static final int BLOCK = 512;

  /** So many queries are worth a second thread. */
  private static final int WORTH_SHARING = 24;

  private final PfnModel model;
  private final int dimensions;
  private final @Nullable CommitteePosterior opinions;
  private final OrtSession.Result cache;

  PfnPosterior(
      PfnModel model,
      int dimensions,
      @Nullable CommitteePosterior opinions,
      OrtSession.Result cache) {
    this.model = model;
    this.dimensions = dimensions;
    this.opinions = opinions;
    this.cache = cache;
  }

  /** Bar distributions; those of a network on a committee have its mixture as second opinion. */
  @Override
  public Predictive at(double[][] points) {
    if (opinions == null) {
      return BarPredictive.unscaled(model.buckets(), decode(points, null));
    }
    EnsembleFeatures opinion = opinions.opinion(points);
    float[] logMass = decode(points, opinion);
    BarPredictive prediction =
        new BarPredictive(model.buckets(), logMass, opinion.mean(), opinion.deviation());
    return new CorrectedPredictive(prediction, opinions.at(points));
  }

  @Override
  public Optional<Predictive> base(double[][] points) {
    return opinions == null ? Optional.empty() : Optional.of(opinions.at(points));
  }

  @Override
  public void close() {
    cache.close();
    if (opinions != null) {
      opinions.close();
    }
  }

  /** The log masses at all points, (M, K). */
  private float[] decode(double[][] points, @Nullable EnsembleFeatures opinion) {
    int count = points.length;
    float[] inputs = Floats.rows(points, dimensions);
    float[] features = opinion == null ? new float[0] : opinion.features();
    int width = opinion == null ? 0 : opinion.width();
    float[] logMass = new float[count * model.buckets().count()];
    int blocks = Math.max((count + BLOCK - 1) / BLOCK, count < WORTH_SHARING ? 0 : 2);
    IntStream.range(0, blocks)
        .parallel()
        .forEach(
            block -> {
              int from = (int) ((long) count * block / blocks);
              int to = (int) ((long) count * (block + 1) / blocks);
              float[] x = Arrays.copyOfRange(inputs, from * dimensions, to * dimensions);
              float[] token = Arrays.copyOfRange(features, from * width, to * width);
              int place = from * model.buckets().count();
              decodeBlock(x, token, to - from, FloatBuffer.wrap(logMass).position(place));
            });
    return logMass;
  }

  private void decodeBlock(float[] x, float[] token, int count, FloatBuffer logMass) {
    Graphs graphs = model.graphs();
    Map<String, OnnxTensor> inputs = new HashMap<>();
    for (Map.Entry<String, OnnxValue> cached : cache) {
      inputs.put(cached.getKey(), (OnnxTensor) cached.getValue());
    }
    try (OnnxTensor queryX = graphs.tensor(x, count, dimensions);
        OnnxTensor queryToken = graphs.tensor(token, count, token.length / count)) {
      inputs.put("query_x", queryX);
      if (opinions != null) {
        inputs.put("query_token", queryToken);
      }
      try (OrtSession.Result result = graphs.decode(inputs)) {
        logMass.put(((OnnxTensor) result.get(0)).getFloatBuffer());
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the runtime could not predict", e);
    }
  }
}
