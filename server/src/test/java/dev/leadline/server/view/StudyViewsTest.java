package dev.leadline.server.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.leadline.client.json.SettingsJson;
import dev.leadline.server.PlayedStudy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StudyViewsTest {

  private static final Space MIXED =
      Space.builder()
          .real("x", 0, 1)
          .logReal("rate", 1e-4, 1)
          .integer("n", 1, 8)
          .choice("kind", "a", "b", "c")
          .flag("on")
          .build();

  @Test
  void studyWithoutTrials_showsTheNextTrialAlone() {
    JsonNode insight = insight(snapshot(MIXED, 0, c -> 0));
    assertThat(insight.get("next").get("trial").asInt()).isZero();
    assertThat(insight.get("next").has("expectedImprovement")).isFalse();
    assertThat(insight.has("slices")).isFalse();
    assertThat(views(snapshot(MIXED, 0, c -> 0)).contours(List.of("x", "n"))).isEmpty();
  }

  @Test
  void studyWhoseTrialsAllFailed_showsTheNextTrialAlone() {
    JsonNode insight = insight(snapshot(MIXED, 5, c -> Double.NaN));
    assertThat(insight.get("next").get("trial").asInt()).isEqualTo(5);
    assertThat(insight.has("slices")).isFalse();
  }

  @Test
  void studyInWhichNothingKeepsTheLimits_showsWhatIsExpectedNext() {
    Space space = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    Problem problem = new Problem(space, Direction.MINIMISE, "cost").within(Limit.parse("m <= 5"));
    StudySetup setup = StudySetup.of(problem).strategy("committee").seed(3);
    StudySnapshot snapshot =
        PlayedStudy.after(
            setup,
            study -> {
              for (int i = 0; i < 8; i++) {
                study.tell(study.ask(), i, Measurements.of("m", 7));
              }
            });
    JsonNode insight = insight(snapshot);
    assertThat(insight.get("next").get("expected").get("median").isNumber()).isTrue();
    assertThat(insight.has("importance")).isTrue();
    assertThat(insight.has("slices")).isFalse();
    assertThat(views(snapshot).contour("x", "y")).isEmpty();
  }

  @Test
  void slices_haveOneForEachInputAndPassThroughTheBestPoint() {
    StudySnapshot snapshot =
        snapshot(MIXED, 24, c -> Math.pow(c.real("x") - 0.4, 2) + c.integer("n"));
    JsonNode insight = insight(snapshot);
    JsonNode slices = insight.get("slices");
    assertThat(slices).hasSize(5);
    assertThat(slices.get(0).get("values")).hasSize(41);
    assertThat(slices.get(2).get("values")).hasSize(8);
    assertThat(slices.get(3).get("values").get(1).asString()).isEqualTo("b");
    int n = insight.get("through").get("params").get("n").asInt();
    JsonNode along = slices.get(2).get("best");
    assertThat(along.get("median").get(n - 1).asDouble())
        .isCloseTo(insight.get("incumbent").asDouble(), within(0.5));
    for (JsonNode slice : slices) {
      for (int i = 0; i < slice.get("values").size(); i++) {
        JsonNode best = slice.get("best");
        assertThat(best.get("low").get(i).asDouble())
            .isLessThanOrEqualTo(best.get("median").get(i).asDouble());
        assertThat(best.get("attraction").get(i).asDouble()).isBetween(0.0, 1.0);
      }
    }
  }

  /** A cost in cents of millions: six digits would make one number of all. */
  @Test
  void values_areKeptWhereTheyShareTheirFirstDigits() {
    Space space = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    StudySnapshot snapshot = snapshot(space, 12, c -> 12_345_678 + 0.1 * c.real("x"));
    JsonNode insight = insight(snapshot);
    for (JsonNode forecast : insight.get("forecasts")) {
      double told = snapshot.trials().get(forecast.get("trial").asInt()).valueOrNaN();
      assertThat(forecast.get("value").asDouble()).isEqualTo(told);
      assertThat(forecast.get("median").asDouble()).isBetween(12_345_677.0, 12_345_679.0);
    }
    JsonNode along = insight.get("slices").get(0).get("best").get("median");
    double rise = along.get(along.size() - 1).asDouble() - along.get(0).asDouble();
    assertThat(rise).isCloseTo(0.1, within(0.02));
    assertThat(insight.get("incumbent").asDouble()).isBetween(12_345_677.9, 12_345_678.1);
  }

  @Test
  void importance_belongsToTheInputThatMatters() {
    StudySnapshot snapshot = snapshot(MIXED, 40, c -> 10 * c.real("x") + 0.1 * c.integer("n"));
    JsonNode inputs =
        StudyViews.of(snapshot, Strategies.network()).insight().get("importance").get("inputs");
    assertThat(inputs.get(0).get("input").asString()).isEqualTo("x");
    assertThat(inputs.get(0).get("share").asDouble()).isBetween(0.9, 1.1);
    for (JsonNode input : inputs) {
      assertThat(input.get("error").asDouble()).isBetween(0.0, 1.0);
      assertThat(input.get("goodShare").asDouble()).isBetween(0.0, 1.5);
    }
  }

  @Test
  void severalGoals_haveAModelEachAndAVolumeThatGrows() {
    Space space = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    Problem problem =
        new Problem(space, Direction.MINIMISE, Problem.UNNAMED)
            .with(
                Goals.of(new Goal("ms", Direction.MINIMISE), new Goal("hits", Direction.MAXIMISE)));
    StudySetup setup = StudySetup.of(problem).strategy("committee").seed(3);
    StudySnapshot snapshot =
        PlayedStudy.after(
            setup,
            study -> {
              for (int i = 0; i < 20; i++) {
                Trial trial = study.ask();
                double x = trial.configuration().real("x");
                double y = trial.configuration().real("y");
                study.tell(trial, 10 * x + 0.1 * y, Measurements.of("hits", 5 * y + x));
              }
            });
    JsonNode whole = insight(snapshot);
    assertThat(whole.get("next").has("expectedImprovement")).isFalse();
    JsonNode volumes = whole.get("volumes");
    for (int i = 1; i < volumes.size(); i++) {
      assertThat(volumes.get(i).get(1).asDouble())
          .isGreaterThanOrEqualTo(volumes.get(i - 1).get(1).asDouble());
    }
    assertThat(volumes.get(volumes.size() - 1).get(0).asInt()).isEqualTo(19);
    JsonNode ms = views(snapshot).insight("ms");
    JsonNode hits = views(snapshot).insight("hits");
    assertThat(ms.get("importance").get("inputs").get(0).get("share").asDouble())
        .isGreaterThan(0.8);
    assertThat(hits.get("importance").get("inputs").get(1).get("share").asDouble())
        .isGreaterThan(0.8);
    assertThat(hits.get("through").get("params").get("y").asDouble()).isGreaterThan(0.7);
    assertThat(hits.has("next")).isFalse();
    assertThat(views(snapshot).about("hits").contour("x", "y")).isPresent();
    assertThatThrownBy(() -> views(snapshot).insight("mb")).hasMessageContaining("but got 'mb'");
  }

  @Test
  void next_isWhatTheStudySuggests() {
    StudySnapshot snapshot = snapshot(MIXED, 12, c -> c.real("x"));
    JsonNode next = insight(snapshot).get("next");
    try (StoredStudy study = study(MIXED)) {
      for (int i = 0; i < 12; i++) {
        Trial trial = study.ask();
        study.tell(trial, trial.configuration().real("x"));
      }
      Trial trial = study.ask();
      assertThat(next.get("trial").asInt()).isEqualTo(12);
      assertThat(next.get("params")).isEqualTo(SettingsJson.write(trial.configuration()));
      assertThat(next.get("expectedImprovement").asDouble())
          .isCloseTo(trial.expectedImprovement().orElseThrow(), withinPercentage(10));
      assertThat(next.get("chance").asDouble()).isBetween(0.0, 1.0);
      assertThat(next.get("nearest").asInt()).isBetween(0, 11);
    }
  }

  @Test
  void forecasts_seeOnlyWhatCameBefore() {
    StudySnapshot whole = snapshot(MIXED, 30, c -> c.real("x"));
    StudySnapshot shorter = new StudySnapshot(whole.header(), whole.trials().subList(0, 20));
    JsonNode all = insight(whole).get("forecasts");
    JsonNode some = insight(shorter).get("forecasts");
    assertThat(some).hasSize(16);
    assertThat(all).hasSize(26);
    // the last block of the shorter study may have ended early; all before it are equal
    IntStream.range(0, 12).forEach(i -> assertThat(all.get(i)).isEqualTo(some.get(i)));
    assertThat(all.get(0).get("trial").asInt()).isEqualTo(4);
  }

  @Test
  void hopes_fallWhenTheOptimumIsFound() {
    JsonNode insight = insight(snapshot(MIXED, 40, c -> Math.pow(c.real("x") - 0.4, 2)));
    JsonNode hopes = insight.get("hopes");
    double first = hopes.get(0).get("gain").asDouble();
    double last = hopes.get(hopes.size() - 1).get("gain").asDouble();
    assertThat(hopes.get(hopes.size() - 1).get("trial").asInt()).isEqualTo(40);
    assertThat(last).isLessThan(first / 3).isNotNegative();
    JsonNode forecast = insight.get("forecast");
    assertThat(forecast.get("trials").asInt()).isEqualTo(10);
    assertThat(forecast.get("chance").asDouble()).isBetween(0.0, 1.0);
    assertThat(forecast.get("much").asDouble()).isPositive();
  }

  @Test
  void contour_hasARowForEachValueOfY() {
    JsonNode contour =
        views(snapshot(MIXED, 10, c -> c.real("x"))).contour("rate", "kind").orElseThrow();
    assertThat(contour.get("xValues")).hasSize(25);
    assertThat(contour.get("yValues")).hasSize(3);
    assertThat(contour.get("median")).hasSize(75);
    assertThat(contour.get("through").has("trial")).isTrue();
  }

  @Test
  void contourOfUnknownInputs_isRefused() {
    StudyViews views = views(snapshot(MIXED, 6, c -> c.real("x")));
    assertThatThrownBy(() -> views.contour("x", "y")).hasMessageContaining("but got 'y'");
    assertThatThrownBy(() -> views.contour("x", "x")).hasMessageContaining("'x' twice");
  }

  @Test
  void infeasibleSettings_areLeftOut() {
    Space half = Space.builder().real("a", 0, 1).real("b", 0, 1).require("a <= b").build();
    JsonNode contour = views(snapshot(half, 8, c -> c.real("a"))).contour("a", "b").orElseThrow();
    assertThat(contour.get("median").get(24).isNull()).isTrue(); // a = 1, b = 0
    assertThat(contour.get("median").get(24 * 25).isNull()).isFalse(); // a = 0, b = 1
  }

  @Test
  void inputThatDoesNotCount_isLeftOutWhereItDoesNot() {
    Space space =
        Space.builder()
            .choice("kind", "a", "b")
            .real("x", 0, 1)
            .real("y", 0, 1)
            .when("x", "kind == 'a'")
            .build();
    StudySnapshot snapshot =
        snapshot(space, 20, c -> c.real("y") + (c.has("x") ? 2 + c.real("x") : 0)); // b is better
    JsonNode insight = insight(snapshot);
    assertThat(insight.get("through").get("params").has("x")).isFalse();
    assertThat(insight.get("slices").get(1).get("best").get("median").get(7).isNull()).isTrue();
    assertThat(insight.get("slices").get(0).get("best").get("median").get(0).isNull()).isFalse();
    assertThat(insight.get("importance").get("inputs")).hasSize(3);
    JsonNode contour = views(snapshot).contour("x", "kind").orElseThrow();
    assertThat(contour.get("median").get(3).isNull()).isFalse(); // a
    assertThat(contour.get("median").get(25 + 3).isNull()).isTrue(); // b
    JsonNode without = views(snapshot).contour("x", "y").orElseThrow(); // b has no x
    assertThat(without.get("median")).hasSize(625).noneMatch(JsonNode::isNull);
    assertThat(without.get("through").get("params").get("kind").asString()).isEqualTo("a");
  }

  @Test
  void inputsThatNeverCountTogether_haveABlankContour() {
    Space space =
        Space.builder()
            .flag("on")
            .real("x", 0, 1)
            .real("y", 0, 1)
            .when("x", "on")
            .when("y", "not on")
            .build();
    JsonNode contour =
        views(snapshot(space, 12, c -> c.has("x") ? 1 : 0)).contour("x", "y").orElseThrow();
    assertThat(contour.get("median")).allMatch(JsonNode::isNull);
  }

  @Test
  void spaceThatIsUsedUp_saysSo() {
    Space four = Space.builder().flag("a").flag("b").build();
    JsonNode next = insight(snapshot(four, 4, c -> c.flag("a") ? 1 : 0)).get("next");
    assertThat(next.get("none").asString()).contains("used up");
  }

  private static JsonNode insight(StudySnapshot snapshot) {
    return views(snapshot).insight();
  }

  private static StudyViews views(StudySnapshot snapshot) {
    return StudyViews.of(snapshot, Strategies.committee());
  }

  private static StudySnapshot snapshot(
      Space space, int trials, ToDoubleFunction<Configuration> objective) {
    return PlayedStudy.after(
        setup(space),
        study -> {
          for (int i = 0; i < trials; i++) {
            Trial trial = study.ask();
            study.tell(trial, objective.applyAsDouble(trial.configuration()));
          }
        });
  }

  private static StudySetup setup(Space space) {
    return StudySetup.minimise(space).strategy("committee").seed(3);
  }

  private static StoredStudy study(Space space) {
    return PlayedStudy.open(setup(space));
  }
}
