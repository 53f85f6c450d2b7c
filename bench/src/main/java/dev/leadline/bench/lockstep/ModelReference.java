package dev.leadline.bench.lockstep;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  ModelFile read() {
    try {
      return isShipped() ? ModelFile.shipped(shippedName()) : ModelFile.read(Path.of(text));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * For a CPU, on so many threads.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public PfnModel load(int threads) {
    try {
      return isShipped()
          ? PfnModel.shipped(shippedName(), threads)
          : PfnModel.load(Path.of(text), threads);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private UncheckedIOException unusable(IOException e) {
    return new UncheckedIOException(
        "cannot use the model %s: %s".formatted(text, e.getMessage()), e);
  }

  private String shippedName() {
    return text.substring(SHIPPED.length());
  }
}
