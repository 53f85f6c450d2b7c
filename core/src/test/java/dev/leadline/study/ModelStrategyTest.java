package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Design;
import dev.leadline.search.Maximiser;
import dev.leadline.search.Model;
import dev.leadline.search.ModelFree;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.StallPolicy;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Surrogate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelStrategyTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  private final NearestSurrogate surrogate = new NearestSurrogate();

  private StudyBuilder builder(Space space) {
    Model model =
        new Model(
            surrogate, new ModelUnits(OutputScaling.Z_SCORE), Acquisition.EXPECTED_IMPROVEMENT);
    return Study.builder(space)
        .strategy(
            Strategies.of(
                model,
                new Maximiser(200, 0, 1, 0.1, 0.2, List.of()),
                StallPolicy.none(),
                Design.of(ModelFree.RANDOM)));
  }

  private Study study(Space space) {
    return builder(space).build();
  }

  @Test
  void model_decidesAfterTheInitialDesign() {
    Study study = study(SQUARE);
    for (int i = 0; i < 4; i++) {
      Trial trial = study.ask();
      assertThat(trial.expectedImprovement()).isEmpty();
      study.tell(trial, i);
    }
    assertThat(surrogate.seen()).isEmpty();
    assertThat(study.ask().expectedImprovement().orElseThrow()).isPositive();
    assertThat(surrogate.last().size()).isEqualTo(4);
  }

  @Test
  void initialDesign_shrinksWithASmallBudget() {
    Study study = builder(SQUARE).budget(8).build();
    study.tell(study.ask(), 1);
    study.tell(study.ask(), 2);
    assertThat(study.ask().expectedImprovement()).isPresent();
  }

  @Test
  void pendingPoints_areAwaited() {
    Study study = study(SQUARE);
    List<Trial> trials = study.ask(6);
    for (int i : new int[] {5, 1, 3, 2}) {
      study.tell(trials.get(i), i);
    }
    study.ask();
    Observations known = surrogate.last();
    assertThat(surrogate.seen()).hasSize(1);
    assertThat(known.size()).isEqualTo(4);
    assertThat(known.point(0)).containsExactly(point(trials.get(1)));
    assertThat(known.point(3)).containsExactly(point(trials.get(5)));
    assertThat(known.awaited())
        .isDeepEqualTo(new double[][] {point(trials.get(0)), point(trials.get(4))});
  }

  @Test
  void severalAsks_giveDifferentPoints() {
    Study study = study(SQUARE);
    study.ask(4).forEach(trial -> study.tell(trial, trial.configuration().real("x")));
    List<Trial> trials = study.ask(10);
    for (Trial one : trials) {
      for (Trial other : trials) {
        if (one.number() != other.number()) {
          assertThat(Math.hypot(delta(one, other, "x"), delta(one, other, "y"))).isGreaterThan(.02);
        }
      }
    }
  }

  @Test
  void failedTrials_haveNoValue() {
    Study study = study(SQUARE);
    List<Trial> trials = study.ask(5);
    study.fail(trials.get(0), "oom");
    for (int i = 1; i < 5; i++) {
      study.tell(trials.get(i), i);
    }
    study.ask();
    Observations seen = surrogate.last();
    assertThat(seen.size()).isEqualTo(4);
    assertThat(seen.point(0)).isEqualTo(SQUARE.encode(trials.get(1).configuration()));
  }

  @Test
  void oneValueAmongFailures_isAllThatTheModelSees() {
    Study study = study(SQUARE);
    List<Trial> trials = study.ask(5);
    trials.subList(0, 4).forEach(trial -> study.fail(trial, "oom"));
    study.tell(trials.get(4), -1000);
    study.ask();
    assertThat(surrogate.last().size()).isEqualTo(1);
  }

  @Test
  void study_inWhichAllTrialsFail_goesOn() {
    Study study = study(SQUARE);
    for (int i = 0; i < 30; i++) {
      study.fail(study.ask(), "oom");
    }
    assertThat(study.trials()).hasSize(30);
    assertThat(surrogate.seen()).isEmpty();
  }

  @Test
  void maximising_mirrorsMinimising() {
    Study down = study(SQUARE);
    Study up = builder(SQUARE).maximise().build();
    for (int i = 0; i < 12; i++) {
      Trial trial = down.ask();
      assertThat(up.ask()).isEqualTo(trial);
      double value = Math.pow(trial.configuration().real("x") - 0.3, 2);
      down.tell(trial, value);
      up.tell(trial, -value);
    }
  }

  @Test
  void smallSpaces_areScoredPointByPointUntilUsedUp() {
    Study study = study(Space.builder().integer("n", 1, 30).build());
    int found = -1;
    for (int i = 0; i < 30; i++) {
      Trial trial = study.ask();
      long n = trial.configuration().integer("n");
      study.tell(trial, (double) Math.abs(n - 17));
      if (n == 17) {
        found = i;
      }
    }
    assertThat(found).isBetween(0, 20);
    assertThat(study.trials()).extracting(Trial::configuration).doesNotHaveDuplicates();
  }

  @Test
  void surrogate_seesOnlySnappedPoints() {
    Space space = Space.builder().integer("n", 1, 50_000).choice("c", "a", "b", "d").build();
    Study study = study(space);
    for (int i = 0; i < 20; i++) {
      Trial trial = study.ask();
      study.tell(trial, trial.configuration().real("n"));
    }
    for (double[] point : surrogate.last().points()) {
      assertThat(space.snap(point)).containsExactly(point);
    }
  }

  @Test
  void recommendation_inANoisyStudyIsTheBestExpected() {
    Study study = builder(SQUARE).noise(NoiseKind.UNKNOWN).build();
    for (int i = 0; i < 8; i++) {
      study.observe(Configuration.empty().with("x", i / 8.0).with("y", 0.5), Math.abs(i - 3));
    }
    Recommendation recommendation = study.recommend().orElseThrow();
    assertThat(recommendation.trial()).isEqualTo(3);
    assertThat(recommendation.low()).isLessThan(recommendation.median());
    assertThat(recommendation.high()).isGreaterThan(recommendation.median());
  }

  @Test
  void recommendation_isNotTheLuckiestTrial() {
    assertThat(recommendedByASlope(new double[][] {{.1, 1}, {.3, 1}, {.5, 1}, {.7, 1}, {.9, -1}}))
        .isZero();
  }

  @Test
  void recommendation_countsAFifthOfWhatTheModelHoldsForNoise() {
    assertThat(recommendedByASlope(new double[][] {{.1, 1}, {.3, -1}, {.5, 1}, {.7, 1}, {.9, 1}}))
        .isEqualTo(1);
  }

  @Test
  void recommendation_averagesWhatWasObservedAtTheSamePoint() {
    assertThat(
            recommendedByASlope(
                new double[][] {{.1, 1}, {.3, -10}, {.5, 1}, {.7, 1}, {.9, 1}, {.3, 12}}))
        .isZero();
  }

  /** The trial recommended by a model that expects x at x, whatever values it is told. */
  private static int recommendedByASlope(double[][] trials) {
    Surrogate slope =
        observations ->
            points -> {
              double[] deviations = new double[points.length];
              Arrays.fill(deviations, 0.1);
              double[] means = Arrays.stream(points).mapToDouble(point -> point[0]).toArray();
              return new MixturePredictive(new double[] {1}, means, deviations);
            };
    Model model =
        new Model(slope, new ModelUnits(OutputScaling.Z_SCORE), Acquisition.EXPECTED_IMPROVEMENT);
    Strategy strategy =
        Strategies.of(
            model,
            new Maximiser(200, 0, 1, 0.1, 0.2, List.of()),
            StallPolicy.none(),
            Design.of(ModelFree.RANDOM));
    try (Study study = Study.builder(SQUARE).strategy(strategy).noise(NoiseKind.UNKNOWN).build()) {
      for (double[] trial : trials) {
        study.observe(Configuration.empty().with("x", trial[0]).with("y", 0.5), trial[1]);
      }
      return study.recommend().orElseThrow().trial();
    }
  }

  private static double[] point(Trial trial) {
    return SQUARE.encode(trial.configuration());
  }

  private static double delta(Trial one, Trial other, String name) {
    return one.configuration().real(name) - other.configuration().real(name);
  }
}
