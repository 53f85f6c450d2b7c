package dev.leadline.paper.figure;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.ModelFile;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The paper's figures of single predictions, with the networks of its four variants that are there;
 * if there are none, the committee stands in. Used by one thread.
 *
 * @param models holds a directory per preset, such as {@code fair-1d-pt}, with its model
 * @param family what the presets begin with: {@code fair} or {@code paper}
 */
public record PaperFigures(Path models, String family, Device device) {

  private static final List<String> GROWING = List.of("ackley-1d", "griewank-1d", "rastrigin-1d");
  private static final String ACQUIRED_TASK = "ackley-10d";
  private static final String ACQUIRED_BY = "gp-2022";
  private static final int EVERY = 5;
  private static final Map<String, String> VARIANTS = variants();

  private static Map<String, String> variants() {
    Map<String, String> variants = new LinkedHashMap<>();
    variants.put("PT", "pt");
    variants.put("PT-R", "r");
    variants.put("PT-ν", "nu");
    variants.put("PT-νR", "nur");
    return variants;
  }

  /**
   * Predictions of the 1-D networks with a growing number of observations in a new region, one file
   * per network.
   */
  public List<Path> growing(Path out) throws IOException {
    Files.createDirectories(out);
    List<Path> files = new ArrayList<>();
    try (Models models = new Models(1)) {
      for (NamedModel model : models.models) {
        String file = "growing-1d-%s.svg".formatted(models.label(model));
        String svg = GrowingObservations.standard().render(model, GROWING);
        files.add(Files.writeString(out.resolve(file), svg));
      }
    }
    return files;
  }

  /**
   * The cross-entropy of the 10-D networks on all points that a Gaussian process acquired and they
   * have not seen yet, as a figure and as numbers in a CSV file beside it.
   *
   * @param acquired a record of the plan {@code acquired}, with points
   */
  public List<Path> crossEntropy(Path acquired, Path out) throws IOException {
    Files.createDirectories(out);
    try (Models models = new Models(10)) {
      Surprise surprise = new Surprise(ACQUIRED_TASK, ACQUIRED_BY, EVERY);
      Map<String, Map<Integer, List<Double>>> measured = surprise.measure(acquired, models.models);
      String name = "cross-entropy-10d";
      return List.of(
          Files.writeString(out.resolve(name + ".svg"), surprise.render(measured)),
          Files.writeString(out.resolve(name + ".csv"), Surprise.csv(measured)));
    }
  }

  /** The networks of one number of inputs that are there. */
  private final class Models implements AutoCloseable {

    final List<NamedModel> models = new ArrayList<>();
    private final List<NetworkSurrogate> open = new ArrayList<>();

    Models(int dimensions) throws IOException {
      for (Map.Entry<String, String> variant : VARIANTS.entrySet()) {
        String preset = "%s-%dd-%s".formatted(family, dimensions, variant.getValue());
        Path file = PaperFigures.this.models.resolve(preset).resolve("model.pfn");
        if (Files.exists(file)) {
          ModelFile model = ModelFile.read(file);
          NetworkSurrogate surrogate = new NetworkSurrogate(model, device);
          open.add(surrogate);
          models.add(
              new NamedModel(
                  variant.getKey(), surrogate, new ModelUnits(model.manifest().scaling())));
        }
      }
      if (models.isEmpty()) {
        models.add(
            new NamedModel(
                "committee",
                new Committee(CommitteeConfig.standard()),
                new ModelUnits(OutputScaling.ROBUST_LOG)));
      }
    }

    /** For file names. */
    String label(NamedModel model) {
      String variant = VARIANTS.get(model.name());
      return variant == null ? model.name() : family + "-" + variant;
    }

    @Override
    public void close() {
      open.forEach(NetworkSurrogate::close);
    }
  }
}
