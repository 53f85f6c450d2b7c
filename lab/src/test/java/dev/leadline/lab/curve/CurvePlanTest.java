package dev.leadline.lab.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.early.EarlyStop;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.study.Strategies;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurvePlanTest {

  @Test
  void families_haveACurveForEveryConfiguration() {
    List<String> all = new ArrayList<>(CurveFamily.open());
    all.addAll(CurveFamily.sealed());
    assertThat(all).hasSize(24).doesNotHaveDuplicates();
    for (String name : CurveFamily.open()) {
      CurveFamily family = CurveFamily.named(name);
      assertThat(family.size()).as(name).isGreaterThanOrEqualTo(60);
      assertThat(family.steps()).as(name).isBetween(20, 100);
      assertThat(family.ends()).as(name).hasSize(family.size()).isSorted();
    }
    assertThatThrownBy(() -> CurveFamily.named("none")).hasMessageContaining("no family 'none'");
  }

  @Test
  void report_comparesEveryRuleWithNone() {
    CurvePlan plan =
        new CurvePlan(
            List.of("deflate-sources"), List.of(EarlyStop.parse("median")), "random", 2, 20);
    CurveReport report =
        plan.measure(
            Environment.here("cpu", InstantSource.system()), Strategies::random, family -> {});
    assertThat(report.runs()).hasSize(4);
    CurveRun free = report.runs().get(0);
    assertThat(free.rule()).isEqualTo("none");
    assertThat(free.steps()).isEqualTo(20 * 50);
    assertThat(free.ended() + free.lost()).isZero();
    CurveReport.Summary median = report.summary(EarlyStop.parse("median").toString());
    assertThat(median.steps()).isBetween(0.1, 0.9);
    assertThat(median.regret()).isGreaterThanOrEqualTo(median.without());
    assertThat(report.table()).contains("| median first=1 after=4 | all |");
    assertThat(report.json()).contains("\"winners\"");
  }
}
