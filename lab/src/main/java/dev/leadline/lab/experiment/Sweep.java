package dev.leadline.lab.experiment;

import dev.leadline.lab.problem.Task;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A plan cut into its runs, which are carried out on any machine in any order and recorded in the
 * order of the plan. For use by one thread.
 */
public final class Sweep implements AutoCloseable {

  /* A piece is a text: a plan of one run, an empty line, and the lines that the record has of it
  already. What comes back are the lines that follow. A run's values depend on nothing but its task,
  method and seed, so they are those of the same plan on one machine, bit for bit. */

  private static final String SEPARATOR = "\n\n";

  private final RecordDirectory record;
  private final List<String> pieces = new ArrayList<>();

  private Sweep(RecordDirectory record) {
    this.record = record;
  }

  /**
   * Creates a record, or opens it again to continue the same plan.
   *
   * @throws IllegalArgumentException if the directory holds something else
   */
  public static Sweep open(Path out, Plan plan, Environment here) {
    Sweep sweep = new Sweep(RecordDirectory.open(out, plan, here));
    for (String method : plan.methods()) {
      for (Task task : plan.resolvedTasks()) {
        for (int seed = plan.first(); seed < plan.first() + plan.seeds(); seed++) {
          sweep.cut(plan.single(task, method, seed), task, method, seed);
        }
      }
    }
    return sweep;
  }

  /** The runs that are not finished, in the order of the plan. */
  public List<String> pieces() {
    return List.copyOf(pieces);
  }

  /** Records what came of a piece; in the order of the pieces. */
  public void take(String lines) {
    record.append(lines);
  }

  /** Notes that all is recorded. */
  public void finish() {
    record.finish();
  }

  public int skippedLines() {
    return record.skippedLines();
  }

  @Override
  public void close() {
    record.close();
  }

  /** Carries out a piece on this machine and returns its further lines. */
  public static String carryOut(String piece) throws IOException {
    int end = piece.indexOf(SEPARATOR);
    Plan plan = PlanFile.parseJson(piece.substring(0, end), "the piece of a plan");
    String earlier = piece.substring(end + SEPARATOR.length());
    Path directory = Files.createTempDirectory("leadline-run");
    try {
      Files.writeString(directory.resolve("plan.json"), PlanFile.toJson(plan));
      Path lines = directory.resolve(RecordDirectory.RUNS);
      Files.writeString(lines, earlier);
      Progress nobody = (done, total, left, latest) -> {};
      Experiment benchmark = new Experiment(plan, Device.CPU, 1);
      benchmark.run(directory, InstantSource.system(), nobody, TimeLimit.NONE);
      return Files.readString(lines).substring(earlier.length());
    } finally {
      delete(directory);
    }
  }

  private void cut(Plan single, Task task, String method, int seed) {
    List<Evaluation> earlier = record.earlier(task, method, seed);
    if (earlier.size() < task.initialPoints() + single.stepsFor(task)) {
      pieces.add(PlanFile.toJson(single).strip() + SEPARATOR + RecordDirectory.text(earlier));
    }
  }

  public static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
