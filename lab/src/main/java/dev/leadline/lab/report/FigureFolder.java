package dev.leadline.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the figures of a report lie. Immutable and thread-safe.
 *
 * @param path the directory {@code figures} beside the report
 */
public record FigureFolder(Path path) {

  /** Writes a figure and gives the Markdown that shows it. */
  public String add(String file, String svg, String caption) throws IOException {
    Files.writeString(path.resolve(file), svg);
    return "\n![%s](figures/%s)\n".formatted(caption, file);
  }
}
