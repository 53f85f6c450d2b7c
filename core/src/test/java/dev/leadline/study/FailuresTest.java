package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailuresTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  private static StudyBuilder committee() {
    return Study.builder(SQUARE).seed(1).strategy(Strategies.committee());
  }

  /** A bowl with its lowest value at (0.7, 0.3). */
  private static double bowl(Configuration c) {
    return Math.pow(c.real("x") - 0.7, 2) + Math.pow(c.real("y") - 0.3, 2);
  }

  /** Runs a study of the bowl; how many of the later half of the trials failed. */
  private static int run(Study study, int trials, Predicate<Trial> fails) {
    int failures = 0;
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      if (fails.test(trial)) {
        study.fail(trial, "oom");
        failures += i >= trials / 2 ? 1 : 0;
      } else {
        study.tell(trial, bowl(trial.configuration()));
      }
    }
    return failures;
  }

  private static Configuration at(double x, double y) {
    return Configuration.empty().with("x", x).with("y", y);
  }

  @Test
  void failures_doNotBendTheModelOfValues() {
    try (Study study = committee().build()) {
      run(study, 20, trial -> trial.configuration().real("x") > 0.5);
      try (StudyModel model = study.model().orElseThrow()) {
        Prediction beside = model.at(List.of(at(0.45, 0.3))).get(0);
        assertThat(beside.median()).isCloseTo(0.0625, within(0.005));
      }
    }
  }

  @Test
  void prediction_knowsTheChanceOfAFailure() {
    try (Study study = committee().build()) {
      run(study, 20, trial -> trial.configuration().real("x") > 0.5);
      try (StudyModel model = study.model().orElseThrow()) {
        List<Prediction> found = model.at(List.of(at(0.7, 0.3), at(0.49, 0.3)));
        assertThat(found.get(0).median()).isLessThan(found.get(1).median());
        assertThat(found.get(0).chance()).isLessThan(0.1);
        assertThat(found.get(1).chance()).isGreaterThan(0.2);
      }
    }
  }

  @Test
  void bestValueBesideFailures_isFound() {
    try (Study study = committee().build()) {
      run(study, 30, trial -> trial.configuration().real("x") > 0.5);
      assertThat(study.best().orElseThrow().value()).isCloseTo(0.04, within(0.006));
    }
  }

  @Test
  void regionOfFailures_isLearntSoon() {
    try (Study study = committee().build()) {
      int late = run(study, 24, trial -> trial.configuration().real("y") > 0.5);
      assertThat(late).isLessThan(5);
      assertThat(study.best().orElseThrow().value()).isLessThan(1e-3);
    }
  }

  @Test
  void scatteredFailures_doNotTurnTheSearchAway() {
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      try (Study study = committee().seed(seed).build()) {
        run(study, 25, trial -> random.nextDouble() < 0.2);
        assertThat(study.best().orElseThrow().value()).isLessThan(1e-3);
      }
    }
  }

  @Test
  void oneFailure_closesNoPartOfTheFront() {
    Space heap = Space.builder().logInteger("heap", 16, 1024).build();
    try (Study study =
        Study.builder(heap)
            .goals(Goals.of(Goal.minimise("ms"), Goal.minimise("mb")))
            .seed(1)
            .strategy(Strategies.committee())
            .build()) {
      study.observe(Configuration.empty().with("heap", 28L), Double.NaN, Measurements.none());
      for (int i = 0; i < 16; i++) {
        Trial trial = study.ask();
        long size = trial.configuration().integer("heap");
        if (size < 32) {
          study.fail(trial, "oom");
        } else {
          study.tell(trial, 400 + 9000.0 / (size - 20), Measurements.of("mb", 30.0 + size));
        }
      }
      long small =
          study.trials().stream()
              .filter(trial -> trial.state() == TrialState.COMPLETED)
              .filter(trial -> trial.configuration().integer("heap") < 108)
              .count();
      assertThat(small).isGreaterThan(4);
    }
  }

  @Test
  void plateau_isLeftInStudiesWithFailures() {
    try (Study study = committee().build()) {
      int ties = 0;
      for (int i = 0; i < 30; i++) {
        Trial trial = study.ask();
        double value = Math.max(bowl(trial.configuration()), 0.2);
        if (i % 6 == 5) {
          study.fail(trial, "oom");
        } else {
          study.tell(trial, value);
          ties += value == 0.2 ? 1 : 0;
        }
      }
      assertThat(ties).isLessThan(18);
    }
  }

  @Test
  void failures_tellNothingOfLimits() {
    try (Study study = committee().limits(List.of(Limit.parse("y <= 0.9"))).build()) {
      for (int i = 0; i < 20; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        if (c.real("x") < 0.3) {
          study.fail(trial, "oom");
        } else {
          study.tell(trial, bowl(c), Measurements.of("y", c.real("y")));
        }
      }
      assertThat(study.best().orElseThrow().value()).isLessThan(1e-3);
    }
  }

  @Test
  void noisyStudy_recommendsWhatDidNotFail() {
    Random random = new Random(3);
    try (Study study = committee().noise(NoiseKind.UNKNOWN).budget(30).build()) {
      for (int i = 0; i < 30; i++) {
        Trial trial = study.ask();
        if (trial.configuration().real("x") > 0.6) {
          study.fail(trial, "oom");
        } else {
          study.tell(trial, bowl(trial.configuration()) + 0.01 * random.nextGaussian());
        }
      }
      Recommendation found = study.recommend().orElseThrow();
      assertThat(bowl(found.configuration())).isLessThan(0.04);
    }
  }

  @Test
  void asks_atTheSameTimeAreForDifferentPlacesAndFollowFromTheRecord() {
    try (Study study = committee().build()) {
      run(study, 12, trial -> trial.configuration().real("x") > 0.5);
      List<Trial> before = study.trials();
      List<Trial> batch = study.ask(4);
      assertThat(batch.stream().map(Trial::configuration).distinct()).hasSize(4);
      double[][] points =
          batch.stream().map(t -> SQUARE.encode(t.configuration())).toArray(double[][]::new);
      IntStream.range(1, 4)
          .forEach(
              i ->
                  assertThat(
                          Math.hypot(
                              points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]))
                      .isGreaterThan(0.005));
      try (Study again = committee().records(before).build()) {
        assertThat(again.ask(4)).isEqualTo(batch);
      }
    }
  }
}
