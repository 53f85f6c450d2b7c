package dev.leadline.paper.figure;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.Network.NetworkInput;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.Weights;

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
    NetworkConfig config = file.manifest().network();
    if (config.tokens() != NetworkConfig.Tokens.PLAIN) {
      throw new IllegalArgumentException(
          "expected a network with plain tokens but %s has %s"
              .formatted(file.manifest().name(), config.tokens()));
    }
    this.device = device;
    device.preferShapeFreeAttention();
    buckets = new Buckets(file.borders());
    DType matrixType = device == Device.CUDA ? DType.BFLOAT16 : DType.FLOAT32;
    network = new Network(config, 0, device, matrixType, 0);
    Weights.load(file.weights(), network);
  }

  @Override
  public Posterior condition(Observations observations) {
    return points -> predict(observations, points);
  }

  private synchronized Predictive predict(Observations seen, double[][] points) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      NetworkInput input =
          new NetworkInput(
              rows(seen.points(), seen.dimensions()),
              Tensor.of(seen.values(), device, 1, seen.size(), 1).to(DType.FLOAT32),
              rows(points, seen.dimensions()),
              null,
              Tensor.full(seen.dimensions(), device, DType.FLOAT32, 1));
      float[] logMass = network.logMass(input).contiguous().toFloatArray(); // (1, Q, K)
      return BarPredictive.unscaled(buckets, logMass);
    }
  }

  /** (1, N, D), zero in the inputs that the network has and the task has not. */
  private Tensor rows(double[][] points, int dimensions) {
    int inputs = network.config().maxDimensions();
    float[] flat = new float[points.length * inputs];
    for (int i = 0; i < points.length; i++) {
      for (int d = 0; d < dimensions; d++) {
        flat[i * inputs + d] = (float) points[i][d];
      }
    }
    return Tensor.of(flat, device, 1, points.length, inputs);
  }

  @Override
  public void close() {
    network.close();
  }
}
