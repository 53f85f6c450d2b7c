package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ImprovementForecastTest {

  private static final Space LINE = Space.builder().real("x", 0, 1).build();

  @Test
  void chance_fallsWithTheShareAndWithTheExpectedImprovement() {
    try (Study study = falling(20)) {
      ImprovementForecast hopeful =
          ImprovementForecast.of(study, OptionalDouble.of(1)).orElseThrow();
      ImprovementForecast hopeless =
          ImprovementForecast.of(study, OptionalDouble.of(1e-6)).orElseThrow();
      assertThat(hopeful.range()).isEqualTo(15.5 - 1);
      double before = 1;
      for (double share : new double[] {1e-4, 1e-3, 0.01, 0.1, 1}) {
        assertThat(hopeful.chance(share)).isStrictlyBetween(0.0, before);
        assertThat(hopeless.chance(share)).isLessThan(hopeful.chance(share));
        before = hopeful.chance(share);
      }
      assertThat(hopeless.gain()).isStrictlyBetween(0.0, hopeful.gain());
    }
  }

  @Test
  void forecast_needsTenValuesThatDifferAndAModel() {
    try (Study study = falling(9)) {
      assertThat(ImprovementForecast.of(study, OptionalDouble.of(1))).isEmpty();
      study.observe(Configuration.empty().with("x", 0.99), 5);
      assertThat(ImprovementForecast.of(study, OptionalDouble.of(1))).isPresent();
      assertThat(ImprovementForecast.of(study)).as("random search expects nothing").isEmpty();
    }
    try (Study study = Study.builder(LINE).strategy(Strategies.random()).build()) {
      for (int i = 0; i < 12; i++) {
        study.observe(Configuration.empty().with("x", i / 12.0), 1);
      }
      assertThat(ImprovementForecast.of(study, OptionalDouble.of(1))).isEmpty();
    }
  }

  @Test
  void forecast_printsAsASentence() {
    try (Study study = falling(12)) {
      ImprovementForecast found = ImprovementForecast.of(study, OptionalDouble.of(0)).orElseThrow();
      assertThat(found.toString())
          .matches(
              "chance of \\d+ % that the next 10 trials better the best value by more than [\\d.]+");
    }
  }

  @Test
  void spaceThatIsUsedUp_hasNoChance() {
    Space few = Space.builder().integer("n", 1, 12).build();
    try (Study study = Study.builder(few).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < 12; i++) {
        Trial trial = study.ask();
        study.tell(trial, (double) trial.configuration().integer("n"));
      }
      assertThat(ImprovementForecast.of(study).orElseThrow().chance(ImprovementForecast.SMALL))
          .isLessThan(0.1);
    }
  }

  /** Values at both ends of all numbers: an improvement beyond them would be no number. */
  @Test
  void forecast_isANumberWhateverTheValues() {
    try (Study study = Study.builder(LINE).strategy(Strategies.committee()).build()) {
      for (int i = 0; i < 14; i++) {
        Trial trial = study.ask();
        trial.expectedImprovement().ifPresent(gain -> assertThat(gain).isFinite().isNotNegative());
        study.tell(trial, i % 2 == 0 ? -Double.MAX_VALUE : Double.MAX_VALUE);
      }
      ImprovementForecast forecast = ImprovementForecast.of(study).orElseThrow();
      assertThat(forecast.chance(ImprovementForecast.SMALL)).isBetween(0.0, 1.0);
      assertThat(forecast.gain()).isFinite().isPositive();
    }
  }

  /** A study whose values fall by one from trial to trial, down to 1. */
  private static Study falling(int trials) {
    Study study = Study.builder(LINE).strategy(Strategies.random()).build();
    for (int i = 0; i < trials; i++) {
      study.observe(Configuration.empty().with("x", i / (double) trials), trials - i);
    }
    return study;
  }
}
