package dev.leadline.bench.lockstep;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a plan calls a model by. Immutable and thread-safe.
 *
 * @param text a model file, or {@code shipped:NAME} for one that comes with the library
 */
public record ModelReference(String text) {

  private static final String SHIPPED = "shipped:";

  public boolean isShipped() {
    return text.startsWith(SHIPPED);
  }

  /** The file; nothing for a model that comes with the library. */
  public Optional<Path> file() {
    return isShipped() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /** Whether there is such a model. */
  public boolean exists() {
    return file().map(Files::isRegularFile).orElseGet(() -> PfnModel.ships(shippedName()));
  }

  ModelFile read() throws IOException {
    return isShipped() ? ModelFile.shipped(shippedName()) : ModelFile.read(Path.of(text));
  }

  /** For a CPU, on so many threads. */
  PfnModel load(int threads) throws IOException {
    return isShipped()
        ? PfnModel.shipped(shippedName(), threads)
        : PfnModel.load(Path.of(text), threads);
  }

  private String shippedName() {
    return text.substring(SHIPPED.length());
  }
}
