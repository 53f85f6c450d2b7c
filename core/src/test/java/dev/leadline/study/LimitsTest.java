package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
  private static final List<Limit> LIMITS =
      List.of(Limit.parse("sum >= 1.2"), Limit.parse("y <= 0.5"));

  /** x + 2y is to be small, but x + y at least 1.2: best at (1, 0.2). */
  private static void evaluate(Study study, Trial trial) {
    double x = trial.configuration().real("x");
    double y = trial.configuration().real("y");
    study.tell(trial, x + 2 * y, Measurements.of("sum", x + y).with("y", y));
  }

  private static Study study(long seed) {
    return Study.builder(SQUARE).limits(LIMITS).seed(seed).strategy(Strategies.committee()).build();
  }

  @Test
  void study_findsTheBestThatKeepsTheLimits() {
    try (Study study = study(1)) {
      for (int i = 0; i < 25; i++) {
        evaluate(study, study.ask());
      }
      Trial best = study.best().orElseThrow();
      assertThat(LIMITS).allMatch(limit -> limit.isKeptBy(best.measurements()));
      assertThat(best.value()).isCloseTo(1.4, within(0.01));
      assertThat(study.trials()).anyMatch(trial -> trial.value() < best.value());
      assertThat(study.recommend().orElseThrow().trial()).isEqualTo(best.number());
    }
  }

  /** A tenth of a percent of the square is allowed: too little to be met by chance. */
  @Test
  void study_findsItsWayToWhereTheLimitsAreKept() {
    try (Study study =
        Study.builder(SQUARE)
            .limits(List.of(Limit.parse("distance <= 0.018")))
            .seed(2)
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < 25 && study.best().isEmpty(); i++) {
        Trial trial = study.ask();
        double x = trial.configuration().real("x") - 0.77;
        double y = trial.configuration().real("y") - 0.31;
        study.tell(trial, 1, Measurements.of("distance", Math.hypot(x, y)));
        assertThat(trial.expectedImprovement()).as("nothing is to be bettered yet").isEmpty();
      }
      assertThat(study.best()).isPresent();
    }
  }

  /** The largest number is what many programs print where they have no value. */
  @Test
  void study_goesOnWithTheLargestNumbersThereAre() {
    for (double value : new double[] {1, Double.MAX_VALUE, -Double.MAX_VALUE}) {
      try (Study study = study(4)) {
        for (int i = 0; i < 14; i++) {
          double sum = i % 3 == 0 ? Double.MIN_VALUE : i % 3 == 1 ? -1e300 : 1.2;
          study.tell(
              study.ask(),
              i % 4 == 0 ? -value : value,
              Measurements.of("sum", 1.2 - sum).with("y", i % 2 == 0 ? 0.4 : Double.MAX_VALUE));
        }
        assertThat(study.ask().configuration()).isNotNull();
      }
    }
  }

  @Test
  void suggestion_dependsOnTheRecordAlone() {
    try (Study study = study(3)) {
      for (int i = 0; i < 8; i++) {
        evaluate(study, study.ask());
      }
      study.fail(study.ask(), "oom");
      study.ask();
      try (Study again =
          Study.builder(SQUARE)
              .limits(LIMITS)
              .seed(3)
              .strategy(Strategies.committee())
              .records(study.trials())
              .build()) {
        assertThat(study.ask()).isEqualTo(again.ask());
      }
    }
  }

  @Test
  void asks_atTheSameTimeAreForDifferentPlaces() {
    try (Study study = study(4)) {
      for (int i = 0; i < 6; i++) {
        evaluate(study, study.ask());
      }
      List<Trial> batch = study.ask(4);
      for (Trial one : batch) {
        for (Trial other : batch.subList(0, batch.indexOf(one))) {
          double dx = one.configuration().real("x") - other.configuration().real("x");
          double dy = one.configuration().real("y") - other.configuration().real("y");
          assertThat(Math.hypot(dx, dy)).isGreaterThan(0.01);
        }
      }
    }
  }

  @Test
  void mixedAndConditionalSpaces_haveLimitsToo() {
    Space space =
        Space.builder()
            .choice("gc", "g1", "z")
            .integer("heap", 1, 64)
            .real("region", 0, 1)
            .when("region", "gc == 'g1'")
            .build();
    try (Study study =
        Study.builder(space)
            .limits(List.of(Limit.parse("rss <= 40")))
            .maximise()
            .seed(5)
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < 20; i++) {
        Trial trial = study.ask();
        Configuration c = trial.configuration();
        boolean isOld = c.choice("gc").equals("g1");
        double speed = c.real("heap") + (isOld ? 10 * c.real("region") : 0);
        if (c.real("heap") < 3) {
          study.fail(trial, "oom");
        } else {
          study.tell(trial, speed, Measurements.of("rss", c.real("heap") * (isOld ? 2 : 1)));
        }
      }
      Trial best = study.best().orElseThrow();
      assertThat(best.configuration().choice("gc")).isEqualTo("z");
      assertThat(best.value()).isBetween(38.0, 40.0);
    }
  }

  @Test
  void noise_isNotMistakenForAKeptLimit() {
    Random random = new Random(6);
    try (Study study =
        Study.builder(SQUARE)
            .limits(List.of(Limit.parse("sum >= 1.2")))
            .noise(NoiseKind.UNKNOWN)
            .budget(30)
            .seed(6)
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < 30; i++) {
        Trial trial = study.ask();
        double x = trial.configuration().real("x");
        double y = trial.configuration().real("y");
        study.tell(
            trial,
            x + 2 * y + 0.05 * random.nextGaussian(),
            Measurements.of("sum", x + y + 0.1 * random.nextGaussian()));
      }
      Configuration recommended = study.recommend().orElseThrow().configuration();
      assertThat(recommended.real("x") + recommended.real("y")).isGreaterThan(1.1);
    }
  }

  @Test
  void resultWithoutWhatHasALimit_isRefused() {
    try (Study study = study(7)) {
      Trial trial = study.ask();
      assertThatThrownBy(() -> study.tell(trial, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("sum and y were not told");
      study.tell(trial, Double.NaN);
      assertThat(study.trials().get(0).state()).isEqualTo(TrialState.FAILED);
    }
  }

  /** Trials from before a limit was set teach what the value is, and are no solutions. */
  @Test
  void trialsWithoutMeasurements_areLearntFrom() {
    List<Trial> old =
        IntStream.range(0, 6)
            .mapToObj(
                i -> Trial.completed(i, Configuration.empty().with("x", i / 5.0).with("y", 0.5), i))
            .toList();
    try (Study study =
        Study.builder(SQUARE)
            .limits(LIMITS)
            .strategy(Strategies.committee())
            .records(old)
            .build()) {
      assertThat(study.best()).isEmpty();
      assertThat(study.recommend()).isEmpty();
      evaluate(study, study.ask());
      assertThat(study.ask().number()).isEqualTo(7);
      assertThat(study.model()).isPresent();
    }
  }

  @Test
  void stopRules_goByWhatKeepsTheLimits() {
    StopRule rule = StopRule.parse("best <= 1.5");
    try (Study study = study(8)) {
      Configuration low = Configuration.empty().with("x", 0.0).with("y", 0.0);
      study.observe(low, 0, Measurements.of("sum", 0).with("y", 0));
      assertThat(rule.reason(study, Duration.ZERO, 0)).isEmpty();
      study.observe(
          low.with("x", 1.0).with("y", 0.2), 1.4, Measurements.of("sum", 1.2).with("y", 0.2));
      assertThat(rule.reason(study, Duration.ZERO, 0)).isPresent();
    }
  }
}
