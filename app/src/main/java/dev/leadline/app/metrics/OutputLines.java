package dev.leadline.app.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The lines of a file of any size and any bytes, without holding it in memory. */
public final class OutputLines {

  private static final int LONGEST = 1 << 20;

  private OutputLines() {}

  /** Visits the lines in order; one longer than a mebibyte comes in pieces. */
  static void forEach(Path file, Consumer<String> visitor) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int c = reader.read(); c >= 0; c = reader.read()) {
        boolean ends = c == '\n' || c == '\r';
        if (!ends) {
          line.append((char) c);
        }
        if ((ends && line.length() > 0) || line.length() >= LONGEST) {
          visitor.accept(line.toString());
          line.setLength(0);
        }
      }
      if (line.length() > 0) {
        visitor.accept(line.toString());
      }
    }
  }

  /** The last line that is not blank, or nothing. */
  static String last(Path file) throws IOException {
    String[] last = {""};
    forEach(
        file,
        line -> {
          if (!line.isBlank()) {
            last[0] = line.strip();
          }
        });
    return last[0];
  }

  /** The line as it fits into a sentence. */
  public static String shortened(String line) {
    return line.length() <= 120 ? line : line.substring(0, 117) + "...";
  }
}
