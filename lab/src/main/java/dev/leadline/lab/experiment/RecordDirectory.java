package dev.leadline.lab.experiment;

import dev.leadline.lab.problem.Task;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A record being written: plan, environment and one line per evaluation. Lines are only ever added.
 *
 * <p>Thread-safe.
 */
public final class RecordDirectory implements AutoCloseable {

  /** The name of the file with one line per evaluation. */
  public static final String RUNS = "runs.jsonl";

  private static final String FINISHED = "finished.txt";
  private static final ObjectMapper LINES = JsonMapper.builder().build();
  private static final ObjectMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path directory;
  private final OutputStream lines;
  private final Map<RunKey, List<Evaluation>> earlier;
  private final int skippedLines;

  private RecordDirectory(
      Path directory, OutputStream lines, Map<RunKey, List<Evaluation>> earlier, int skippedLines) {
    this.directory = directory;
    this.lines = lines;
    this.earlier = earlier;
    this.skippedLines = skippedLines;
  }

  /**
   * Creates the record, or opens it again to continue the same plan.
   *
   * @throws IllegalArgumentException if the directory holds something else
   */
  public static RecordDirectory open(Path directory, Plan plan, Environment environment) {
    try {
      Files.createDirectories(directory);
      claim(directory, plan);
      Path runs = directory.resolve(RUNS);
      Map<RunKey, List<Evaluation>> earlier = new HashMap<>();
      int skipped = 0;
      if (Files.exists(runs)) {
        skipped =
            RecordReader.read(
                directory, e -> earlier.computeIfAbsent(e.run(), k -> new ArrayList<>()).add(e));
        endLastLine(runs);
      }
      note(directory, environment);
      OutputStream lines =
          Files.newOutputStream(runs, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return new RecordDirectory(directory, lines, earlier, skipped);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the record %s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /** Whether the directory holds a record of this plan to which nothing is to be added. */
  public static boolean isFinished(Path directory, Plan plan) {
    return Files.exists(directory.resolve(FINISHED))
        && PlanFile.read(directory.resolve("plan.json")).equals(plan);
  }

  /** Notes that the record holds every run of its plan, which saves reading it to find out. */
  public void finish() {
    try {
      Files.writeString(directory.resolve(FINISHED), "every run of the plan is recorded\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the record: " + e.getMessage(), e);
    }
  }

  /** The number of damaged lines found when the record was opened again. */
  public int skippedLines() {
    return skippedLines;
  }

  /** The evaluations of a run that the record already holds, from the first without a gap. */
  List<Evaluation> earlier(RunKey run, int firstStep) {
    Map<Integer, Evaluation> byStep = new HashMap<>();
    for (Evaluation evaluation : earlier.getOrDefault(run, List.of())) {
      if (evaluation.x() != null) {
        byStep.put(evaluation.step(), evaluation);
      }
    }
    List<Evaluation> prefix = new ArrayList<>();
    for (int step = firstStep; ; step++) {
      Evaluation evaluation = byStep.get(step);
      if (evaluation == null) {
        return prefix;
      }
      prefix.add(evaluation);
    }
  }

  /** The evaluations of a run that the record already holds, from the first without a gap. */
  public List<Evaluation> earlier(Task task, String method, long seed) {
    return earlier(new RunKey(task.name(), method, seed), 1 - task.initialPoints());
  }

  /** Evaluations as the lines of a record. */
  public static String text(List<Evaluation> evaluations) {
    StringBuilder text = new StringBuilder();
    evaluations.forEach(
        evaluation -> text.append(LINES.writeValueAsString(evaluation)).append('\n'));
    return text.toString();
  }

  /**
   * Adds lines and hands them to the operating system before it returns: all at once, so that runs
   * that go together are at the same step whenever the process ends.
   */
  void append(List<Evaluation> evaluations) {
    append(text(evaluations));
  }

  /** Adds whole lines that were written elsewhere. */
  public synchronized void append(String whole) {
    try {
      lines.write(whole.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the record: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the record: " + e.getMessage(), e);
    }
  }

  private static void claim(Path directory, Plan plan) throws IOException {
    Path file = directory.resolve("plan.json");
    if (Files.exists(file)) {
      if (!PlanFile.read(file).equals(plan)) {
        throw new IllegalArgumentException(
            "the directory %s holds the record of another plan: choose another --out"
                .formatted(directory));
      }
      return;
    }
    try (var entries = Files.list(directory)) {
      if (entries.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "expected an empty directory or a record of this plan but %s holds other files"
                .formatted(directory));
      }
    }
    Files.writeString(file, PlanFile.toJson(plan));
  }

  /** Notes in a directory where what is written there is made; each call adds a file. */
  public static void note(Path directory, Environment environment) throws IOException {
    Path file = environment(directory, environments(directory).size() + 1);
    Files.writeString(file, PRETTY.writeValueAsString(environment) + "\n");
  }

  /** The files in which the sessions that wrote a record said where they were, in their order. */
  public static List<Path> environments(Path directory) {
    List<Path> files = new ArrayList<>();
    for (Path file = environment(directory, 1);
        Files.exists(file);
        file = environment(directory, files.size() + 1)) {
      files.add(file);
    }
    return files;
  }

  private static Path environment(Path directory, int session) {
    return directory.resolve(
        session == 1 ? "environment.json" : "environment.%d.json".formatted(session));
  }

  /** A line cut by a crash stays, but what follows must not be glued to it. */
  private static void endLastLine(Path runs) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(runs.toFile(), "rw")) {
      long length = file.length();
      if (length == 0) {
        return;
      }
      file.seek(length - 1);
      if (file.read() != '\n') {
        file.write("\n".getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
