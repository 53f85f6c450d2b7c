package dev.leadline.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.study.Strategies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutlookPlanTest {

  @Test
  void forecasts_areMadeFromTenTrialsOnForEveryShare() {
    OutlookPlan plan = new OutlookPlan(List.of("branin-2d", "levy-1d"), List.of(.01, .1), 0, 2, 24);
    List<String> seen = new ArrayList<>();
    OutlookReport report = plan.measure(AdvicePlanTest.HERE, Strategies::committee, seen::add);
    assertThat(seen).containsExactly("branin-2d", "levy-1d");
    for (double share : plan.shares()) {
      for (int inputs : new int[] {0, 1, 2}) {
        int forecasts =
            report.groups(group -> group.share() == share && group.inputs() == inputs).stream()
                .mapToInt(OutlookReport.Group::forecasts)
                .sum();
        assertThat(forecasts).isEqualTo(5 * 2 * (inputs == 0 ? 2 : 1));
      }
    }
    assertThat(report.json()).contains("\"stated\"");
  }

  @Test
  void report_comparesWhatWasStatedWithWhatCame() {
    OutlookPlan plan = new OutlookPlan(List.of("branin-2d"), List.of(.01), 0, 1, 30);
    List<OutlookPlan.Forecast> forecasts =
        List.of(
            new OutlookPlan.Forecast("branin-2d", 2, 10, .01, .32, true),
            new OutlookPlan.Forecast("branin-2d", 2, 11, .01, .38, false),
            new OutlookPlan.Forecast("branin-2d", 2, 12, .01, 1, true));
    OutlookReport report = OutlookReport.of(plan, AdvicePlanTest.HERE, forecasts);
    List<OutlookReport.Group> all = report.groups(group -> group.inputs() == 0);
    assertThat(all).extracting(OutlookReport.Group::tenth).containsExactly(3, 9);
    assertThat(all.get(0).stated()).isEqualTo(0.35, within(1e-12));
    assertThat(all.get(0).came()).isEqualTo(0.5);
    assertThat(report.table()).contains("| 1.0 % | 30 to 40 % | 2 | 35 % | 50 % |");
  }

  @Test
  void planWithTooFewTrials_isRefused() {
    assertThatThrownBy(() -> new OutlookPlan(List.of("branin-2d"), List.of(.1), 0, 1, 20))
        .hasMessageContaining("more than 20 trials");
  }
}
