package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.Safetensors;
import dev.leadline.pfn.WeightLayout;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Small networks of every kind with random weights. */
final class RandomModels {

  private RandomModels() {}

  /** A small configuration. */
  static NetworkConfig config(Norm norm) {
    return new NetworkConfig(3, 12, 2, 3, 20, 10, 9, norm);
  }

  static ModelExport export(NetworkConfig config) {
    return new ModelExport("random", config, Map.of("seed", "random weights"));
  }

  /** Weights that keep activations near one; borders from −3 to 3. */
  static Safetensors weights(NetworkConfig config, RandomGenerator random) {
    WeightLayout layout = new WeightLayout(config);
    Safetensors.Builder builder = Safetensors.builder();
    for (String name : layout.names()) {
      int[] shape = layout.shape(name);
      float[] values = new float[shape.length == 1 ? shape[0] : shape[0] * shape[1]];
      double spread = shape.length == 1 ? 0.3 : 1 / Math.sqrt(shape[1]);
      for (int i = 0; i < values.length; i++) {
        double offset = name.contains("norm") && name.endsWith("weight") ? 1 : 0;
        values[i] = (float) (offset + spread * random.nextGaussian());
        if (name.equals("borders")) {
          values[i] = -3 + 6f * i / config.buckets();
        }
      }
      builder.put(name, shape, values);
    }
    return builder.build();
  }
}
