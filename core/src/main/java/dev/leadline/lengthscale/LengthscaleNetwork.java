package dev.leadline.lengthscale;

import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.Safetensors;
import dev.leadline.scaling.InputScaling;
import dev.leadline.surrogate.Observations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A small transformer that says how far each input reaches: in what units a committee of Gaussian
 * processes is to measure distances along it. Immutable and thread-safe.
 *
 * <p>Its tokens are the inputs, so their number is free and their order does not matter. It runs
 * once for all candidates.
 */
public final class LengthscaleNetwork implements InputScaling {

  /* Fitting lengthscales to a dozen observations overfits, equal ones know nothing: the network has seen millions of functions
  with their evidence, among them how learners and programs answer to their settings. torch/lengths trains it. */

  private static final String SHIPPED = "dev/leadline/models/lengthscales.safetensors";

  /** The logarithm of a unit before the largest is made 1 stays within ±RANGE. */
  private static final double RANGE = 3;

  private final Map<String, String> facts;
  private final Linear into;
  private final List<TransformerLayer> layers;
  private final Linear reach;

  private LengthscaleNetwork(Safetensors weights) {
    facts = weights.metadata();
    into = Linear.of(weights, "into");
    long count = weights.names().stream().filter(name -> name.endsWith("linear1.weight")).count();
    layers =
        IntStream.range(0, (int) count)
            .mapToObj(i -> TransformerLayer.of(weights, "layers.%d.".formatted(i)))
            .toList();
    reach = Linear.of(weights, "reach");
    if (into.inputs() != InputFeatures.COUNT || reach.outputs() != 1) {
      throw new IllegalArgumentException(
          "expected a network from %d features to 1 number but got one from %d to %d"
              .formatted(InputFeatures.COUNT, into.inputs(), reach.outputs()));
    }
  }

  /** Whether the network that comes with the library is on the class path. */
  public static boolean ships() {
    return LengthscaleNetwork.class.getClassLoader().getResource(SHIPPED) != null;
  }

  /**
   * The network that comes with the library.
   *
   * @throws IOException if it is not on the class path or damaged
   */
  public static LengthscaleNetwork shipped() throws IOException {
    ClassLoader loader = LengthscaleNetwork.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new ModelFileException(
            "expected %s on the class path; add leadline-models".formatted(SHIPPED));
      }
      return of(Safetensors.parse(in.readAllBytes()), "the shipped network of lengthscales");
    }
  }

  /**
   * The network of a file that {@code torch/lengths} wrote.
   *
   * @throws IOException if it cannot be read or is none
   */
  public static LengthscaleNetwork load(Path file) throws IOException {
    return of(Safetensors.read(file), file.toString());
  }

  private static LengthscaleNetwork of(Safetensors weights, String where)
      throws ModelFileException {
    try {
      return new LengthscaleNetwork(weights);
    } catch (IllegalArgumentException e) {
      throw new ModelFileException("%s: %s".formatted(where, e.getMessage()), e);
    }
  }

  /** What the file says of itself. */
  public Map<String, String> facts() {
    return facts;
  }

  /**
   * One unit in (0, 1] for each input, the largest 1.
   *
   * @param study its observations, on a model's scale, and those of earlier ones, on their own
   */
  @Override
  public double[] inputUnits(Observations study) {
    double[] logUnits = new double[study.dimensions()];
    if (logUnits.length > 1) {
      double[][] tokens =
          Arrays.stream(InputFeatures.of(study)).map(into::of).toArray(double[][]::new);
      layers.forEach(layer -> layer.apply(tokens));
      Arrays.setAll(logUnits, j -> RANGE * Math.tanh(reach.of(tokens[j])[0] / RANGE));
    }
    double most = Arrays.stream(logUnits).max().orElseThrow();
    return Arrays.stream(logUnits).map(unit -> Math.exp(unit - most)).toArray();
  }
}
