package dev.leadline.torch.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The progress of a run as JSON lines, {@code train.jsonl}. Not thread-safe. */
final class TrainingLog {

  private final Path file;
  private final List<TrainingProgress> lines = new ArrayList<>();

  /**
   * @param step lines beyond this step, left by a run that was killed, are dropped
   */
  TrainingLog(Path directory, long step) throws IOException {
    file = directory.resolve("train.jsonl");
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        keepUpTo(step, line);
      }
    }
    Files.write(file, lines.stream().map(JsonMapper.shared()::writeValueAsString).toList());
  }

  private void keepUpTo(long step, String line) {
    try {
      TrainingProgress progress = JsonMapper.shared().readValue(line, TrainingProgress.class);
      if (progress.step() <= step) {
        lines.add(progress);
      }
    } catch (JacksonException cut) {
      return; // the last line of a run that was killed while writing
    }
  }

  void add(TrainingProgress progress) throws IOException {
    lines.add(progress);
    Files.writeString(
        file,
        JsonMapper.shared().writeValueAsString(progress) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** All lines, from the first on. */
  List<TrainingProgress> lines() {
    return List.copyOf(lines);
  }

  /** The lines of the last tenth of the steps so far, at least one if there is any. */
  List<TrainingProgress> lastTenth() {
    if (lines.isEmpty()) {
      return List.of();
    }
    long last = lines.get(lines.size() - 1).step();
    return lines.stream()
        .filter(line -> line.step() > 0.9 * last && Double.isFinite(line.loss()))
        .toList();
  }
}
