package dev.leadline.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.SourceTree;
import dev.leadline.study.Strategies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AdvicePlanTest {

  static final Environment HERE =
      new Environment(
          "17",
          "linux",
          "EPYC",
          2,
          "cpu",
          "f8d43cb2edfb",
          SourceTree.State.CHANGED,
          "2026-01-01T00:00:00Z");

  @Test
  void runs_areMadeForEveryTaskNoiseAndSeed() {
    AdvicePlan plan = new AdvicePlan(List.of("branin-2d", "levy-2d"), List.of(.05, .3), 3, 2, 4);
    List<Advice> seen = new ArrayList<>();
    AdviceReport report = plan.measure(HERE, Strategies::committee, seen::add);
    assertThat(seen).isEqualTo(report.runs()).hasSize(8);
    assertThat(seen).extracting(Advice::seed).contains(3L, 4L).doesNotContain(0L);
    for (Advice run : seen) {
      assertThat(run.lowest()).isNotNegative();
      assertThat(run.recommended()).isGreaterThanOrEqualTo(run.lowest());
      assertThat(run.luckiest()).isGreaterThanOrEqualTo(run.lowest());
      assertThat(run.low()).isLessThan(run.high());
    }
    JsonNode json = new JsonMapper().readTree(report.json());
    assertThat(json.get("runs").get(7).get("task").asString()).isEqualTo("levy-2d");
    assertThat(json.get("environment").get("tree").asString()).isEqualTo("CHANGED");
  }

  @Test
  void recommendation_beatsTheLuckiestOfManyRandomTrialsInStrongNoise() {
    AdvicePlan plan = new AdvicePlan(List.of("branin-2d"), List.of(.5), 0, 12, 60);
    AdviceReport.Group group = plan.measure(HERE, Strategies::random, run -> {}).groups().get(0);
    assertThat(group.recommended()).isLessThan(0.8);
    assertThat(group.better()).isGreaterThan(group.worse());
    assertThat(group.held()).isGreaterThan(0.4);
  }

  @Test
  void report_averagesRatiosOverTasks() {
    AdvicePlan plan = new AdvicePlan(List.of("levy-2d", "levy-5d"), List.of(.1), 0, 2, 1);
    List<Advice> runs =
        List.of(
            new Advice("levy-2d", 2, .1, 0, 1, 4, 1, 1, 0, 2),
            new Advice("levy-2d", 2, .1, 1, 2, 2, 1, 2, 0, 1),
            new Advice("levy-5d", 5, .1, 0, 9, 6, 3, 9, 8, 9),
            new Advice("levy-5d", 5, .1, 1, 0, 0, 0, 0, 0, 0));
    AdviceReport report = new AdviceReport(plan, HERE, runs);
    AdviceReport.Group small = report.groups().get(0);
    assertThat(small.recommended()).isCloseTo(0.5, within(1e-12));
    assertThat(small.lowest()).isCloseTo(2.0 / 6, within(1e-12));
    assertThat(report.table().lines().skip(2))
        .containsExactly(
            "| 10 % | 2 | 2 | 0.50 ± 0.00 | 0.33 | 1 | 0 | 50 |",
            "| 10 % | 5 | 2 | 1.50 ± 0.00 | 0.50 | 0 | 1 | 100 |",
            "| 10 % | all | 4 | 1.00 ± 0.50 | 0.42 | 1 | 1 | 75 |",
            "",
            "Measured on EPYC, 2 cores, device cpu, 2026-01-01, commit f8d43cb with changes that"
                + " are in no commit.");
  }

  @Test
  void plan_whoseTasksHaveNoiseAlreadyIsRefused() {
    assertThatThrownBy(() -> new AdvicePlan(List.of("levy-2d@noise=1"), List.of(.1), 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without @noise")
        .hasMessageContaining("levy-2d@noise=1");
  }
}
