package dev.leadline.bench.method;

import dev.leadline.torch.tensor.Device;
import java.util.Map;

/**
 * What methods are built from besides their name.
 *
 * @param device where batched methods compute
 * @param models model files by method and then by number of inputs; {@code *} stands for any number
 */
public record MethodContext(Device device, Map<String, Map<String, String>> models) {

  public MethodContext {
    models = Map.copyOf(models);
  }

  /** How many runs are worth driving together: one on a CPU, all of them on a GPU. */
  int lanes() {
    return device == Device.CPU ? 1 : 4096;
  }
}
