package dev.leadline.lab.method;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.train.ModelExport;
import dev.leadline.torch.train.Presets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a plan calls a model by. Immutable and thread-safe.
 *
 * @param text a model file, or {@code shipped:NAME} for one that comes with the library
 */
public record ModelReference(String text) {

  /** What a training calls the model it makes. */
  public static final String FILE = ModelExport.FILE;

  private static final String SHIPPED = "shipped:";
  private static final Pattern DIRECTORY = Pattern.compile("(.+?)(?:-seed([1-9][0-9]{0,8}))?");

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

  /**
   * The training that makes the file.
   *
   * @param preset what is trained
   * @param seed of its weights and tasks
   */
  public record Training(String preset, long seed, Path directory) {}

  /** The training, if the file lies in a directory named as a preset, with a seed or without. */
  public Optional<Training> training() {
    Path directory = file().map(Path::getParent).orElse(null);
    if (directory == null || !Path.of(text).endsWith(FILE)) {
      return Optional.empty();
    }
    Matcher name = DIRECTORY.matcher(String.valueOf(directory.getFileName()));
    return name.matches() && Presets.find(name.group(1)).isPresent()
        ? Optional.of(
            new Training(
                name.group(1),
                name.group(2) == null ? 1 : Long.parseLong(name.group(2)),
                directory))
        : Optional.empty();
  }

  /**
   * What the file holds.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public ModelFile read() {
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
