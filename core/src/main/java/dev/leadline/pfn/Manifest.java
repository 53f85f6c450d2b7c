package dev.leadline.pfn;

import dev.leadline.scaling.OutputScaling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model file says about itself. Immutable and thread-safe.
 *
 * @param format the version of the file format, see {@link #FORMAT}
 * @param name what the model is called
 * @param network the shape of the network
 * @param outputScaling the name of the scaling the values went through in training
 * @param training how the weights came to be, as the trainer wrote it down
 * @param graphWeights for each graph entry of the file the names of the weights it wants
 * @param sha256 for every other entry of the file its SHA-256 in lower-case hexadecimal
 */
public record Manifest(
    int format,
    String name,
    NetworkConfig network,
    String outputScaling,
    Map<String, String> training,
    Map<String, List<String>> graphWeights,
    Map<String, String> sha256) {

  /** The newest format that this library reads and the one it writes. */
  public static final int FORMAT = 1;

  public Manifest {
    if (format < 1 || format > FORMAT) {
      throw new IllegalArgumentException(
          "expected format 1 to %d but was %d; a newer library can read it"
              .formatted(FORMAT, format));
    }
    if (name.isBlank()) {
      throw new IllegalArgumentException("expected a model name but it is blank");
    }
    training = Collections.unmodifiableMap(new LinkedHashMap<>(training));
    graphWeights = Collections.unmodifiableMap(new LinkedHashMap<>(graphWeights));
    sha256 = Collections.unmodifiableMap(new LinkedHashMap<>(sha256));
  }

  /** The scaling the values went through in training. */
  public OutputScaling scaling() {
    return OutputScaling.ofId(outputScaling);
  }

  /** The facts a user wants to see, from a heading to its value, in order. */
  public Map<String, String> describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("name", name);
    facts.put("format", Integer.toString(format));
    facts.put("dimensions", Integer.toString(network.dimensions()));
    facts.put(
        "network",
        "%d layers of %d, %d heads, feed-forward %d, head %d, %d buckets"
            .formatted(
                network.layers(),
                network.width(),
                network.heads(),
                network.feedForward(),
                network.headWidth(),
                network.buckets()));
    facts.put("norm", JsonFields.constantName(network.norm()));
    facts.put("output scaling", outputScaling);
    training.forEach((key, value) -> facts.put("training " + key, value));
    sha256.forEach((entry, hash) -> facts.put("sha-256 " + entry, hash));
    return Collections.unmodifiableMap(facts);
  }
}
