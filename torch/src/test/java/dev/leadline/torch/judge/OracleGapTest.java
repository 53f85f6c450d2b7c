package dev.leadline.torch.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.NoLeaks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class OracleGapTest {

  private static final OracleGapPlan PLAN =
      new OracleGapPlan(
          OracleGapPlan.Family.BROAD,
          List.of(2),
          List.of(Split.UNIFORM),
          List.of(4, 24),
          12,
          10,
          List.of(0.01, 0.3),
          OracleGapPlan.Fitting.everywhere(new GpFit(25, 25)),
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
    return OracleGap.of(
        surrogate, new ModelUnits(OutputScaling.Z_SCORE), PLAN, () -> 0, cell -> {});
  }

  @Test
  void gap_isSmallForTheCommitteeAndLargeForOneThatDoesNotLook() {
    OracleGapReport committee = measure(new Committee(MEMBERS));
    OracleGapReport shrug = measure(SHRUG);
    OracleGapCell good = committee.cells().get(1);
    OracleGapCell bad = shrug.cells().get(1);
    assertThat(good.oracleGap().mean()).isBetween(-0.1, 1.0);
    assertThat(bad.oracleGap().mean()).isGreaterThan(good.oracleGap().mean() + 1);
    assertThat(Objects.requireNonNull(good.fitted()).gap().mean()).isLessThan(0.5);
    assertThat(good.bucketGap()).isNull();
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
        OracleGap.of(SHRUG, new ModelUnits(OutputScaling.SIGNED_LOG), PLAN, () -> 0, cell -> {})
            .cells()
            .get(1)
            .loss();
    assertThat(bent).isCloseTo(plain, within(0.7));
  }

  @Test
  void report_isATable() {
    List<OracleGapCell> seen = new ArrayList<>();
    OracleGapReport report =
        OracleGap.of(
            SHRUG,
            new ModelUnits(OutputScaling.Z_SCORE),
            PLAN.withSizes(List.of(3), 2, 3),
            () -> 0,
            seen::add);
    assertThat(seen).isEqualTo(report.cells()).hasSize(1);
    assertThat(table(report)).contains("| 2 | 3 |").contains("gap to exact");
    assertThat(table(report)).contains("| 2 | 3 | 30 % |").endsWith(report.rest());
  }

  private static String table(OracleGapReport report) {
    return OracleGapReport.heading()
        + report.cells().stream()
            .map(OracleGapReport::row)
            .collect(Collectors.joining("\n", "", "\n"))
        + report.rest();
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
  void fitting_endsAtItsLargestContextAndWithItsTime() {
    OracleGapPlan.Fitting few = new OracleGapPlan.Fitting(new GpFit(3, 3), 5, 4, 1);
    OracleGapPlan plan =
        new OracleGapPlan(
            OracleGapPlan.Family.PAPER,
            List.of(1),
            List.of(Split.UNIFORM, Split.HIGH_VALUES),
            List.of(3, 4, 5),
            6,
            4,
            List.of(),
            few,
            5);
    AtomicLong seconds = new AtomicLong();
    OracleGapReport quick =
        OracleGap.of(SHRUG, new ModelUnits(OutputScaling.Z_SCORE), plan, () -> 0, c -> {});
    OracleGapReport slow =
        OracleGap.of(
            SHRUG,
            new ModelUnits(OutputScaling.Z_SCORE),
            plan,
            () -> 1_000_000_000L * seconds.incrementAndGet(),
            c -> {});
    assertThat(quick.cells())
        .extracting(cell -> cell.fitted() == null ? 0 : cell.fitted().tasks())
        .containsExactly(5, 5, 0, 0, 0, 0);
    assertThat(slow.cells())
        .extracting(cell -> cell.fitted() == null ? 0 : cell.fitted().tasks())
        .containsExactly(5, 0, 0, 0, 0, 0);
    OracleGapReport none =
        OracleGap.of(
            SHRUG, new ModelUnits(OutputScaling.Z_SCORE), plan.withFitSeconds(0), () -> 0, c -> {});
    assertThat(none.cells()).allMatch(cell -> cell.fitted() == null);
    assertThat(table(slow)).contains("| 1 | 4 | uniform | 6 |").contains("| not fitted |");
    assertThat(table(slow)).contains("| 1 | 5 | high values | 6 |");
  }

  @Test
  void difference_isThatOfTheTasksBothHave() {
    PairedDifference found =
        PairedDifference.of(new double[] {3, 5, 9, 4, 70}, new double[] {1, 1, 1, 1});
    assertThat(found.mean()).isCloseTo(4.25, within(1e-12));
    assertThat(found.median()).isCloseTo(3.5, within(1e-12));
    assertThat(found.error()).isCloseTo(Math.sqrt(20.75 / 3 / 4), within(1e-12));
  }

  @Test
  void plan_takesFewerTasksWhereExactProcessesAreExpensive() {
    OracleGapPlan plan = OracleGapPlan.paper(10, 512);
    assertThat(plan.contextSizes()).endsWith(1000, 2000);
    assertThat(plan.tasksAt(10)).isEqualTo(512);
    assertThat(plan.tasksAt(128)).isEqualTo(512);
    assertThat(plan.tasksAt(2000)).isEqualTo(32);
    assertThat(OracleGapPlan.paper(10, 128).tasksAt(2000)).isEqualTo(16);
    assertThat(OracleGapPlan.paper(10, 4).tasksAt(2000)).isEqualTo(4);
    assertThat(plan.pointsAt(Split.UNIFORM, 100)).isEqualTo(132);
    assertThat(plan.pointsAt(Split.HIGH_VALUES, 100)).isEqualTo(1000);
    assertThat(plan.pointsAt(Split.HIGH_VALUES, 2000)).isEqualTo(4000);
    assertThat(OracleGapTally.groups(65, 4000)).hasSize(17).endsWith(4, 1);
    assertThat(OracleGapTally.groups(512, 74)).containsExactly(512);
  }

  @Test
  void plan_withoutTasksIsRefused() {
    assertThatThrownBy(() -> PLAN.withSizes(List.of(0), 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }
}
