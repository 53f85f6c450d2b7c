package dev.leadline.torch.pretrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.tensor.NoLeaks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(NoLeaks.class)
class OracleGapTest {

  private static final OracleGapPlan PLAN =
      new OracleGapPlan(
          OracleGapPlan.Family.BROAD,
          List.of(2),
          List.of(4, 24),
          12,
          10,
          List.of(0.01, 0.3),
          new GpFit(25, 25),
          5);

  private static final CommitteeConfig MEMBERS =
      new CommitteeConfig(List.of(.1, .2, .4, .8, 1.6), List.of(1e-6, 1e-3), 1, .5, 1.5, 2, 12);

  /** Believes in the standard normal distribution, whatever it is shown. */
  private static final Surrogate SHRUG =
      observations ->
          points -> {
            double[] zeros = new double[points.length];
            double[] ones = new double[points.length];
            Arrays.fill(ones, 1);
            return new MixturePredictive(new double[] {1}, zeros, ones);
          };

  private static OracleGapReport measure(Surrogate surrogate) {
    return OracleGap.of(surrogate, OutputScaling.Z_SCORE, PLAN, cell -> {});
  }

  @Test
  void gap_isSmallForTheCommitteeAndLargeForOneThatDoesNotLook() {
    OracleGapReport committee = measure(new Committee(MEMBERS));
    OracleGapReport shrug = measure(SHRUG);
    OracleGapCell good = committee.cells().get(1);
    OracleGapCell bad = shrug.cells().get(1);
    assertThat(good.oracleGap()).isBetween(-0.1, 1.0);
    assertThat(bad.oracleGap()).isGreaterThan(good.oracleGap() + 1);
    assertThat(good.fittedGap()).isLessThan(0.5);
    assertThat(good.coverage80()).isBetween(0.55, 1.0);
    assertThat(good.oracleLoss()).isEqualTo(bad.oracleLoss());
    assertThat(good.oracleLoss()).isLessThan(committee.cells().get(0).oracleLoss());
  }

  @Test
  void symptoms_tellAModelThatReactsFromOneThatDoesNot() {
    OracleGapSymptoms committee = measure(new Committee(MEMBERS)).symptoms().get(0);
    OracleGapSymptoms shrug = measure(SHRUG).symptoms().get(0);
    assertThat(shrug.observationsUntilMoved()).isCloseTo(OracleGapSymptoms.NEVER, within(1e-9));
    assertThat(committee.observationsUntilMoved()).isLessThan(20);
    assertThat(committee.oracleObservationsUntilMoved()).isBetween(1.0, 10.0);
    assertThat(committee.clusteredOracleLoss()).isLessThan(committee.evenOracleLoss());
    assertThat(committee.clusteredLoss()).isLessThan(shrug.clusteredLoss());
  }

  @Test
  void loss_isInTheUnitsOfTheTaskWhateverTheScaling() {
    double plain = measure(SHRUG).cells().get(1).loss();
    double bent =
        OracleGap.of(SHRUG, OutputScaling.SIGNED_LOG, PLAN, cell -> {}).cells().get(1).loss();
    assertThat(bent).isCloseTo(plain, within(0.7));
  }

  @Test
  void report_isATableAndARecord() {
    List<OracleGapCell> seen = new ArrayList<>();
    OracleGapReport report =
        OracleGap.of(SHRUG, OutputScaling.Z_SCORE, PLAN.withSizes(List.of(3), 2, 3), seen::add);
    assertThat(seen).isEqualTo(report.cells()).hasSize(1);
    assertThat(report.table()).contains("| 2 | 3 |").contains("gap to exact");
    assertThat(report.table()).contains("| 2 | 3 | 30 % |").endsWith(report.rest());
    JsonNode json = new JsonMapper().readTree(report.json());
    assertThat(json.get("cells").get(0).get("context").asInt()).isEqualTo(3);
    assertThat(json.get("plan").get("family").asString()).isEqualTo("BROAD");
  }

  @Test
  void noise_costsTheExactProcessAndIsSeenByACommitteeThatKnowsIt() {
    CommitteeConfig unaware =
        new CommitteeConfig(MEMBERS.lengthscales(), List.of(1e-6), 1, .5, 1.5, 2, 12);
    CommitteeConfig aware =
        new CommitteeConfig(MEMBERS.lengthscales(), List.of(1e-6, .1), 1, .5, 1.5, 2, 12);
    List<OracleGapNoise> blind = measure(new Committee(unaware)).noises();
    List<OracleGapNoise> seeing = measure(new Committee(aware)).noises();
    assertThat(seeing).extracting(OracleGapNoise::context).containsExactly(4, 4, 24, 24);
    assertThat(seeing).extracting(OracleGapNoise::noise).containsExactly(.01, .3, .01, .3);
    OracleGapNoise quiet = seeing.get(2);
    OracleGapNoise loud = seeing.get(3);
    assertThat(loud.oracleLoss()).isGreaterThan(quiet.oracleLoss() + 0.3);
    assertThat(loud.coverage80()).isBetween(0.6, 0.98);
    assertThat(loud.coverage50()).isLessThan(loud.coverage80());
    assertThat(loud.coverage95()).isGreaterThan(loud.coverage80());
    assertThat(blind.get(3).loss()).isGreaterThan(loud.loss() + 0.1);
    assertThat(blind.get(3).oracleLoss()).isEqualTo(loud.oracleLoss());
  }

  @Test
  void plan_withNegativeNoiseIsRefused() {
    assertThatThrownBy(() -> PLAN.withNoises(List.of(-0.1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 0")
        .hasMessageContaining("-0.1");
  }

  @Test
  void plan_withoutTasksIsRefused() {
    assertThatThrownBy(() -> PLAN.withSizes(List.of(0), 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }
}
