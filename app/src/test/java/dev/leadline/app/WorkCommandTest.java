package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.space.Space;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.StudySetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkCommandTest {

  private static final Space SPACE = Space.builder().real("x", 0, 1).build();

  @TempDir Path directory;

  @Test
  void workers_shareTheBudgetAndNoTrial() throws Exception {
    StudyLocation study = study(StudySetup.minimise(SPACE).strategy("sobol").budget(12));
    String script = "echo {trial} >> " + directory.resolve("begun") + "; sleep 0.05; echo {x}";
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<CommandRun>> workers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        workers.add(
            threads.submit(
                () ->
                    CommandRun.of(
                        "work", study.toString(), "--parallel", "2", "--", "sh", "-c", script)));
      }
      for (Future<CommandRun> worker : workers) {
        assertThat(worker.get().code()).as(worker.get().err()).isZero();
        assertThat(worker.get().out()).contains("done: the trials are used up");
      }
    } finally {
      threads.shutdown();
    }
    assertThat(study.read().trials()).hasSize(12).allMatch(t -> t.state() == StoredState.DONE);
    assertThat(Files.readAllLines(directory.resolve("begun"))).hasSize(12).doesNotHaveDuplicates();
  }

  /** The seed, the number and what was pending is all that a suggestion depends on. */
  @Test
  void suggestionsOfWorkers_canBeMadeAgainFromTheRecord() throws Exception {
    StudyLocation study =
        study(StudySetup.minimise(SPACE).strategy("committee").seed(4).budget(12));
    CommandRun run =
        CommandRun.of(
            "work",
            study.toString(),
            "--parallel",
            "3",
            "--",
            "sh",
            "-c",
            "sleep 0.0$(({trial} % 3)); echo {x}");
    assertThat(run.code()).as(run.err()).isZero();
    List<StoredTrial> trials = study.read().trials();
    assertThat(trials).anyMatch(trial -> !trial.pending().isEmpty());
    for (StoredTrial trial : trials) {
      assertThat(Replay.suggestion(study.read(), trial.number()))
          .as("trial %d", trial.number())
          .isEqualTo(trial.settings());
    }
  }

  @Test
  void endedStudy_endsItsWorkers() {
    String place = directory.resolve("many.db").toString();
    try (Studies studies = StudyLocation.studies(place, Session.usual())) {
      studies.create("a", StudySetup.minimise(SPACE).strategy("sobol").header());
      studies.setPhase("a", StudyPhase.ENDED);
    }
    CommandRun run = CommandRun.of("work", place + "/a", "--", "echo", "{x}");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("done: the study was ended");
  }

  @Test
  void studyThatIsNotThere_isSaid() {
    CommandRun missing = CommandRun.of("work", directory.resolve("no.db").toString(), "--", "true");
    assertThat(missing.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(missing.err()).contains("no.db does not exist");
    CommandRun wrong = CommandRun.of("work", "postgresql://me:secret@host", "--", "true");
    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(wrong.err())
        .contains("expected postgresql://HOST/DATABASE")
        .doesNotContain("secret");
    CommandRun away =
        CommandRun.of(
            "work",
            "postgresql://me:secret@localhost:1/db/a",
            "--time",
            "1s",
            "--patience",
            "2s", // a sixth of it is the longest that one call may take
            "--",
            "true");
    assertThat(away.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(away.err())
        .contains("cannot be reached")
        .doesNotContain("secret")
        .doesNotContain("Hikari");
  }

  private StudyLocation study(StudySetup setup) {
    StudyLocation location = StudyLocation.parse(directory.resolve("tune.db").toString());
    location.open(setup.header(), Session.usual()).close();
    return location;
  }
}
