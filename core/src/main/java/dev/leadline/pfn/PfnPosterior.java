package dev.leadline.pfn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

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
  private final OrtSession.Result cache;

  PfnPosterior(PfnModel model, int dimensions, OrtSession.Result cache) {
    this.model = model;
    this.dimensions = dimensions;
    this.cache = cache;
  }

  /** Bar distributions. */
  @Override
  public Predictive at(double[][] points) {
    return BarPredictive.unscaled(model.buckets(), decode(points));
  }

  @Override
  public void close() {
    cache.close();
  }

  /** The log masses at all points, (M, K). */
  private float[] decode(double[][] points) {
    int count = points.length;
    float[] inputs = Floats.rows(points, dimensions);
    float[] logMass = new float[count * model.buckets().count()];
    int blocks = Math.max((count + BLOCK - 1) / BLOCK, count < WORTH_SHARING ? 0 : 2);
    IntStream.range(0, blocks)
        .parallel()
        .forEach(
            block -> {
              int from = (int) ((long) count * block / blocks);
              int to = (int) ((long) count * (block + 1) / blocks);
              float[] x = Arrays.copyOfRange(inputs, from * dimensions, to * dimensions);
              int place = from * model.buckets().count();
              decodeBlock(x, to - from, FloatBuffer.wrap(logMass).position(place));
            });
    return logMass;
  }

  private void decodeBlock(float[] x, int count, FloatBuffer logMass) {
    Graphs graphs = model.graphs();
    Map<String, OnnxTensor> inputs = new HashMap<>();
    for (Map.Entry<String, OnnxValue> cached : cache) {
      inputs.put(cached.getKey(), (OnnxTensor) cached.getValue());
    }
    try (OnnxTensor queryX = graphs.tensor(x, count, dimensions)) {
      inputs.put("query_x", queryX);
      try (OrtSession.Result result = graphs.decode(inputs)) {
        logMass.put(((OnnxTensor) result.get(0)).getFloatBuffer());
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the runtime could not predict", e);
    }
  }
}
