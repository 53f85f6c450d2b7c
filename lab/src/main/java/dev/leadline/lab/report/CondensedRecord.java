package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.experiment.RecordDirectory;
import dev.leadline.lab.experiment.RecordReader;
import dev.leadline.lab.experiment.RunKey;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A small copy of a record for the repository: the regret at some steps of every run. */
public final class CondensedRecord {

  /* Kept are steps 0 to 10, then every fifth to 50, every 25th to 200, every 250th and the last, regrets with six digits. No report asks for the values that were seen. Times, which are noise
   * and pack badly, have three digits and stand at five steps and the last, each with the sum since the one before, so that sums over a run stay what they were. A copy of a copy keeps all steps that are left. The full protocol of one
   * method, 417,000 lines, takes 0.06 MB. Of Gaussian processes on one input all steps and points are kept: the report has a histogram of them. */

  private static final String CONDENSED = "condensed.json";
  private static final MathContext DIGITS = new MathContext(6);
  private static final MathContext TIME_DIGITS = new MathContext(3);
  private static final Set<Integer> TIMED = Set.of(10, 50, 100, 200, 1000);

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private CondensedRecord() {}

  /**
   * Writes the copy.
   *
   * @param record a directory with runs
   * @param out a directory that does not exist yet
   */
  public static void write(Path record, Path out) {
    if (Files.exists(out)) {
      throw new IllegalArgumentException(
          "expected a new directory but %s exists: choose another --out".formatted(out));
    }
    Map<RunKey, SortedMap<Integer, Evaluation>> runs = new LinkedHashMap<>();
    int skipped =
        RecordReader.read(
            record, e -> runs.computeIfAbsent(e.run(), k -> new TreeMap<>()).put(e.step(), e));
    try {
      Files.createDirectories(out);
      List<Path> copied = new ArrayList<>(RecordDirectory.environments(record));
      if (Files.exists(record.resolve("plan.json"))) {
        copied.add(record.resolve("plan.json"));
      }
      for (Path file : copied) {
        Files.copy(file, out.resolve(file.getFileName()));
      }
      Files.writeString(
          out.resolve(CONDENSED),
          JSON.writeValueAsString(Map.of("runs", runs.size(), "skippedLines", skipped)) + "\n");
      try (BufferedWriter writer =
          new BufferedWriter(
              new OutputStreamWriter(
                  packed(out.resolve("runs.jsonl.gz")), StandardCharsets.UTF_8))) {
        boolean again = Files.exists(record.resolve(CONDENSED));
        IntPredicate kept = again ? step -> true : CondensedRecord::kept;
        for (SortedMap<Integer, Evaluation> run : runs.values()) {
          condense(run, kept, writer);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot condense %s into %s: %s".formatted(record, out, e.getMessage()), e);
    }
  }

  private static void condense(
      SortedMap<Integer, Evaluation> run, IntPredicate kept, BufferedWriter writer)
      throws IOException {
    int last = run.lastKey();
    double optimiserMs = 0;
    double objectiveMs = 0;
    for (Evaluation e : run.values()) {
      optimiserMs += e.optimiserMs();
      objectiveMs += e.objectiveMs();
      List<Double> probed = probed(e);
      if (probed != null || kept.test(e.step()) || e.step() == last) {
        boolean timed = TIMED.contains(e.step()) || e.step() == last;
        Evaluation line =
            new Evaluation(
                e.task(),
                e.method(),
                e.seed(),
                e.step(),
                null,
                rounded(e.regret(), DIGITS),
                timed ? rounded(optimiserMs, TIME_DIGITS) : 0,
                timed ? rounded(objectiveMs, TIME_DIGITS) : 0,
                e.together(),
                probed,
                null);
        writer.write(JSON.writeValueAsString(line));
        writer.write('\n');
        optimiserMs = timed ? 0 : optimiserMs;
        objectiveMs = timed ? 0 : objectiveMs;
      }
    }
  }

  /** The point, where the report counts points. */
  private static @Nullable List<Double> probed(Evaluation e) {
    List<Double> x = e.x();
    if (x == null || x.size() != 1 || e.step() < 1 || !e.method().startsWith("gp-")) {
      return null;
    }
    return x.stream().map(value -> rounded(value, DIGITS)).toList();
  }

  private static double rounded(double value, MathContext digits) {
    return Double.isFinite(value) ? new BigDecimal(value).round(digits).doubleValue() : value;
  }

  static boolean kept(int step) {
    return step >= 0
        && (step <= 10
            || (step <= 50 && step % 5 == 0)
            || (step <= 200 && step % 25 == 0)
            || step % 250 == 0);
  }

  /** The smallest file; it is written once and read often. */
  private static OutputStream packed(Path file) throws IOException {
    return new GZIPOutputStream(Files.newOutputStream(file)) {
      {
        def.setLevel(Deflater.BEST_COMPRESSION);
      }
    };
  }
}
