package dev.leadline.lab.method;

import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What methods are built from besides their name.
 *
 * @param device where batched methods compute; studies compute on the CPU
 * @param models model files by method and then by number of inputs; {@code *} stands for any number
 * @param study what studies are told and asked besides
 */
public record MethodContext(
    Device device, Map<String, Map<String, String>> models, Optional<StudyOptions> study) {

  public MethodContext {
    models = Map.copyOf(models);
  }

  /** For methods that are no studies, or studies of which nothing is wanted but points. */
  public MethodContext(Device device, Map<String, Map<String, String>> models) {
    this(device, models, Optional.empty());
  }

  /** How many runs are worth driving together: one on a CPU, all of them on a GPU. */
  public int together() {
    return device == Device.CPU ? 1 : 4096;
  }

  /** The same, a method having the models of another name, if there are any. */
  MethodContext withModelsOf(String alias, String method) {
    Map<String, Map<String, String>> renamed = new HashMap<>(models);
    Map<String, String> own = models.get(alias);
    if (own != null) {
      renamed.put(method, own);
    }
    return new MethodContext(device, renamed, study);
  }

  /** Weights in place of those that come with the library, if the plan names a file. */
  Optional<Path> weights(String method, int dimensions) {
    return file(method, dimensions).map(Path::of);
  }

  private Optional<String> file(String method, int dimensions) {
    Map<String, String> files = models.getOrDefault(method, Map.of());
    return Optional.ofNullable(files.getOrDefault(Integer.toString(dimensions), files.get("*")));
  }

  /**
   * The model of a method.
   *
   * @throws IllegalArgumentException if the plan has none for this number of inputs, or no such
   *     file exists
   */
  public ModelReference model(String method, int dimensions) {
    String model =
        file(method, dimensions)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "method %s has no model for %d inputs: add models: {%s: {\"%d\": FILE.pfn}} to the plan"
                            .formatted(method, dimensions, method, dimensions)));
    ModelReference reference = new ModelReference(model);
    if (!reference.isShipped() && !reference.exists()) {
      throw new IllegalArgumentException(
          "the model of method %s for %d inputs is not a file: %s%s"
              .formatted(
                  method,
                  dimensions,
                  model,
                  reference.training().map(MethodContext::remedy).orElse("")));
    }
    return reference;
  }

  private static String remedy(ModelReference.Training training) {
    return "; train it with 'leadline pretrain --preset %s --seed %d --out %s'"
        .formatted(training.preset(), training.seed(), training.directory());
  }
}
