package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.StopRule;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredStudyTest {

  private static final Space SPACE =
      Space.builder().real("x", 0, 1).integer("n", 1, 9).choice("c", "a", "b").build();
  private static final StudySetup SETUP = StudySetup.minimise(SPACE).strategy("committee").seed(3);

  @TempDir Path directory;

  @Test
  void suggestions_areThoseOfAStudyInMemoryHoweverOftenItIsReopened() {
    Path file = directory.resolve("study.db");
    try (Study memory = Study.builder(SPACE).seed(3).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < 12; i++) {
        try (StoredStudy stored = StoredStudy.open(file, SETUP)) {
          Trial expected = memory.ask();
          Trial trial = stored.ask();
          assertThat(trial).isEqualTo(expected);
          if (i % 5 == 4) {
            memory.fail(trial, "oom");
            stored.fail(trial, "oom");
          } else {
            memory.tell(trial, value(trial.configuration()));
            stored.tell(trial, value(trial.configuration()));
          }
          assertThat(stored.trials())
              .isEqualTo(memory.trials().stream().map(StoredStudyTest::kept).toList());
          assertThat(stored.best().map(Trial::number)).isEqualTo(memory.best().map(Trial::number));
          assertThat(stored.recommend()).isEqualTo(memory.recommend());
        }
      }
    }
  }

  @Test
  void enqueue_comesBeforeSuggestionsAndIsKept() {
    Path file = directory.resolve("study.db");
    Configuration start = Configuration.empty().with("x", 0.25).with("n", 2L).with("c", "b");
    try (StoredStudy study = StoredStudy.open(file, SETUP.budget(2))) {
      assertThat(study.enqueue(start)).isZero();
      assertThatThrownBy(() -> study.enqueue(start.with("n", 10L)))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("[1, 9]");
    }
    try (StoredStudy study = StoredStudy.open(file, SETUP.budget(2))) {
      Trial trial = study.ask();
      assertThat(trial.configuration()).isEqualTo(start);
      study.tell(trial, 1);
      assertThat(study.ask().configuration()).isNotEqualTo(start);
      assertThatThrownBy(() -> study.enqueue(start)).isInstanceOf(NoTrialLeftException.class);
    }
  }

  @Test
  void stopRule_endsTheStudyAndIsRemembered() {
    Path file = directory.resolve("study.db");
    StudySetup setup =
        StudySetup.of(
                new Problem(SPACE, Direction.MINIMISE, "loss")
                    .until(List.of(StopRule.parse("best <= 0.5 and trials >= 2"))))
            .strategy("random");
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      study.tell(study.ask(), 1);
      Trial second = study.ask();
      Trial third = study.ask();
      study.tell(second, 0.25);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(study::ask)
            .isInstanceOf(NoTrialLeftException.class)
            .hasMessage("best <= 0.5 and trials >= 2 (trials 2, best 0.25)");
      }
      study.tell(third, 3); // what runs may still end
    }
    assertThat(StudyFile.read(file).header().changes())
        .containsExactly(
            "after 2 trials: stopped by the rule best <= 0.5 and trials >= 2 (trials 2, best 0.25)");
    StudySetup further =
        StudySetup.of(setup.problem().until(List.of(StopRule.parse("cost > 1e9"))))
            .strategy("random");
    try (StoredStudy study = StoredStudy.open(file, further)) {
      assertThat(study.ask().number()).isEqualTo(3);
    }
  }

  @Test
  void changedSpace_keepsOldTrialsAndUsesThoseThatAreInIt() {
    Path file = directory.resolve("study.db");
    Configuration low = Configuration.empty().with("x", 0.25).with("n", 2L).with("c", "b");
    try (StoredStudy study = StoredStudy.open(file, SETUP)) {
      study.observe(low, 1);
      study.observe(low.with("n", 8L), 0.5);
      study.enqueue(low.with("n", 9L));
    }
    Space changed =
        Space.builder()
            .real("x", 0, 2)
            .integer("n", 1, 5)
            .choice("c", "a", "b", "d")
            .flag("fast")
            .defaults(Configuration.empty().with("fast", true))
            .build();
    StudySetup setup = StudySetup.minimise(changed).strategy("committee").seed(3);
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThat(study.trials()).containsExactly(Trial.completed(0, low.with("fast", true), 1));
      assertThat(study.store().trials())
          .extracting(StoredTrial::state)
          .containsExactly(StoredState.DONE, StoredState.DONE, StoredState.DELETED);
      assertThat(study.store().changes())
          .containsExactly(
              "from trial 3 on: x=real:0.0..2.0 instead of x=real:0.0..1.0",
              "from trial 3 on: n=integer:1..5 instead of n=integer:1..9",
              "from trial 3 on: c=choice:a,b,d instead of c=choice:a,b",
              "from trial 3 on: fast=flag is new",
              "from trial 3 on: default fast=true is new");
      assertThat(study.ask().number()).isEqualTo(3);
    }
    try (StoredStudy study = StoredStudy.open(file, setup)) {
      assertThat(study.store().changes()).isEmpty();
    }
  }

  @Test
  void newConstraint_leavesOldTrialsAside() {
    Path file = directory.resolve("study.db");
    Space line = Space.builder().real("x", 0, 1).build();
    try (StoredStudy study = StoredStudy.open(file, StudySetup.minimise(line))) {
      study.observe(StudyStoreContract.at(0.1), 1);
      study.observe(StudyStoreContract.at(0.7), 5);
      study.observeFailure(StudyStoreContract.at(0.2), "oom");
    }
    Space narrow = Space.builder().real("x", 0, 1).require("x >= 0.5").build();
    Problem problem =
        new Problem(narrow, Direction.MINIMISE, "value")
            .until(List.of(StopRule.parse("best <= 2")));
    try (StoredStudy study = StoredStudy.open(file, StudySetup.of(problem))) {
      assertThat(study.best().orElseThrow().number()).isEqualTo(1);
      assertThat(study.recommend().orElseThrow().trial()).isEqualTo(1);
      assertThat(study.trials()).extracting(Trial::number).containsExactly(1);
      assertThat(study.ask().number()).as("no rule holds").isEqualTo(3);
      assertThat(study.store().trials()).hasSize(4);
    }
    try (StoredStudy study = StoredStudy.open(file, StudySetup.minimise(line))) {
      assertThat(study.best().orElseThrow().number()).as("the old space is back").isZero();
    }
  }

  /** Which trials were pending is what makes the suggestion again; others tell at any moment. */
  @Test
  void suggestion_saysWhatWasPendingWhenItWasMade() {
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            meanwhile.getAndSet(() -> {}).run();
            return StudyStoreContract.NOON;
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    StudyStore store = StudyStore.inMemory(SETUP.header());
    try (StoredStudy study = StoredStudy.open(store, SETUP, Strategies.committee(), clock)) {
      for (int i = 0; i < 9; i++) {
        Trial trial = study.ask();
        study.tell(trial, value(trial.configuration()));
      }
      study.ask();
      meanwhile.set(() -> study.tell(9, 0.5)); // while the rules to stop by are asked
      Trial trial = study.ask();
      assertThat(store.trials().get(9).state()).isEqualTo(StoredState.DONE);
      assertThat(ReplayTest.suggestion(SETUP, store.trials(), trial.number()))
          .isEqualTo(StoredTrial.texts(trial.configuration()));
    }
  }

  @Test
  void everyStep_isInTheStoreWhenItIsAnswered() {
    Path file = directory.resolve("study.db");
    try (StoredStudy study = StoredStudy.open(file, SETUP)) {
      Trial trial = study.ask();
      assertThat(state(file, 0)).isEqualTo(StoredState.RUNNING);
      study.tell(trial, 1.5);
      assertThat(state(file, 0)).isEqualTo(StoredState.DONE);
      study.tell(study.ask(), Double.NaN);
      assertThat(state(file, 1)).isEqualTo(StoredState.FAILED);
      assertThat(study.observe(at(0.5), 2.0)).isEqualTo(2);
      assertThat(study.observeFailure(at(0.6), "oom")).isEqualTo(3);
      assertThat(study.observe(at(0.7), Double.POSITIVE_INFINITY)).isEqualTo(4);
      assertThat(StudyFile.read(file).trials())
          .extracting(StoredTrial::reason)
          .containsExactly(null, "the value was NaN", null, "oom", "the value was Infinity");
      study.retry(1);
      assertThat(state(file, 1)).isEqualTo(StoredState.QUEUED);
      study.delete(2, "measured elsewhere");
      assertThat(state(file, 2)).isEqualTo(StoredState.DELETED);
      study.output(0, "trials/0");
      assertThat(StudyFile.read(file).trials().get(0).output()).isEqualTo("trials/0");
    }
  }

  /** A store that fails as a full disk does: what it did not take has not happened. */
  @Test
  void stepThatTheStoreRefuses_hasNotHappened() {
    FullStore store = new FullStore(StudyStore.inMemory(SETUP.header()));
    try (StoredStudy study =
        StoredStudy.open(store, SETUP, Strategies.random(), Clock.systemUTC())) {
      Trial trial = study.ask();
      store.isFull = true;
      assertThatThrownBy(study::ask).isInstanceOf(StorageException.class);
      assertThatThrownBy(() -> study.tell(trial, 1)).isInstanceOf(StorageException.class);
      assertThatThrownBy(() -> study.observe(at(0.5), 1)).isInstanceOf(StorageException.class);
      assertThat(study.trials()).containsExactly(Trial.running(0, trial.configuration()));
      store.isFull = false;
      study.tell(trial, 1);
      assertThat(study.ask().number()).isEqualTo(1);
    }
  }

  @Test
  void retriedTrial_isAskedAgainWithItsNumberAndSettings() {
    try (StoredStudy study = inMemory(SETUP)) {
      Trial trial = study.ask();
      study.fail(trial, "exit code 1");
      study.retry(0);
      Trial again = study.ask();
      assertThat(again.number()).isZero();
      assertThat(again.configuration()).isEqualTo(trial.configuration());
      study.tell(again, 1.0);
      assertThatThrownBy(() -> study.retry(0)).isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> study.tell(0, 2.0)).hasMessageContaining("already");
      assertThatThrownBy(() -> study.tell(9, 2.0)).hasMessageContaining("there is no trial 9");
    }
  }

  @Test
  void deletedTrial_isUnknownToTheStudyAndItsNumberIsNotReused() {
    Path file = directory.resolve("study.db");
    try (StoredStudy study = StoredStudy.open(file, SETUP)) {
      study.observe(at(0.5), -100);
      study.delete(0, "a typing error");
      assertThat(study.best()).isEmpty();
      assertThat(study.trials()).isEmpty();
    }
    try (StoredStudy study = StoredStudy.open(file, SETUP)) {
      assertThat(study.trials()).isEmpty();
      assertThat(study.ask().number()).isEqualTo(1);
    }
  }

  @Test
  void budget_endsTheStudyUntilThereIsMore() {
    Path file = directory.resolve("study.db");
    try (StoredStudy study = StoredStudy.open(file, SETUP.budget(2))) {
      study.fail(study.ask(), "oom");
      study.tell(study.ask(), 1);
      assertThatThrownBy(study::ask).isInstanceOf(NoTrialLeftException.class);
      assertThat(study.trials()).hasSize(2);
    }
    Budget withoutFailed = new Budget(2, Budget.Counting.WITHOUT_FAILED);
    try (StoredStudy study = StoredStudy.open(file, SETUP.budget(withoutFailed))) {
      study.tell(study.ask(), 1);
      assertThatThrownBy(study::ask).isInstanceOf(NoTrialLeftException.class);
    }
  }

  @Test
  void optimisation_endsWithTheBudget() {
    try (StoredStudy study = inMemory(SETUP.budget(6))) {
      study.optimize(c -> c.real("x"), 100, 2);
      assertThat(study.trials()).hasSize(6).allMatch(t -> t.state() == TrialState.COMPLETED);
    }
  }

  @Test
  void usedUpSpace_isSaid() {
    Space flag = Space.builder().flag("f").build();
    try (StoredStudy study = inMemory(StudySetup.minimise(flag).strategy("random"))) {
      study.tell(study.ask(), 1);
      study.tell(study.ask(), 2);
      assertThatThrownBy(study::ask).isInstanceOf(SpaceExhaustedException.class);
    }
  }

  @Test
  void configurationOutsideTheSpace_isRefused() {
    Space space = Space.builder().real("x", 0, 1).require("x < 0.5").build();
    try (StoredStudy study = inMemory(StudySetup.maximise(space).strategy("random"))) {
      for (Configuration wrong :
          List.of(
              Configuration.empty(),
              Configuration.empty().with("x", 2.0),
              Configuration.empty().with("x", 0.7))) {
        assertThatThrownBy(() -> study.observe(wrong, 1)).isInstanceOf(RefusedException.class);
      }
      assertThat(study.trials()).isEmpty();
    }
  }

  @Test
  void threads_getDifferentTrialsAndNothingIsLost() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try (StoredStudy study =
        StoredStudy.open(directory.resolve("study.db"), SETUP.strategy("random").budget(24))) {
      List<Future<Set<Integer>>> asked = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        asked.add(workers.submit(() -> evaluateAll(study)));
      }
      Set<Integer> all = new HashSet<>();
      int sum = 0;
      for (Future<Set<Integer>> numbers : asked) {
        all.addAll(numbers.get());
        sum += numbers.get().size();
      }
      assertThat(all).hasSize(24);
      assertThat(sum).isEqualTo(24);
      assertThat(study.trials()).hasSize(24).allMatch(t -> t.state() == TrialState.COMPLETED);
    } finally {
      workers.shutdown();
    }
  }

  /** As two workers on one database: who comes second looks again. */
  @Test
  void studiesThatShareAStore_neverShareATrial() {
    StudySetup setup = SETUP.strategy("random").budget(6);
    StudyStore store = StudyStore.inMemory(setup.header());
    StoredStudy one = StoredStudy.open(store, setup, Strategies.random(), Clock.systemUTC());
    StoredStudy two = StoredStudy.open(store, setup, Strategies.random(), Clock.systemUTC());
    for (int i = 0; i < 6; i += 2) {
      Trial first = one.ask();
      Trial second = two.ask();
      assertThat(second.number()).isEqualTo(first.number() + 1);
      one.tell(first, i);
      assertThat(two.trial(first.number())).isPresent();
      two.tell(second, i);
    }
    assertThatThrownBy(one::ask).isInstanceOf(NoTrialLeftException.class);
    assertThat(store.trials()).hasSize(6).allMatch(t -> t.state() == StoredState.DONE);
  }

  private static Set<Integer> evaluateAll(StoredStudy study) {
    Set<Integer> numbers = new HashSet<>();
    try {
      while (true) {
        Trial trial = study.ask();
        numbers.add(trial.number());
        study.tell(trial, value(trial.configuration()));
      }
    } catch (NoTrialLeftException e) {
      return numbers;
    }
  }

  private static StoredStudy inMemory(StudySetup setup) {
    return StoredStudy.open(
        StudyStore.inMemory(setup.header()), setup, Strategies.random(), Clock.systemUTC());
  }

  private static StoredState state(Path file, int number) {
    return StudyFile.read(file).trials().get(number).state();
  }

  private static double value(Configuration c) {
    return Math.pow(c.real("x") - 0.3, 2) + c.integer("n") + (c.choice("c").equals("a") ? 0 : 1);
  }

  private static Configuration at(double x) {
    return Configuration.empty().with("x", x).with("n", 3L).with("c", "a");
  }

  /** A trial without what no store keeps. */
  private static Trial kept(Trial trial) {
    return new Trial(
        trial.number(),
        trial.configuration(),
        trial.state(),
        trial.value(),
        trial.reason(),
        trial.measurements(),
        trial.curve(),
        OptionalDouble.empty(),
        trial.pending());
  }
}
