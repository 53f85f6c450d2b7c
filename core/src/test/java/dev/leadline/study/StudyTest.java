package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggestion;
import dev.leadline.space.Configuration;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyTest {

  @Test
  void whatUsersPrint_isOneLineForPeople() {
    Configuration c = Configuration.empty().with("x", 0.5).with("gc", "z");
    assertThat(Trial.completed(3, c, 1.25)).hasToString("trial 3 (x=0.5, gc=z): 1.25");
    assertThat(Trial.completed(3, c, 1.25, Measurements.of("ms", 4)))
        .hasToString("trial 3 (x=0.5, gc=z): 1.25 {ms=4.0}");
    assertThat(Trial.failed(3, c, "oom")).hasToString("trial 3 (x=0.5, gc=z): failed, oom");
    assertThat(Trial.stopped(3, c, 2, "hopeless"))
        .hasToString("trial 3 (x=0.5, gc=z): stopped at 2.0, hopeless");
    assertThat(Trial.running(3, c)).hasToString("trial 3 (x=0.5, gc=z): running");
    assertThat(new Prediction(100.123456, 99.5, 101, 0.07, -3))
        .hasToString("100.123 (80 % between 99.5 and 101), chance of 7 % to better the best value");
    assertThat(new Recommendation(3, c, 1.25, 1.25, 1.25))
        .hasToString("trial 3 (x=0.5, gc=z): 1.25 (80 % between 1.25 and 1.25)");
  }

  private static final String[] CHOICES = "abcdefghij".split("");
  private static final Space LINE = Space.builder().real("x", 0, 10).build();

  @Test
  void tell_acceptsResultsInAnyOrder() {
    Study study = random(LINE).build();
    List<Trial> trials = study.ask(3);
    study.tell(trials.get(2), 2.0);
    study.tell(trials.get(0), 3.0);
    assertThat(study.best().orElseThrow().number()).isEqualTo(2);
    study.tell(1, 1.0);
    assertThat(study.best().orElseThrow().number()).isEqualTo(1);
    assertThat(study.trials()).extracting(Trial::value).containsExactly(3.0, 1.0, 2.0);
  }

  @Test
  void best_followsTheDirection() {
    Study study = random(LINE).maximise().build();
    study.observe(at(1), 5);
    study.observe(at(2), 7);
    study.observe(at(3), 7);
    assertThat(study.best().orElseThrow().number()).isEqualTo(1);
  }

  @Test
  void best_isEmptyBeforeAnyValue() {
    Study study = random(LINE).build();
    study.fail(study.ask(), "exit code 1");
    assertThat(study.best()).isEmpty();
    assertThat(study.recommend()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void tell_recordsUnusableValuesAsFailed(double value) {
    Study study = random(LINE).build();
    study.tell(study.ask(), value);
    Trial trial = study.trials().get(0);
    assertThat(trial.state()).isEqualTo(TrialState.FAILED);
    assertThat(trial.reason()).isEqualTo("the value was " + value);
    int observed = study.observe(at(1), value);
    assertThat(study.trials().get(observed).state()).isEqualTo(TrialState.FAILED);
  }

  @Test
  void tell_refusesUnknownAndFinishedTrials() {
    Study study = random(LINE).build();
    assertThatThrownBy(() -> study.tell(0, 1)).hasMessageContaining("ask for a trial first");
    Trial trial = study.ask();
    study.tell(trial, 1.5);
    assertThatThrownBy(() -> study.tell(trial, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("trial 0 is already completed with 1.5");
    study.fail(study.ask(), "oom");
    assertThatThrownBy(() -> study.fail(1, "again")).hasMessageContaining("failed (oom)");
    assertThatThrownBy(() -> study.tell(7, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 7; the last trial is 1");
  }

  @Test
  void observe_refusesWhatIsOutsideTheSpace() {
    Space space = Space.builder().real("x", 0, 10).require("x != 5").build();
    Study study = random(space).build();
    assertThatThrownBy(() -> study.observe(at(11), 1)).hasMessageContaining("[0.0, 10.0]");
    assertThatThrownBy(() -> study.observe(at(5), 1)).hasMessageContaining("'x != 5'");
    assertThat(study.trials()).isEmpty();
    assertThat(study.observe(at(4), 1)).isZero();
  }

  @Test
  void enqueue_comesBeforeSuggestionsAndChangesNoLaterOne() {
    Study study = random(LINE).build();
    study.enqueue(at(3));
    study.enqueue(at(4));
    assertThatThrownBy(() -> study.enqueue(at(11))).hasMessageContaining("[0.0, 10.0]");
    assertThat(study.ask(2)).extracting(Trial::configuration).containsExactly(at(3), at(4));
    Study same = random(LINE).records(study.trials()).build();
    assertThat(study.ask()).isEqualTo(same.ask());
  }

  @ParameterizedTest
  @CsvSource({"random, 1000", "sobol, 1000", "committee, 100"})
  void ask_neverRepeatsAndEndsWhenTheSpaceIsUsedUp(String strategy, int size) {
    Space space = Space.builder().integer("n", 1, size / 20).choice("c", CHOICES).flag("f").build();
    Study study = Study.builder(space).strategy(Strategies.named(strategy)).build();
    Set<Configuration> seen = new HashSet<>();
    for (int i = 0; i < size; i++) {
      Trial trial = study.ask();
      assertThat(seen.add(trial.configuration())).isTrue();
      if (i % 4 > 0) {
        study.tell(trial, trial.configuration().real("n"));
      }
    }
    assertThatThrownBy(study::ask)
        .isInstanceOf(SpaceExhaustedException.class)
        .hasMessageContaining("all of its %d feasible configurations", size);
  }

  @ParameterizedTest
  @CsvSource({"random, LINEAR", "random, LOG", "committee, LINEAR", "committee, LOG"})
  void ask_neverRepeatsWhereABoundIsAFewNumbersFromTheOther(String strategy, Scale scale) {
    RealParameter few = new RealParameter("x", 1e9, 1e9 + 4 * Math.ulp(1e9), scale);
    Space space = Space.builder().parameter(few).build();
    Study study = Study.builder(space).strategy(Strategies.named(strategy)).build();
    Set<Configuration> seen = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      Trial trial = study.ask();
      assertThat(seen.add(trial.configuration())).isTrue();
      study.tell(trial, i);
    }
    assertThatThrownBy(study::ask)
        .isInstanceOf(SpaceExhaustedException.class)
        .hasMessageContaining("random tries found only configurations that are evaluated");
  }

  @Test
  void ask_givesWhatIsLeft() {
    Study study = random(Space.builder().flag("a").flag("b").require("a or b").build()).build();
    assertThat(study.ask(8)).hasSize(3);
    assertThatThrownBy(() -> study.ask(8)).isInstanceOf(SpaceExhaustedException.class);
  }

  @Test
  void ask_repeatsInANoisyStudyButNotWhatIsRunning() {
    Study study =
        random(Space.builder().integer("n", 1, 4).build()).noise(NoiseKind.UNKNOWN).build();
    for (int round = 0; round < 5; round++) {
      List<Trial> trials = study.ask(4);
      assertThat(trials).extracting(Trial::configuration).doesNotHaveDuplicates();
      trials.forEach(trial -> study.tell(trial, 1));
    }
    assertThat(study.ask(9)).hasSize(9);
  }

  @Test
  void ask_neverViolatesAConstraint() {
    Space space =
        Space.builder()
            .integer("min_pool", 1, 64)
            .logInteger("max_pool", 1, 512)
            .real("share", 0, 1)
            .choice("gc", "g1", "parallel", "z")
            .require("min_pool <= max_pool / 4 and (gc != 'z' or share < 0.5)")
            .build();
    Study study = random(space).build();
    for (int i = 0; i < 1000; i++) {
      assertThat(space.feasible(study.ask().configuration())).isTrue();
    }
  }

  @Test
  void ask_saysWhenNothingIsFeasible() {
    Study finite = random(Space.builder().integer("n", 1, 9).require("n > 10").build()).build();
    assertThatThrownBy(finite::ask)
        .isInstanceOf(SpaceExhaustedException.class)
        .hasMessageContainingAll("no configuration satisfies", "n > 10");
    Study infinite = random(Space.builder().real("x", 0, 1).require("x > 2").build()).build();
    assertThatThrownBy(infinite::ask)
        .isInstanceOf(SpaceExhaustedException.class)
        .hasMessageContainingAll("random tries", "x > 2");
  }

  @Test
  void ask_findsTheFewFeasiblePointsOfALargeFiniteSpace() {
    Space space =
        Space.builder().integer("a", 1, 200).integer("b", 1, 200).require("a == 3 * b").build();
    Study study = random(space).build();
    assertThat(study.ask(100)).hasSize(66);
  }

  @Test
  void ask_refusesAPointThatTheStrategyMayNotTake() {
    Strategy stubborn = (candidates, history, streams) -> Suggestion.of(new double[] {0.5});
    Study study = Study.builder(LINE).strategy(stubborn).build();
    study.ask();
    assertThatThrownBy(study::ask).hasMessageContaining("x=5.0, which is taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"committee", "sobol", "random"})
  void closedStudy_cannotBeAskedButRead(String strategy) {
    Study study = Study.builder(LINE).strategy(Strategies.named(strategy)).build();
    study.observe(at(1), 5);
    study.close();
    study.close();
    assertThatThrownBy(study::ask)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected an open study but this one was closed");
    assertThatThrownBy(study::recommend).isInstanceOf(IllegalStateException.class);
    assertThat(study.trials()).hasSize(1);
  }

  @Test
  void suggest_handsNothingOut() {
    Study study = random(LINE).build();
    Trial suggested = study.suggest();
    assertThat(study.trials()).isEmpty();
    assertThat(study.ask()).isEqualTo(suggested);
    assertThat(study.suggest()).isNotEqualTo(suggested);
  }

  /** Of a line, of three choices that may be tried again, and of next to nothing. */
  @Test
  void suggestionsForSeveral_areThoseOfOneAskAfterAnother() {
    Space three = Space.builder().choice("x", "a", "b", "c").build();
    Space thin = Space.builder().real("x", 0, 10).real("y", 0, 10).require("y <= x / 1e6").build();
    for (Space space : List.of(LINE, three, thin)) {
      List<Trial> several = noisy(space).suggest(5, () -> true);
      assertThat(several).hasSize(5).isEqualTo(noisy(space).ask(5));
    }
  }

  private static Study noisy(Space space) {
    Study study = random(space).noise(NoiseKind.UNKNOWN).build();
    Configuration first = space.decode(new double[space.dimensions()]);
    study.observe(first, 1);
    return study;
  }

  @Test
  void record_replacesAndForgetKeepsTheNumberTaken() {
    Study study = random(LINE).build();
    study.fail(study.ask(), "oom");
    study.record(Trial.completed(0, at(3), 1.5));
    assertThat(study.best().orElseThrow().value()).isEqualTo(1.5);
    study.forget(0);
    study.forget(7);
    assertThat(study.trials()).isEmpty();
    assertThat(study.ask().number()).isEqualTo(8);
  }

  @Test
  void records_continueAStudyAsIfNotInterrupted() {
    Study whole = random(LINE).seed(3).build();
    for (int i = 0; i < 5; i++) {
      whole.tell(whole.ask(), i);
    }
    Study resumed = random(LINE).seed(3).records(whole.trials()).build();
    assertThat(resumed.trials()).isEqualTo(whole.trials());
    assertThat(resumed.ask()).isEqualTo(whole.ask());
  }

  @Test
  void records_ofAnotherSpaceAreRefused() {
    Trial record = Trial.completed(0, Configuration.empty().with("y", 1.0), 2);
    assertThatThrownBy(() -> random(LINE).records(List.of(record)).build())
        .hasMessageContaining("a value for 'x'");
    Trial twice = Trial.completed(0, at(1), 2);
    assertThatThrownBy(() -> random(LINE).records(List.of(twice, twice)).build())
        .hasMessageContaining("0 twice");
  }

  @Test
  void seeds_giveDifferentStudies() {
    Set<Configuration> first = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      first.add(random(LINE).seed(seed).build().ask().configuration());
    }
    assertThat(first).hasSize(20);
  }

  private static StudyBuilder random(Space space) {
    return Study.builder(space).strategy(Strategies.random());
  }

  private static Configuration at(double x) {
    return Configuration.empty().with("x", x);
  }
}
