package dev.leadline.paper.lockstep;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.ModelExport;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;

/** Small networks with random weights. */
final class TinyModels {

  private TinyModels() {}

  static ModelFile plain(int dimensions) throws IOException {
    NetworkConfig config = new NetworkConfig(dimensions, 16, 2, 2, 32, 32, 20, Norm.POST);
    SplittableRandom random = new SplittableRandom(9);
    Safetensors.Builder weights = Safetensors.builder();
    try (Network network = new Network(config, Device.CPU, DType.FLOAT32, 5)) {
      for (String name : network.parameters().names()) {
        float[] values = network.parameters().values(name);
        for (int i = 0; i < values.length; i++) {
          values[i] += (float) (0.2 * random.nextGaussian());
        }
        weights.put(name, network.parameters().shape(name), values);
      }
    }
    float[] borders = new float[config.buckets() + 1];
    for (int i = 0; i < borders.length; i++) {
      borders[i] = -3 + 6f * i / config.buckets();
    }
    weights.put("borders", new int[] {borders.length}, borders);
    return new ModelExport("plain", config, Map.of()).with(weights.build());
  }
}
