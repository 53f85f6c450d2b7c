package dev.leadline.torch.train;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.Parameters;
import dev.leadline.torch.tensor.Device;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The weights of a network and its borders, under the names of {@code docs/network.md}. */
public final class Weights {

  private Weights() {}

  /** Collects the weights in float32. */
  public static Safetensors of(Network network, double[] borders) {
    Safetensors.Builder builder = Safetensors.builder();
    Parameters parameters = network.parameters();
    for (String name : parameters.names()) {
      builder.put(name, parameters.shape(name), parameters.values(name));
    }
    float[] rounded = new float[borders.length];
    for (int i = 0; i < borders.length; i++) {
      rounded[i] = (float) borders[i];
    }
    return builder.put("borders", new int[] {borders.length}, rounded).build();
  }

  /**
   * The network of a model, for predictions; on a GPU with matrix products in bfloat16, as in
   * training.
   */
  public static Network network(ModelFile file, Device device) {
    NetworkConfig config = file.manifest().network();
    device.preferShapeFreeAttention();
    Network network = new Network(config, device, RunOptions.matrixType(device), 0);
    load(file.weights(), network);
    return network;
  }

  /** Puts stored weights into a network of the same shape. */
  public static void load(Safetensors weights, Network network) {
    for (String name : network.parameters().names()) {
      network.parameters().set(name, weights.values(name));
    }
  }

  /** Writes, then renames; the result is the SHA-256 of the file. */
  static String write(Safetensors weights, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    weights.write(bytes);
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    Files.write(draft, bytes.toByteArray());
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return Checkpoint.sha256(bytes.toByteArray());
  }
}
