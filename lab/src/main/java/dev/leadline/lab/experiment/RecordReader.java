package dev.leadline.lab.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads the evaluations of a record, plain or compressed. Thread-safe. */
public final class RecordReader {

  private static final ObjectReader READER =
      JsonMapper.builder().build().readerFor(Evaluation.class);

  private RecordReader() {}

  /**
   * Passes on every evaluation of the directory's {@code runs.jsonl} or {@code runs.jsonl.gz}.
   *
   * @return the number of lines that were skipped because they are cut or damaged
   */
  public static int read(Path directory, Consumer<Evaluation> consumer) {
    Path plain = directory.resolve("runs.jsonl");
    Path packed = directory.resolve("runs.jsonl.gz");
    if (!Files.exists(plain) && !Files.exists(packed)) {
      throw new IllegalArgumentException(
          "expected a record with runs.jsonl or runs.jsonl.gz but found neither in " + directory);
    }
    try (InputStream file =
            Files.exists(plain)
                ? Files.newInputStream(plain)
                : new GZIPInputStream(Files.newInputStream(packed), 1 << 16);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8), 1 << 16)) {
      return lines.lines().mapToInt(line -> parse(line, consumer)).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the record " + directory + ": " + e.getMessage(), e);
    }
  }

  private static int parse(String line, Consumer<Evaluation> consumer) {
    if (line.isBlank()) {
      return 0;
    }
    Evaluation evaluation;
    try {
      evaluation = READER.readValue(line);
    } catch (JacksonException e) {
      return 1;
    }
    if (evaluation == null || evaluation.task() == null || evaluation.method() == null) {
      return 1;
    }
    consumer.accept(evaluation);
    return 0;
  }
}
