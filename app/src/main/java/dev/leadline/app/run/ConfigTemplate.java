package dev.leadline.app.run;

import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;

/**
 * A file that is written anew for every trial from a template with placeholders.
 *
 * <p>Immutable and thread-safe.
 */
public final class ConfigTemplate {

  private final Template text;
  private final Template destination;

  private ConfigTemplate(Template text, Template destination) {
    this.text = text;
    this.destination = destination;
  }

  /**
   * Reads a template file.
   *
   * @param sourceAndDestination {@code SRC:DST}; the destination may have placeholders, too
   * @throws UserError if the form is wrong, the file cannot be read or a placeholder is unknown
   */
  public static ConfigTemplate parse(String sourceAndDestination, Collection<String> names) {
    int colon = sourceAndDestination.indexOf(':');
    if (colon < 1 || colon == sourceAndDestination.length() - 1) {
      throw UserError.usage(
          "expected --template SRC:DST but got '%s'".formatted(sourceAndDestination));
    }
    String source = sourceAndDestination.substring(0, colon);
    Template text;
    try {
      text = Template.parse(Files.readString(Path.of(source)), source, names);
    } catch (IOException e) {
      throw UserError.usage(
          "the template %s cannot be read; check --template SRC:DST".formatted(source));
    }
    if (text.names().isEmpty()) {
      throw UserError.usage("the template %s has no placeholder like {name}".formatted(source));
    }
    String destination = sourceAndDestination.substring(colon + 1);
    return new ConfigTemplate(text, Template.parse(destination, "--template", names));
  }

  /** Whether every trial writes to a file of its own. */
  public boolean isPerTrial() {
    return destination.names().contains(TrialValues.TRIAL);
  }

  /** Writes the file for one trial, whole or not at all, and returns its path. */
  Path write(Map<String, String> values) {
    return write(Path.of(destination.render(values)), values);
  }

  /** Writes the file for the given values to another place. */
  Path write(Path file, Map<String, String> values) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      Path draft = file.resolveSibling(file.getFileName() + ".tmp");
      Files.writeString(draft, text.render(values));
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the file %s cannot be written (%s); check --template and the space on the disk"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** The name of the file without its directory, for one trial. */
  String fileName(Map<String, String> values) {
    return String.valueOf(Path.of(destination.render(values)).getFileName());
  }
}
