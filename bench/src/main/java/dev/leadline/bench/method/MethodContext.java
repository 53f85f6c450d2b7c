package dev.leadline.bench.method;

import java.util.Map;

/**
 * What methods are built from besides their name.
 *
 * @param device where batched methods compute
 * @param models model files by method and then by number of inputs; {@code *} stands for any number
 */
public record MethodContext(Device device, Map<String, Map<String, String>> models) {

  /** Where batched methods compute. */
  public enum Device {
    CPU,
    CUDA
  }

  public MethodContext {
    models = Map.copyOf(models);
  }
}
