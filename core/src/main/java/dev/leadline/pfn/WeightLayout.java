package dev.leadline.pfn;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The names and shapes of a network's weights: the table of {@code docs/network.md} for one
 * configuration. Immutable and thread-safe.
 */
public final class WeightLayout {

  private final Map<String, int[]> shapes = new LinkedHashMap<>();

  public WeightLayout(NetworkConfig network) {
    int width = network.width();
    linear("embed.x", network.dimensions(), width);
    linear("embed.y", 1, width);
    for (int i = 0; i < network.layers(); i++) {
      layer("layer." + i, network);
    }
    if (network.norm() == NetworkConfig.Norm.PRE) {
      norm("norm", width);
    }
    linear("head.up", width, network.headWidth());
    linear("head.down", network.headWidth(), network.buckets());
    shapes.put("borders", new int[] {network.buckets() + 1});
  }

  /** The names, in the order of the table. */
  public Set<String> names() {
    return Collections.unmodifiableSet(shapes.keySet());
  }

  public int[] shape(String name) {
    int[] shape = shapes.get(name);
    if (shape == null) {
      throw new IllegalArgumentException(
          "expected a weight of this network but was asked for \"%s\"".formatted(name));
    }
    return shape.clone();
  }

  /**
   * Checks that the weights are exactly those of the layout.
   *
   * @throws ModelFileException naming the first difference
   */
  public void check(Safetensors weights) throws ModelFileException {
    for (String name : weights.names()) {
      if (!shapes.containsKey(name)) {
        throw new ModelFileException(
            "the weights hold \"%s\", which this network does not have".formatted(name));
      }
    }
    for (Map.Entry<String, int[]> entry : shapes.entrySet()) {
      String name = entry.getKey();
      String expected = Arrays.toString(entry.getValue());
      if (!weights.names().contains(name)) {
        throw new ModelFileException(
            "expected \"%s\" of shape %s among the weights but it is missing"
                .formatted(name, expected));
      }
      String actual = Arrays.toString(weights.shape(name));
      if (!actual.equals(expected)) {
        throw new ModelFileException(
            "expected \"%s\" of shape %s but was %s".formatted(name, expected, actual));
      }
    }
  }

  private void layer(String name, NetworkConfig network) {
    int width = network.width();
    norm(name + ".norm1", width);
    linear(name + ".attention.qkv", width, 3 * width);
    linear(name + ".attention.out", width, width);
    norm(name + ".norm2", width);
    linear(name + ".up", width, network.feedForward());
    linear(name + ".down", network.feedForward(), width);
  }

  private void linear(String name, int from, int to) {
    shapes.put(name + ".weight", new int[] {to, from});
    shapes.put(name + ".bias", new int[] {to});
  }

  private void norm(String name, int width) {
    shapes.put(name + ".weight", new int[] {width});
    shapes.put(name + ".bias", new int[] {width});
  }
}
