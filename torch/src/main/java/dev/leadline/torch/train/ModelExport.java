package dev.leadline.torch.train;

import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.Safetensors;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.nn.OnnxGraphs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What an export needs to know beside the weights. Immutable and thread-safe.
 *
 * @param name what the model is called
 * @param training how the weights came to be: seed, tasks seen, hardware, minutes …
 */
public record ModelExport(String name, NetworkConfig network, Map<String, String> training) {

  /** What the model of a training is called in the training's directory. */
  public static final String FILE = "model.pfn";

  public ModelExport {
    training = Collections.unmodifiableMap(new LinkedHashMap<>(training));
  }

  /** The export of what a training has made. */
  public static ModelExport of(PretrainConfig config, TrainingRecord record) {
    Map<String, String> training = new LinkedHashMap<>();
    training.put("preset", record.preset());
    training.put("prior", config.prior().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    training.put("seed", String.valueOf(record.seed()));
    training.put("device", record.device().name().toLowerCase(Locale.ROOT));
    training.put("steps", String.valueOf(record.steps()));
    training.put("preset-steps", String.valueOf(Presets.named(record.preset()).steps()));
    training.put("tasks", String.valueOf(record.tasks()));
    training.put("minutes", String.format(Locale.ROOT, "%.2f", record.minutes()));
    training.put("loss", String.format(Locale.ROOT, "%.5f", record.loss()));
    training.put("weights-sha256", record.weightsSha256());
    String startedFrom = record.startedFrom();
    if (startedFrom != null) {
      training.put("started-from", startedFrom);
    }
    return new ModelExport(config.name(), config.network(), training);
  }

  /**
   * Exports what a training has left in its directory.
   *
   * @return the model file, which lies beside the weights
   */
  public static Path ofTraining(PretrainConfig config, TrainingRecord record, Path directory)
      throws IOException {
    Safetensors weights = Safetensors.read(directory.resolve(Pretraining.WEIGHTS));
    Path file = directory.resolve(FILE);
    of(config, record).with(weights).write(file);
    return file;
  }

  /**
   * Puts the weights and their graphs into a model file.
   *
   * @throws ModelFileException if the weights are not those of the network
   */
  public ModelFile with(Safetensors weights) throws ModelFileException {
    OnnxGraphs graphs = new OnnxGraphs(network);
    OnnxGraphs.Graph encode = graphs.encode();
    OnnxGraphs.Graph decode = graphs.decode();
    Map<String, List<String>> graphWeights = new LinkedHashMap<>();
    graphWeights.put("encode.onnx", sorted(encode.weights()));
    graphWeights.put("decode.onnx", sorted(decode.weights()));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            name,
            network,
            OutputScaling.Z_SCORE.id(),
            training,
            graphWeights,
            Map.of());
    return ModelFile.of(manifest, weights, encode.bytes(), decode.bytes());
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }
}
