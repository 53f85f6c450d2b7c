package dev.leadline.torch.judge;

import dev.leadline.pfn.ModelFile;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.BarPredictive;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Predictive;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.Network.NetworkInput;
import dev.leadline.torch.prior.BatchedScaling;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.Spread;
import dev.leadline.torch.train.Weights;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network with plain tokens that predicts many tasks in one pass.
 *
 * <p>Owns the network until closed. Not thread-safe.
 */
public final class NetworkPredictor implements TaskPredictor, AutoCloseable {

  private final Network network;
  private final OutputScaling scaling;
  private final Buckets buckets;
  private final Device device;

  /**
   * @param file a model with plain tokens
   * @param device where it is to predict; on a GPU with matrix products in bfloat16, as in training
   */
  public NetworkPredictor(ModelFile file, Device device) {
    this.device = device;
    scaling = file.manifest().scaling();
    buckets = new Buckets(file.borders());
    network = Weights.network(file, device);
  }

  @Override
  public List<ScaledPredictive> predict(OracleTasks tasks) {
    float[] logMass;
    double[] spread;
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor values = BatchedScaling.fit(scaling, tasks.contextY()).toModel(tasks.contextY());
      int dimensions = tasks.prior().dimensions();
      NetworkInput input =
          new NetworkInput(
              network.padded(tasks.contextX()),
              values.to(DType.FLOAT32).unsqueeze(-1), // (B, C, 1)
              network.padded(tasks.queryX()),
              null,
              Tensor.full(dimensions, device, DType.FLOAT32, tasks.count()));
      Tensor mass = network.logMass(input).contiguous(); // (B, Q, K)
      logMass = mass.toFloatArray();
      spread = Spread.of(mass).toDoubleArray();
    }
    double[][] values = tasks.valueRows();
    return IntStream.range(0, tasks.count())
        .parallel()
        .mapToObj(
            task ->
                new ScaledPredictive(
                    bars(logMass, task, tasks), scaling.fit(values[task]), spread[task]))
        .toList();
  }

  private Predictive bars(float[] logMass, int task, OracleTasks tasks) {
    int each = tasks.queries() * buckets.count();
    return BarPredictive.unscaled(
        buckets, Arrays.copyOfRange(logMass, task * each, (task + 1) * each));
  }

  @Override
  public OutputScaling scaling() {
    return scaling;
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Buckets buckets() {
    return buckets;
  }

  @Override
  public void close() {
    network.close();
  }
}
