package dev.leadline.lab.command;

import dev.leadline.app.execute.ClusterConnector;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.RecordDirectory;
import dev.leadline.lab.experiment.Sweep;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/**
 * A plan carried out by a cluster.
 *
 * @param out the record's directory
 */
record BenchOnCluster(Plan plan, Path out, String master) {

  int run(CommandLine line) {
    if (!RecordDirectory.isFinished(out, plan)) {
      Environment here = Environment.here("cpu on " + master, InstantSource.system());
      try (Sweep sweep = Sweep.open(out, plan, here)) {
        spread(sweep, line.getErr());
        sweep.finish();
      }
    }
    line.getOut().println("record: " + out);
    return ExitCode.OK.number();
  }

  private void spread(Sweep sweep, PrintWriter err) {
    List<String> pieces = sweep.pieces();
    if (sweep.skippedLines() > 0) {
      err.println("skipped %d damaged lines of the record".formatted(sweep.skippedLines()));
    }
    AtomicInteger done = new AtomicInteger();
    ClusterConnector.installed()
        .work(
            master,
            "bench " + out,
            Sweep::carryOut,
            pieces,
            lines -> {
              sweep.take(lines);
              err.println("run %d of %d".formatted(done.incrementAndGet(), pieces.size()));
              err.flush();
            });
  }
}
