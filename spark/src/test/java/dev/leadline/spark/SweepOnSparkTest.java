package dev.leadline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.Experiment;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.RecordDirectory;
import dev.leadline.lab.experiment.Sweep;
import dev.leadline.lab.experiment.TimeLimit;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan of the benchmark, spread over executors. */
class SweepOnSparkTest {

  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir Path directory;

  @BeforeEach
  void configure() {
    System.setProperty("spark.ui.enabled", "false"); // as spark-submit --conf does
    System.setProperty("spark.driver.bindAddress", "127.0.0.1");
    System.setProperty("spark.driver.host", "localhost");
  }

  @Test
  void record_isThatOfOneMachineInPlanOrderAlsoWhenContinued() throws IOException {
    Plan plan = plan(List.of("branin-2d", "ackley-2d"), List.of("rs", "committee"), 2, 4);
    Path here = directory.resolve("here");
    onOneMachine(plan, here);
    Path there = directory.resolve("there");
    Files.createDirectories(there);
    Files.copy(here.resolve("plan.json"), there.resolve("plan.json"));
    // A session on one machine was stopped in the middle of the first run.
    List<String> begun = Files.readAllLines(here.resolve(RecordDirectory.RUNS)).subList(0, 5);
    Files.write(there.resolve(RecordDirectory.RUNS), begun);
    onCluster("local[2]", plan, there);
    assertThat(values(there)).isEqualTo(values(here));
    assertThat(there.resolve("finished.txt")).exists();
  }

  @Test
  @Tag("slow")
  void planOfThirtyEightTasks_isTheSameOnTwoExecutors() throws IOException {
    Plan plan = plan(List.of("*"), List.of("committee"), 1, 10);
    Path here = directory.resolve("here");
    onOneMachine(plan, here);
    Path there = directory.resolve("there");
    try (LocalCluster cluster = new LocalCluster(directory.resolve("cluster"))) {
      cluster.addWorker(1);
      cluster.addWorker(1);
      cluster.configureThisProcess();
      onCluster(cluster.master(), plan, there);
    }
    assertThat(values(there)).hasSizeGreaterThan(38 * 10).isEqualTo(values(here));
  }

  private static Plan plan(List<String> tasks, List<String> methods, int seeds, int steps) {
    return new Plan(tasks, methods, seeds, 0, Map.of("*", steps), null);
  }

  /** With one thread the runs are in the order of the plan. */
  private static void onOneMachine(Plan plan, Path out) {
    new Experiment(plan, Device.CPU, 1)
        .run(out, CLOCK, (done, total, left, latest) -> {}, TimeLimit.NONE);
  }

  private static void onCluster(String master, Plan plan, Path out) {
    try (Sweep sweep = Sweep.open(out, plan, Environment.here("cpu", CLOCK))) {
      List<String> pieces = sweep.pieces();
      new SparkConnector().work(master, "sweep", Sweep::carryOut, pieces, sweep::take);
      sweep.finish();
    }
  }

  /** The lines of a record without what a clock says. */
  private static List<String> values(Path record) throws IOException {
    List<String> values = new ArrayList<>();
    for (String line : Files.readAllLines(record.resolve(RecordDirectory.RUNS))) {
      values.add(line.replaceAll("\"(optimiser|objective)Ms\":[^,]*,", ""));
    }
    return values;
  }
}
