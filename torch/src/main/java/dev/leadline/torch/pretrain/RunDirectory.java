package dev.leadline.torch.pretrain;

import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The directory of a run and the rules for starting in it. */
record RunDirectory(Path path) {

  /** Makes the directory and finds out what is there; throws before anything is lost. */
  Optional<Checkpoint> open(PretrainConfig config, RunOptions options) throws IOException {
    try {
      Files.createDirectories(path);
      Files.delete(Files.createTempFile(path, "write", ".tmp"));
    } catch (IOException e) {
      throw new IOException(
          "cannot write to the output directory %s (%s): choose another with --out"
              .formatted(path, e),
          e);
    }
    Optional<Checkpoint> found = Checkpoint.newest(path);
    if (options.start() == RunOptions.Start.FRESH) {
      if (found.isPresent() || Files.exists(path.resolve("training.json"))) {
        throw new IllegalArgumentException(
            "%s already holds a run: add --resume to continue it, or choose another directory"
                .formatted(path));
      }
      return Optional.empty();
    }
    found.ifPresent(checkpoint -> check(checkpoint.manifest, config, options));
    return found;
  }

  private void check(Checkpoint.Manifest manifest, PretrainConfig config, RunOptions options) {
    List<String> differences = new ArrayList<>();
    JsonNode expected = json(config);
    for (String field : expected.propertyNames()) {
      // A field that the checkpoint does not know came later; the name tells presets apart.
      boolean comparable = !field.equals("steps") && manifest.config().has(field);
      if (comparable && !expected.get(field).equals(manifest.config().get(field))) {
        differences.add(
            "%s is %s there and %s here"
                .formatted(field, manifest.config().get(field), expected.get(field)));
      }
    }
    if (manifest.seed() != options.seed()) {
      differences.add(
          "the seed is %d there and %d here".formatted(manifest.seed(), options.seed()));
    }
    if (Device.valueOf(manifest.device()) != options.device()) {
      differences.add(
          "the device is %s there and %s here".formatted(manifest.device(), options.device()));
    }
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "the checkpoint in %s belongs to another run: %s; resume with the same preset, seed and device"
              .formatted(path, String.join(", ", differences)));
    }
  }

  /** The configuration as it is stored. */
  static ObjectNode json(PretrainConfig config) {
    // Through text, so that numbers compare as they do after reading.
    String text = JsonMapper.shared().writeValueAsString(config);
    return (ObjectNode) JsonMapper.shared().readTree(text);
  }
}
