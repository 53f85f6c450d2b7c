package dev.leadline.server.page;

import dev.leadline.storage.StoredTrial;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The end of what a trial printed. Immutable and thread-safe.
 *
 * @param isCut whether it printed more before
 */
public record TrialOutput(String text, boolean isCut) {

  /** What a trial prints lies in these files of its directory. */
  public static final String STDOUT = "stdout.txt";

  public static final String STDERR = "stderr.txt";

  /**
   * Reads it; empty if there is nothing, or if it lies elsewhere than below the study file.
   *
   * @param studyFile beside which the directories of its trials are
   * @param most so many bytes of each file
   */
  public static Optional<TrialOutput> read(Path studyFile, StoredTrial trial, int most)
      throws IOException {
    Path home = studyFile.toAbsolutePath().resolveSibling("").normalize();
    String output = trial.output();
    Path directory = output == null ? home : home.resolve(output).normalize();
    if (directory.equals(home) || !directory.startsWith(home)) {
      return Optional.empty();
    }
    List<TrialOutput> parts = new ArrayList<>();
    for (String name : List.of(STDOUT, STDERR)) {
      if (Files.isRegularFile(directory.resolve(name))) {
        parts.add(end(directory.resolve(name), most));
      }
    }
    return parts.stream()
        .filter(part -> !part.text.isEmpty())
        .reduce((one, other) -> new TrialOutput(one.text + other.text, one.isCut || other.isCut));
  }

  private static TrialOutput end(Path path, int most) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long start = Math.max(0, file.length() - most);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      return new TrialOutput(new String(bytes, StandardCharsets.UTF_8), start > 0);
    }
  }
}
