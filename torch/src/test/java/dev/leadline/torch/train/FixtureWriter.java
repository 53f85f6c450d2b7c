package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes the small model files on which the library's own tests run: {@code
 * core/src/test/resources/dev/leadline/pfn/format1-*.pfn}. Files of an old format stay as they are;
 * a new format gets new ones.
 */
final class FixtureWriter {

  private FixtureWriter() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    write(folder.resolve("format1-paper.pfn"), Norm.POST);
  }

  private static void write(Path file, Norm norm) throws IOException {
    NetworkConfig config = new NetworkConfig(3, 8, 2, 2, 12, 10, 7, norm);
    RandomModels.export(config)
        .with(RandomModels.weights(config, new SplittableRandom(1)))
        .write(file);
  }
}
