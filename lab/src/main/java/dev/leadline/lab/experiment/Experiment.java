package dev.leadline.lab.experiment;

import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.Methods;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A plan carried out on this machine. Immutable and thread-safe.
 *
 * @param device where batched methods compute
 * @param threads the number of runs, or groups of runs, that go side by side
 */
public record Experiment(Plan plan, Device device, int threads) {

  /**
   * What came of a call.
   *
   * @param skippedLines the damaged lines found in a continued record
   * @param left the evaluations still to be made
   */
  public record Outcome(int skippedLines, long left) {}

  /**
   * Runs what the record does not hold yet.
   *
   * @param out the record's directory; created, or continued if it holds the same plan
   * @param limit when to stop earlier; another call continues
   */
  public Outcome run(Path out, InstantSource clock, Progress progress, TimeLimit limit) {
    if (RecordDirectory.isFinished(out, plan)) {
      return new Outcome(0, 0);
    }
    MethodContext context =
        new MethodContext(device, plan.modelFiles(), Optional.ofNullable(plan.study()));
    List<Method> methods =
        plan.methods().stream().map(name -> Methods.named(name, context)).toList();
    Runner runner = new Runner(plan, methods, threads, System::nanoTime);
    Environment here = Environment.here(device.name().toLowerCase(Locale.ROOT), clock);
    try (RecordDirectory record = RecordDirectory.open(out, plan, here)) {
      long left = runner.run(record, progress, limit);
      if (left == 0) {
        record.finish();
      }
      return new Outcome(record.skippedLines(), left);
    }
  }
}
