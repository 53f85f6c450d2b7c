package dev.leadline.torch.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.pfn.PfnModel;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.ModelExport;
import dev.leadline.torch.train.Weights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class NetworkPredictorTest {

  private static final OracleGapPlan PLAN =
      new OracleGapPlan(
          OracleGapPlan.Family.PAPER,
          List.of(2),
          List.of(Split.UNIFORM, Split.HIGH_VALUES),
          List.of(7, 30),
          4,
          6,
          List.of(),
          new OracleGapPlan.Fitting(new GpFit(5, 5), 4, 10, 60),
          3);

  private static final OracleGapPlan UNIFORM =
      new OracleGapPlan(
          PLAN.family(),
          PLAN.dimensions(),
          List.of(Split.UNIFORM),
          PLAN.contextSizes(),
          PLAN.tasks(),
          PLAN.queries(),
          PLAN.noises(),
          PLAN.fitting(),
          PLAN.seed());

  @TempDir Path directory;

  private static ModelFile model() throws IOException {
    NetworkConfig config =
        new NetworkConfig(2, 16, 2, 2, 24, 20, 40, Norm.PRE, Attention.PAPER, Tokens.PLAIN);
    SplittableRandom random = new SplittableRandom(7);
    try (Network network = new Network(config, 0, Device.CPU, DType.FLOAT32, 5)) {
      for (String name : network.parameters().names()) {
        float[] values = network.parameters().values(name);
        for (int i = 0; i < values.length; i++) {
          values[i] += (float) (0.1 * random.nextGaussian());
        }
        network.parameters().set(name, values);
      }
      double[] borders = IntStream.rangeClosed(0, 40).mapToDouble(i -> 0.15 * i - 3).toArray();
      return new ModelExport("random", config, null, "z-score", Map.of("steps", "0"))
          .with(Weights.of(network, borders));
    }
  }

  @Test
  void network_predictsTogetherAsTheLibraryDoesOneByOne() throws IOException {
    ModelFile file = model();
    Path written = directory.resolve("random.pfn");
    file.write(written);
    OracleGapReport together;
    try (NetworkPredictor network = new NetworkPredictor(file, Device.CPU)) {
      together = OracleGap.of(network, PLAN, () -> 0, cell -> {});
    }
    OracleGapReport alone;
    try (PfnModel loaded = PfnModel.load(written)) {
      alone = OracleGap.of(loaded.surrogate(), loaded.units(), PLAN, () -> 0, cell -> {});
    }
    for (int i = 0; i < together.cells().size(); i++) {
      OracleGapCell cell = together.cells().get(i);
      assertThat(cell.loss()).isCloseTo(alone.cells().get(i).loss(), within(1e-4));
      assertThat(cell.oracleLoss()).isEqualTo(alone.cells().get(i).oracleLoss());
      assertThat(cell.coverage80()).isCloseTo(alone.cells().get(i).coverage80(), within(0.02));
    }
    assertThat(together.symptoms().get(0).observationsUntilMoved())
        .isCloseTo(alone.symptoms().get(0).observationsUntilMoved(), within(1.0));
    assertThat(together.symptoms().get(0).clusteredLoss())
        .isCloseTo(alone.symptoms().get(0).clusteredLoss(), within(1e-3));
  }

  @Test
  void buckets_explainPartOfTheGap() throws IOException {
    try (NetworkPredictor network = new NetworkPredictor(model(), Device.CPU)) {
      OracleGapCell cell =
          OracleGap.of(network, UNIFORM.withSizes(List.of(60), 60, 6), () -> 0, c -> {})
              .cells()
              .get(0);
      PairedDifference buckets = Objects.requireNonNull(cell.bucketGap());
      assertThat(buckets.mean())
          .isGreaterThan(2 * buckets.error())
          .isLessThan(cell.oracleGap().mean());
      assertThat(cell.oracleGap().mean()).isCloseTo(cell.loss() - cell.oracleLoss(), within(1e-9));
    }
  }

  @Test
  void contextOfHighValues_standsAboveItsQueries() {
    GpPrior prior = GpPrior.paper(2, Split.HIGH_VALUES);
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      GpPrior.Draw draw = prior.draw(20, 200, random);
      OracleTasks chosen = OracleTasks.split(prior, prior.ordered(draw, random), 30, 40);
      OracleTasks even = OracleTasks.split(prior, draw, 30, 40);
      Tensor deviation = draw.parameters().outputScale().sqrt().unsqueeze(1);
      assertThat(heightOfContext(chosen, deviation)).isGreaterThan(0.4);
      assertThat(heightOfContext(even, deviation)).isBetween(-0.2, 0.2);
    }
  }

  /** How far the seen values stand above the predicted ones, in standard deviations. */
  private static double heightOfContext(OracleTasks tasks, Tensor deviation) {
    Tensor seen = tasks.contextY().meanKeeping(1);
    return seen.minus(tasks.targets().meanKeeping(1)).over(deviation).mean().item();
  }

  @Test
  void spread_isMeasuredWithTheGap() throws IOException {
    try (NetworkPredictor network = new NetworkPredictor(model(), Device.CPU)) {
      OracleGapReport report = OracleGap.of(network, PLAN, () -> 0, cell -> {});
      assertThat(report.cells()).allMatch(cell -> cell.spread() != null && cell.spread() > 0);
      assertThat(OracleGapReport.heading()).contains("| spread |");
    }
  }

  @Test
  void fairFamily_measuresOnStretchedLengthscales() {
    GpPrior prior =
        OracleGapPlan.paper(10, 1)
            .withFamily(OracleGapPlan.Family.FAIR)
            .family()
            .prior(10, Split.HIGH_VALUES);
    assertThat(prior).isEqualTo(GpPrior.fair(10, Split.HIGH_VALUES));
  }

  @Test
  void record_fromBeforeTheSpread_isRead() throws IOException {
    OracleGapRecord old =
        OracleGapRecord.read(
            Path.of("../benchmarks/2026-11-15-paper-networks/paper-2d-pt/check.json"));
    assertThat(old.report().cells()).allMatch(cell -> cell.spread() == null);
    assertThat(new OracleGapComparison(List.of(old)).tables()).doesNotContain("spread");
  }

  @Test
  void record_comesBackFromItsFileAndIsCompared() throws IOException {
    OracleGapReport report;
    try (NetworkPredictor network = new NetworkPredictor(model(), Device.CPU)) {
      report = OracleGap.of(network, PLAN, () -> 0, cell -> {});
    }
    OracleGapRecord record =
        new OracleGapRecord("mine", Map.of("steps", "0"), Device.CPU, 1.5, report);
    Path file = directory.resolve("check.json");
    record.write(file);
    assertThat(OracleGapRecord.read(file)).isEqualTo(record);
    assertThat(Files.size(file)).isLessThan(10_000);
    OracleGapRecord other = new OracleGapRecord("other", Map.of(), Device.CPU, 1.5, report);
    String tables = new OracleGapComparison(List.of(record, other)).tables();
    assertThat(tables)
        .contains("2-D, uniform contexts: gap to the exact GP")
        .contains("2-D, contexts of high values: coverage of the 80 % interval")
        .contains("| model | 7 | 30 |\n|---|---|---|\n| mine | ")
        .contains("| other | ")
        .contains("2-D, uniform contexts: spread of the predictions, nats");
    Files.writeString(file, "{\"cells\": []}");
    assertThatThrownBy(() -> OracleGapRecord.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected a record of 'leadline model check'");
  }
}
