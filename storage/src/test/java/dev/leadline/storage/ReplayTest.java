package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every suggestion can be made again from the record, to the last bit: the seed, the number, the
 * results and what was pending are all that it depends on.
 */
class ReplayTest {

  private static final int THREADS = 4;
  private static final int TRIALS_PER_LIFE = 20;
  private static final Space SPACE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
  private static final StudySetup SETUP =
      StudySetup.of(
              new Problem(SPACE, Direction.MINIMISE, "value")
                  .endingEarly(Optional.of(EarlyStop.parse("median after=1 first=2"))))
          .strategy("committee")
          .evaluatedElsewhere();

  @TempDir Path directory;

  /** Trials run in parallel, end early, and are handed out again after kills. */
  @Test
  void suggestions_canBeMadeAgain() throws Exception {
    assertReplayed(3, 1);
  }

  @Test
  @Tag("slow")
  void manySuggestions_canBeMadeAgain() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      assertReplayed(5, seed);
    }
  }

  private void assertReplayed(int lives, long seed) throws Exception {
    Path file = directory.resolve(seed + ".db");
    SplittableRandom random = new SplittableRandom(seed);
    Worker self = Worker.self();
    for (int life = 0; life < lives; life++) {
      Worker process =
          new Worker(self.host(), self.pid(), self.started() - life - 1, self.kernel());
      DatabaseStore store = StudyFile.hold(file, SETUP.header(), process, Clock.systemUTC());
      try (StoredStudy study =
          StoredStudy.open(store, SETUP, Strategies.committee(), Clock.systemUTC())) {
        live(study, random);
        store.abandon();
      }
    }
    List<StoredTrial> trials = StudyFile.read(file).trials();
    assertThat(trials).anyMatch(trial -> trial.state() == StoredState.STOPPED);
    assertThat(trials).anyMatch(trial -> trial.attempts() > 1);
    Map<Integer, String> wrong = new TreeMap<>();
    for (StoredTrial trial : trials) {
      Map<String, String> again = suggestion(SETUP, trials, trial.number());
      if (!again.equals(trial.settings())) {
        wrong.put(trial.number(), "%s instead of %s".formatted(again, trial.settings()));
      }
    }
    assertThat(wrong).as("seed %d, %d trials", seed, trials.size()).isEmpty();
  }

  /** Evaluates some trials at the same time and leaves others unfinished. */
  private static void live(StoredStudy study, SplittableRandom random) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        RandomGenerator own = random.split();
        ends.add(
            threads.submit(
                () -> {
                  for (int k = 0; k < TRIALS_PER_LIFE / THREADS; k++) {
                    evaluate(study, study.ask(), own);
                  }
                  study.report(study.ask().number(), 1, own.nextDouble()); // killed here
                  return true;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static void evaluate(StoredStudy study, Trial trial, RandomGenerator random)
      throws InterruptedException {
    double x = trial.configuration().real("x") - trial.configuration().real("y") / 3;
    for (int step = 1; step < 4; step++) {
      Thread.sleep(random.nextInt(3));
      if (!study.report(trial.number(), step, x * x + 1.0 / step)) {
        return;
      }
    }
    study.tell(trial, x * x);
  }

  /** What is suggested for a number, from what is known of the trials before it. */
  static Map<String, String> suggestion(StudySetup setup, List<StoredTrial> trials, int number) {
    List<Integer> pending = trials.get(number).pending();
    try (Study again = setup.study(Strategies.named(setup.strategy()))) {
      for (StoredTrial trial : trials.subList(0, number)) {
        Trial record = trial.record(setup.problem().space()).orElseThrow();
        again.record(
            pending.contains(trial.number())
                ? Trial.running(trial.number(), record.configuration())
                : record);
      }
      return StoredTrial.texts(again.suggest().configuration());
    }
  }
}
