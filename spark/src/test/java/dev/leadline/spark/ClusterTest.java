package dev.leadline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.LaboratoryCommands;
import dev.leadline.app.Leadline;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ClusterTest {

  private static final int TRIALS = 200;

  @TempDir Path directory;

  @Test
  void study_losesNothingWhenAnExecutorIsKilledAndAWorkerRestarted() throws Exception {
    StudySetup setup =
        StudySetup.minimise(Space.builder().real("x", -1, 2).build())
            .strategy("committee")
            .budget(TRIALS);
    Harm harm = new Harm(directory.resolve("cluster"));
    try (LocalCluster cluster = harm.cluster;
        JavaSparkContext spark = new JavaSparkContext(cluster.conf());
        StoredStudy study = StoredStudy.open(directory.resolve("study.db"), setup)) {
      String why =
          SparkTuner.tune(
              spark, study, new SlowSquare(200), SparkOptions.parallel(4).listener(harm));
      System.out.printf(
          "%s; executor killed: %s, trials begun again: %s, attempts: %d%n",
          why,
          harm.isExecutorKilled,
          harm.lost,
          study.store().trials().stream().mapToInt(t -> t.attempts()).sum());
      assertThat(harm.isExecutorKilled).isTrue();
      assertThat(harm.finished).hasSize(TRIALS).doesNotHaveDuplicates();
      assertThat(study.store().trials())
          .hasSize(TRIALS)
          .allMatch(trial -> trial.state() == StoredState.DONE)
          .allMatch(trial -> trial.valueOrNaN() >= 0);
      assertThat(harm.lost).as("trials begun again").isNotEmpty();
      assertThat(study.store().trials())
          .filteredOn(trial -> trial.attempts() > 1)
          .extracting(trial -> trial.number())
          .containsAll(harm.lost.stream().distinct().toList());
    }
  }

  @Test
  void command_runsOnTheWorkersOfACluster() throws Exception {
    Path study = directory.resolve("tune.db");
    Path program =
        Files.writeString(
            directory.resolve("square.sh"), "#!/bin/sh\nawk \"BEGIN { print $1 * $1 }\"\n");
    try (LocalCluster cluster = new LocalCluster(directory.resolve("cluster"))) {
      cluster.addWorker(2);
      cluster.addWorker(2);
      cluster.configureThisProcess();
      String[] arguments = {
        "run",
        "--on",
        cluster.master(),
        "--ship",
        program.toString(),
        "--param",
        "x=real:-1..2",
        "--strategy",
        "sobol",
        "--parallel",
        "4",
        "--trials",
        "20",
        "--study",
        study.toString(),
        "--",
        program.toString(),
        "{x}"
      };
      int code = Leadline.commandLine(new LaboratoryCommands(List.of())).execute(arguments);
      assertThat(code).isZero();
    }
    assertThat(StudyLocation.parse(study.toString()).read().trials())
        .hasSize(20)
        .allMatch(trial -> trial.state() == StoredState.DONE);
  }

  /** Kills an executor at one third of the study, and a worker, which comes back, at two thirds. */
  private static final class Harm implements TrialListener {

    private final LocalCluster cluster;
    private final int first;
    private final int second;
    private final List<Integer> finished = new ArrayList<>();
    private final List<Integer> lost = new ArrayList<>();
    private boolean isExecutorKilled;

    private Harm(Path home) throws IOException {
      cluster = new LocalCluster(home);
      first = cluster.addWorker(2);
      second = cluster.addWorker(2);
    }

    @Override
    public void lost(int trial) {
      lost.add(trial);
    }

    @Override
    public void finished(Trial trial) {
      finished.add(trial.number());
      if (finished.size() >= TRIALS / 3 && !isExecutorKilled) {
        isExecutorKilled = cluster.killExecutorOf(first);
      }
      if (finished.size() == 2 * TRIALS / 3) {
        cluster.killWorker(second);
        try {
          cluster.addWorker(2);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
