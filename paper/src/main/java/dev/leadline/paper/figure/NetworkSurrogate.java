package dev.leadline.paper.figure;

import dev.leadline.pfn.ModelFile;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.Weights;
import java.util.Arrays;

/**
 * A network of the paper as a surrogate on any device, for predictions that are looked at one by
 * one.
 *
 * <p>Owns the network until closed. Thread-safe: one prediction at a time.
 */
final class NetworkSurrogate implements Surrogate, AutoCloseable {

  private final Network network;
  private final Buckets buckets;
  private final Device device;

  NetworkSurrogate(ModelFile file, Device device) {
    this.device = device;
    buckets = new Buckets(file.borders());
    network = Weights.network(file, device);
  }

  @Override
  public Posterior condition(Observations observations) {
    return points -> predict(observations, points);
  }

  private synchronized Predictive predict(Observations seen, double[][] points) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor logMass =
          network.logMass(
              rows(seen.points(), seen.dimensions()),
              Tensor.of(seen.values(), device, 1, seen.size()).to(DType.FLOAT32),
              rows(points, seen.dimensions())); // (1, Q, K)
      return BarPredictive.unscaled(buckets, logMass.contiguous().toFloatArray());
    }
  }

  /** (1, N, D) */
  private Tensor rows(double[][] points, int dimensions) {
    double[] flat = Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
    return Tensor.of(flat, device, 1, points.length, dimensions).to(DType.FLOAT32);
  }

  @Override
  public void close() {
    network.close();
  }
}
