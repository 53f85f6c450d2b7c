package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A file that is written anew for every trial from a template with placeholders.
 *
 * <p>Immutable and thread-safe.
 */
public final class ConfigTemplate {

  private final List<Path> sources;
  private final Template text;
  private final Template destination;

  private ConfigTemplate(List<Path> sources, Template text, Template destination) {
    this.sources = List.copyOf(sources);
    this.text = text;
    this.destination = destination;
  }

  /**
   * Reads template files.
   *
   * @param options {@code SRC:DST} each; the destination may have placeholders, too
   * @throws UserError if the form is wrong, a file cannot be read, a placeholder is unknown or a
   *     template would be overwritten
   */
  public static List<ConfigTemplate> parse(List<String> options, Collection<String> names) {
    List<Path> sources =
        options.stream().map(option -> Path.of(option.substring(0, colon(option)))).toList();
    List<ConfigTemplate> templates = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      String destination = options.get(i).substring(colon(options.get(i)) + 1);
      ConfigTemplate template =
          new ConfigTemplate(
              sources,
              read(sources.get(i), names),
              Template.parse(destination, "--template", names));
      if (template.destination.names().isEmpty()) {
        template.requireNoTemplate(Path.of(destination));
      }
      templates.add(template);
    }
    return templates;
  }

  private static int colon(String option) {
    int colon = option.indexOf(':');
    if (colon < 1 || colon == option.length() - 1) {
      throw UserError.usage("expected --template SRC:DST but got '%s'".formatted(option));
    }
    return colon;
  }

  private static Template read(Path source, Collection<String> names) {
    try {
      Template text = Template.parse(Files.readString(source), source.toString(), names);
      if (text.names().isEmpty()) {
        throw UserError.usage("the template %s has no placeholder like {name}".formatted(source));
      }
      return text;
    } catch (IOException e) {
      throw UserError.usage(
          "the template %s cannot be read; check --template SRC:DST".formatted(source));
    }
  }

  /** Whether every trial writes to a file of its own. */
  public boolean isPerTrial() {
    return destination.names().contains(TrialValues.TRIAL);
  }

  /** The names by which one of two texts is chosen, in the file or its name. */
  public Set<String> switches() {
    Set<String> names = new TreeSet<>(text.switches());
    names.addAll(destination.switches());
    return names;
  }

  /** Writes the file for one trial, whole or not at all, and returns its path. */
  Path write(Map<String, String> values) {
    return write(file(values), values);
  }

  /**
   * Writes the file for the given values to another place, whole or not at all.
   *
   * @throws UserError if a template lies there
   */
  public Path write(Path file, Map<String, String> values) {
    requireNoTemplate(file);
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      replace(file, rendered(values));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the file %s cannot be written (%s); check --template and the space on the disk"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Writes a file as UTF-8, whole or not at all, whatever happens meanwhile. */
  private static void replace(Path file, String text) throws IOException {
    // A name that nobody has: conf.tmp beside conf may well be a file of the user's.
    Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.writeString(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The text; without the lines on what does not count, if there is any. */
  private String rendered(Map<String, String> values) {
    return text.isComplete(values)
        ? text.render(values)
        : Arrays.stream(text.text().split("(?<=\n)", -1))
            .map(Template::new)
            .filter(line -> line.isComplete(values))
            .map(line -> line.render(values))
            .collect(Collectors.joining());
  }

  private void requireNoTemplate(Path file) {
    for (Path source : sources) {
      try {
        if (Files.exists(file) && Files.exists(source) && Files.isSameFile(source, file)) {
          throw UserError.usage(
              "--template would overwrite the template %s with the settings of a trial; expected SRC:DST with another file as DST, for example %s:%s.trial"
                  .formatted(source, source, source.getFileName()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(
            "the file %s cannot be compared with the template %s (%s)"
                .formatted(file, source, e.getMessage()),
            e);
      }
    }
  }

  /** The file that is written for one trial. */
  public Path file(Map<String, String> values) {
    return Path.of(destination.render(values));
  }
}
