package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopRuleTest {

  private static final Space LINE = Space.builder().real("x", 0, 1).build();

  /* Five trials: 3, 1 (best), a failure, 2 and one that runs; 90 seconds, cost 7. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          best <= 1                  | best <= 1 (best 1)
          best < 1                   |
          trials >= 4 and failed > 0 | trials >= 4 and failed > 0 (trials 4, failed 1)
          trials >= 5                |
          stalled >= 2               | stalled >= 2 (stalled 2)
          stalled >= 3               |
          minutes >= 1.5             | minutes >= 1.5 (minutes 1.5)
          cost > 6 or best <= 0      | cost > 6 or best <= 0 (best 1, cost 7)
          chance < 0.5 or gain < 0.5 |
          """)
  void rule_holdsByWhereTheStudyStands(String expression, String reason) {
    try (Study study = Study.builder(LINE).strategy(Strategies.random()).build()) {
      study.observe(at(0.1), 3);
      study.observe(at(0.2), 1);
      study.observe(at(0.3), Double.NaN);
      study.observe(at(0.4), 2);
      study.ask();
      assertThat(StopRule.parse(expression).reason(study, Duration.ofSeconds(90), 7).orElse(null))
          .isEqualTo(reason);
    }
  }

  @Test
  void best_ofNothingIsNeverGoodEnough() {
    for (Direction direction : Direction.values()) {
      try (Study study =
          Study.builder(LINE).direction(direction).strategy(Strategies.random()).build()) {
        String better = direction == Direction.MINIMISE ? "best <= 1e300" : "best >= -1e300";
        assertThat(StopRule.parse(better).reason(study, Duration.ZERO, 0)).isEmpty();
      }
    }
  }

  @Test
  void wrongRule_isASentenceWithItsPosition() {
    assertThatThrownBy(() -> StopRule.parse("trials > 3 or bets < 1"))
        .hasMessageEndingWith(
            "at position 15 expected one of trials, failed, best, stalled, minutes, cost, chance,"
                + " gain but got 'bets'");
  }

  private static Configuration at(double x) {
    return Configuration.empty().with("x", x);
  }
}
