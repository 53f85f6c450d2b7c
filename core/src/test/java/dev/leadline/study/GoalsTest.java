package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.space.Space;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoalsTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
  private static final Goals BOTH = Goals.of(Goal.minimise("cost"), Goal.maximise("gain"));

  /** The gain grows with x, the cost with its square and with the distance of y from a half. */
  private static void evaluate(Study study, Trial trial) {
    double x = trial.configuration().real("x");
    double y = trial.configuration().real("y") - 0.5;
    study.tell(trial, x * x + y * y, Measurements.of("gain", x - y * y));
  }

  private static Study study(List<Limit> limits) {
    return Study.builder(SQUARE)
        .goals(BOTH)
        .limits(limits)
        .seed(1)
        .strategy(Strategies.committee())
        .build();
  }

  @Test
  void study_coversTheFront() {
    try (Study study = study(List.of())) {
      for (int i = 0; i < 12; i++) {
        evaluate(study, study.ask());
      }
      Front front = Front.of(study);
      assertThat(front.trials()).hasSizeGreaterThan(4);
      assertThat(front.trials())
          .allSatisfy(
              trial -> assertThat(trial.configuration().real("y")).isCloseTo(0.5, within(0.2)));
      assertThat(front.values(front.trials().get(0)).get(0)).isLessThan(0.1);
      assertThat(front.trials().get(front.trials().size() - 1).measurements().get("gain"))
          .hasValueCloseTo(1.0, within(0.1));
    }
  }

  @ParameterizedTest
  @Timeout(20)
  @ValueSource(doubles = {100, 1e6, Double.MAX_VALUE, -Double.MAX_VALUE})
  void reference_isNoHarmWhereItIsFarFromAllValues(double far) {
    Goals goals = new Goals(BOTH.all(), Map.of("cost", far, "gain", -far));
    try (Study study =
        Study.builder(SQUARE).goals(goals).seed(1).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < 12; i++) {
        evaluate(study, study.ask());
      }
      Goals near = new Goals(BOTH.all(), Map.of("cost", 1.5, "gain", -1.0));
      assertThat(Front.of(near, study.trials()).volume()).isGreaterThan(far > 0 ? 2.5 : 2);
    }
  }

  @Test
  void limits_keepTrialsOutOfTheFront() {
    Limit limit = Limit.parse("gain >= 0.6");
    try (Study study = study(List.of(limit))) {
      for (int i = 0; i < 12; i++) {
        evaluate(study, study.ask());
      }
      Front front = Front.of(study);
      assertThat(front.trials()).hasSizeGreaterThan(2);
      assertThat(front.trials()).allMatch(trial -> limit.isKeptBy(trial.measurements()));
      long kept = study.trials().stream().filter(study::isSolution).count();
      assertThat(kept).isGreaterThan(5);
    }
  }

  @Test
  void best_saysWhatToAskForInstead() {
    try (Study study = study(List.of())) {
      assertThatThrownBy(study::best)
          .hasMessageContaining("minimise cost, maximise gain")
          .hasMessageContaining("ask for its front");
      assertThatThrownBy(study::recommend).hasMessageContaining("ask for its front");
    }
    try (Study single = Study.builder(SQUARE).strategy(Strategies.random()).build()) {
      assertThatThrownBy(() -> Front.of(single)).hasMessageContaining("ask for its best trial");
    }
  }

  @Test
  void value_comesWithAllGoals() {
    try (Study study = study(List.of())) {
      Trial trial = study.ask();
      assertThatThrownBy(() -> study.tell(trial, 1.0)).hasMessageContaining("gain");
      study.tell(trial, Double.NaN);
      assertThat(study.trials().get(0).state()).isEqualTo(TrialState.FAILED);
    }
  }

  @Test
  void front_isSortedByItsFirstGoalAndShowsItsReference() {
    List<Trial> trials = List.of(trial(0, 4, 40), trial(1, 1, 10), trial(2, 5, 30));
    Front front = Front.of(BOTH, trials);
    assertThat(front.trials()).extracting(Trial::number).containsExactly(1, 0);
    assertThat(front.reference()).containsExactly(4.3, 7.0);
    assertThat(front.volume()).isCloseTo(3 * 3 + 0.3 * 33, within(1e-9));
    assertThat(front.has(0)).isTrue();
    assertThat(front.has(2)).isFalse();
    Front given = Front.of(BOTH.beyond(Map.of("cost", 5.0, "gain", 0.0)), trials);
    assertThat(given.reference()).containsExactly(5.0, 0.0);
    assertThat(Front.of(BOTH, List.of()).trials()).isEmpty();
  }

  @Test
  void standing_countsFromTheLastTrialOfTheFront() {
    try (Study study =
        Study.builder(SQUARE)
            .goals(BOTH)
            .strategy(Strategies.random())
            .records(List.of(trial(0, 4, 40), trial(1, 1, 10), trial(2, 5, 30)))
            .build()) {
      StudyProgress progress = StudyProgress.of(study, java.time.Duration.ZERO, 0);
      assertThat(progress.best()).isEmpty();
      assertThat(progress.stalled()).isEqualTo(1);
    }
  }

  @Test
  void front_isInNumbersWhateverTheValues() {
    double most = Double.MAX_VALUE;
    Front ends = Front.of(BOTH, List.of(trial(0, most, most), trial(1, -most, -most)));
    assertThat(ends.trials()).hasSize(2);
    assertThat(ends.reference()).containsExactly(most, -most);
    assertThat(ends.volume()).as("nothing is better than the largest number twice").isZero();
    Front wide = Front.of(BOTH, List.of(trial(0, 1e200, 1e200), trial(1, -1e200, -1e200)));
    assertThat(wide.volume()).isEqualTo(most);
  }

  @Test
  void goals_areTwoOrThreeAndDifferent() {
    Goal cost = Goal.minimise("cost");
    assertThatThrownBy(() -> Goals.of(cost)).hasMessageContaining("two or three goals but got 1");
    assertThatThrownBy(() -> Goals.of(cost, Goal.maximise("cost")))
        .hasMessageContaining("'cost' twice");
    assertThatThrownBy(
            () -> Goals.of(cost, Goal.minimise("b"), Goal.minimise("c"), Goal.minimise("d")))
        .hasMessageContaining("two or three goals but got 4");
    assertThatThrownBy(() -> BOTH.beyond(Map.of("cost", 1.0, "speed", 1.0)))
        .hasMessage(
            "expected a reference for each of the goals cost, gain and nothing else but got [cost, speed]");
    assertThat(Goal.parse("maximise:gain")).isEqualTo(Goal.maximise("gain"));
    assertThatThrownBy(() -> Goal.parse("gain")).hasMessageContaining("minimise:METRIC");
  }

  private static Trial trial(int number, double cost, double gain) {
    return Trial.completed(
        number,
        dev.leadline.space.Configuration.empty().with("x", 0.1 * number).with("y", 0.5),
        cost,
        Measurements.of("gain", gain));
  }
}
