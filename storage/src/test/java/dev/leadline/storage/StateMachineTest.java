package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random steps of three sessions on one study file, some of them killed: what the file and every
 * session say is what a plain list of trials says.
 */
class StateMachineTest {

  private static final Clock CLOCK = Clock.fixed(StudyStoreContract.NOON, ZoneOffset.UTC);
  private static final Space SPACE = Space.builder().real("x", 0, 1).build();
  private static final int SESSIONS = 3;
  private static final int DEATHS = 2;

  @TempDir Path directory;

  @Test
  void anySteps_leaveTheStudyAsExpected() {
    for (int seed = 0; seed < 4; seed++) {
      new Machine(seed, 70).run();
    }
  }

  @Test
  @Tag("slow")
  void manySteps_leaveTheStudyAsExpected() {
    long seed = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      new Machine(seed + i, 150).run();
    }
  }

  /** What a trial is expected to be. */
  private static final class Expected {
    private StoredState state;
    private double value = Double.NaN;
    private int holder = -1;
    private int deaths;
    private int step;

    private Expected(StoredState state) {
      this.state = state;
    }

    private void end(StoredState newState, double newValue) {
      end(newState, newValue, 0);
    }

    private void end(StoredState newState, double newValue, int newDeaths) {
      state = newState;
      value = newValue;
      holder = -1;
      deaths = newDeaths;
      step = 0;
    }
  }

  /** The sessions, and beside them what is expected. */
  private final class Machine {
    private final String name;
    private final int steps;
    private final SplittableRandom random;
    private final boolean isReplayed; // then nothing that was known is taken back
    private final StudySetup setup;
    private final Path file;
    private final List<StoredStudy> sessions = new ArrayList<>();
    private final List<DatabaseStore> stores = new ArrayList<>();
    private final List<Expected> trials = new ArrayList<>();
    private final List<Integer> suggested = new ArrayList<>();
    private int processes;

    private Machine(long seed, int steps) {
      this.name = "seed " + seed;
      this.steps = steps;
      this.random = new SplittableRandom(seed);
      this.isReplayed = seed % 2 == 0;
      this.file = directory.resolve(seed + ".db");
      Problem problem =
          new Problem(SPACE, Direction.MINIMISE, "value")
              .endingEarly(Optional.of(EarlyStop.parse("median after=1 first=2")));
      StudySetup any =
          StudySetup.of(problem).strategy(isReplayed ? "committee" : "sobol").seed(seed);
      this.setup = isReplayed ? any.evaluatedElsewhere() : any.deaths(DEATHS);
    }

    void run() {
      for (int i = 0; i < SESSIONS; i++) {
        stores.add(store());
        sessions.add(session(stores.get(i)));
      }
      for (int i = 0; i < steps; i++) {
        String step = "%s, step %d: %s".formatted(name, i, step(random.nextInt(SESSIONS)));
        check(step, sessions.get(random.nextInt(SESSIONS)));
      }
      if (isReplayed) {
        replay();
      }
      sessions.forEach(StoredStudy::close);
    }

    private void open(int session) {
      stores.set(session, store());
      sessions.set(session, session(stores.get(session)));
    }

    private DatabaseStore store() {
      Worker self = Worker.self();
      Worker process =
          new Worker(self.host(), self.pid(), self.started() - ++processes, self.kernel());
      return StudyFile.hold(file, setup.header(), process, CLOCK);
    }

    private StoredStudy session(StudyStore store) {
      return StoredStudy.open(store, setup, Strategies.named(setup.strategy()), CLOCK);
    }

    /** One step of a session; says which. */
    private String step(int session) {
      StoredStudy study = sessions.get(session);
      int trial = random.nextInt(trials.size() + 1);
      switch (random.nextInt(isReplayed ? 11 : 14)) {
        case 0, 1, 2, 3 -> {
          return "ask " + ask(session);
        }
        case 4, 5, 6 -> {
          double value = AnyValue.number(random, 99) / (isReplayed ? 1e300 : 1);
          attempt(trial, isTaking(trial), () -> study.tell(trial, value), StoredState.DONE, value);
          return "tell %d %s".formatted(trial, value);
        }
        case 7 -> {
          attempt(
              trial,
              isTaking(trial),
              () -> study.fail(trial, "no"),
              StoredState.FAILED,
              Double.NaN);
          return "fail " + trial;
        }
        case 8 -> {
          return "report " + report(study, trial);
        }
        case 9 -> {
          stores.get(session).abandon();
          trials.stream().filter(t -> t.holder == session).forEach(t -> t.holder = -2);
          open(session);
          return "kill " + session;
        }
        case 10 -> {
          study.close();
          trials.stream()
              .filter(t -> t.holder == session)
              .forEach(t -> t.end(StoredState.QUEUED, Double.NaN, t.deaths));
          open(session);
          return "close " + session;
        }
        case 11 -> {
          boolean isLegal = is(trial, StoredState.FAILED);
          attempt(trial, isLegal, () -> study.retry(trial), StoredState.QUEUED, Double.NaN);
          return "retry " + trial;
        }
        case 12 -> {
          boolean isLegal = trial < trials.size() && !is(trial, StoredState.DELETED);
          double value = isLegal ? trials.get(trial).value : 0;
          attempt(trial, isLegal, () -> study.delete(trial, "x"), StoredState.DELETED, value);
          return "delete " + trial;
        }
        default -> {
          double value = AnyValue.number(random, 99);
          assertThat(study.observe(StudyStoreContract.at(random.nextDouble()), value))
              .isEqualTo(trials.size());
          trials.add(new Expected(StoredState.DONE));
          trials.get(trials.size() - 1).end(StoredState.DONE, value);
          return "observe " + value;
        }
      }
    }

    private int ask(int session) {
      for (Expected trial : trials) {
        if (trial.holder == -2) { // its session was killed
          trial.deaths++;
          boolean isGivenUp = !isReplayed && trial.deaths >= DEATHS;
          trial.end(isGivenUp ? StoredState.FAILED : StoredState.QUEUED, Double.NaN, trial.deaths);
        }
      }
      Trial asked = sessions.get(session).ask();
      OptionalInt queued =
          java.util.stream.IntStream.range(0, trials.size())
              .filter(i -> is(i, StoredState.QUEUED))
              .findFirst();
      assertThat(asked.number()).as(name).isEqualTo(queued.orElse(trials.size()));
      if (queued.isEmpty()) {
        suggested.add(asked.number());
        trials.add(new Expected(StoredState.RUNNING));
      }
      Expected trial = trials.get(asked.number());
      trial.state = StoredState.RUNNING;
      trial.holder = session;
      trial.step = 0;
      return asked.number();
    }

    private String report(StoredStudy study, int trial) {
      if (trial == trials.size() || !trials.get(trial).state.isOpen()) {
        return "nothing";
      }
      double value = random.nextInt(5);
      int step = ++trials.get(trial).step;
      if (!study.report(trial, step, value)) {
        StoredTrial stored = study.store().trials().get(trial);
        trials.get(trial).end(StoredState.STOPPED, stored.valueOrNaN());
      }
      return trial + " " + value;
    }

    /** Whether a trial takes a result now. */
    private boolean isTaking(int number) {
      if (number == trials.size()) {
        return false;
      }
      Expected trial = trials.get(number);
      return trial.state.isOpen()
          || (trial.state == StoredState.STOPPED && !isReplayed)
          || (trial.state == StoredState.FAILED && trial.deaths > 0);
    }

    private boolean is(int number, StoredState state) {
      return number < trials.size() && trials.get(number).state == state;
    }

    private void attempt(
        int number, boolean isLegal, Runnable step, StoredState after, double value) {
      if (is(number, StoredState.STOPPED) && isReplayed) {
        return;
      }
      try {
        step.run();
        assertThat(isLegal).as("%s: trial %d takes it", name, number).isTrue();
        trials.get(number).end(after, value);
      } catch (RefusedException e) {
        assertThat(isLegal).as("%s: %s", name, e.getMessage()).isFalse();
      }
    }

    private void check(String step, StoredStudy study) {
      List<StoredTrial> stored = study.store().trials();
      assertThat(stored).as(step).hasSameSizeAs(trials);
      for (int i = 0; i < trials.size(); i++) {
        Expected trial = trials.get(i);
        assertThat(stored.get(i).state()).as("%s: trial %d", step, i).isEqualTo(trial.state);
        assertThat(Double.compare(stored.get(i).valueOrNaN(), trial.value + 0.0))
            .as("%s: trial %d is %s", step, i, stored.get(i))
            .isZero();
      }
      study.learn();
      assertThat(study.trials())
          .as(step)
          .isEqualTo(stored.stream().flatMap(t -> t.record(SPACE).stream()).toList());
      assertThat(study.best().map(Trial::number))
          .as(step)
          .isEqualTo(
              stored.stream()
                  .filter(t -> t.state() == StoredState.DONE)
                  .min(Comparator.comparingDouble(StoredTrial::valueOrNaN))
                  .map(StoredTrial::number));
    }

    /** The seed, the number and what was pending then make every suggestion again. */
    private void replay() {
      List<StoredTrial> stored = StudyFile.read(file).trials();
      Map<Integer, String> wrong = new HashMap<>();
      for (int number : suggested) {
        Map<String, String> settings = ReplayTest.suggestion(setup, stored, number);
        if (!settings.equals(stored.get(number).settings())) {
          wrong.put(number, settings + " instead of " + stored.get(number).settings());
        }
      }
      assertThat(wrong).as(name).isEmpty();
    }
  }
}
