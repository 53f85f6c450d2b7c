package dev.leadline.torch.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.gp.BatchedCommittee;
import dev.leadline.torch.prior.FunctionPriorConfig.Shapes;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class FunctionPriorTest {

  private static final FunctionPrior PRIOR =
      new FunctionPrior(
          FunctionPriorConfig.standard(OutputScaling.SIGNED_LOG).withSizes(14, 96, 64));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 64})
  void sample_isFiniteInTheCubeAndPaddedByZeros(int context) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      TaskBatch batch = PRIOR.sample(64, context, 20, random);
      assertThat(batch.contextX().shape()).containsExactly(64, context, 14);
      Tensor inputs = Tensor.cat(1, batch.contextX(), batch.queryX());
      assertThat(inputs.min().item()).isGreaterThanOrEqualTo(0);
      assertThat(inputs.max().item()).isLessThanOrEqualTo(1);
      Tensor column = Tensor.range(14, Device.CPU, DType.FLOAT32).reshape(1, 1, 14);
      Tensor beyond = column.lessThan(batch.dimensions().reshape(-1, 1, 1)).not();
      assertThat(inputs.times(beyond.to(DType.FLOAT32)).abs().max().item()).isZero();
      assertThat(batch.targets().isFinite().all().toDoubleArray()).containsExactly(1);
      assertThat(batch.targets().abs().max().item()).isLessThanOrEqualTo(16);
      assertThat(batch.contextY().isFinite().all().toDoubleArray()).containsExactly(1);
    }
  }

  @Test
  void dimensions_coverTheRangeWithWeightOnTheUsualOnes() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 2)) {
      FunctionPriorConfig config = FunctionPriorConfig.standard(OutputScaling.SIGNED_LOG);
      Tensor dimensions = InputSpaces.draw(config, new Chance(random, 4000)).dimensions();
      assertThat(dimensions.min().item()).isEqualTo(1);
      assertThat(dimensions.max().item()).isEqualTo(30);
      double usual = dimensions.lessThan(12.5).to(DType.FLOAT32).mean().item();
      assertThat(usual).isCloseTo(0.8, within(0.03));
    }
  }

  @Test
  void snap_leavesOnlyPointsThatStayWhereTheyAre() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 3)) {
      Chance chance = new Chance(random, 200);
      InputSpaces spaces =
          InputSpaces.draw(FunctionPriorConfig.standard(OutputScaling.SIGNED_LOG), chance);
      Tensor once = spaces.snap(chance.uniform(0, 1, 10, 30));
      Tensor twice = spaces.snap(once);
      assertThat(once.minus(twice).abs().max().item()).isLessThan(1e-6);
      double discrete = spaces.discrete().to(DType.FLOAT32).mean().item();
      assertThat(discrete).isBetween(0.02, 0.3);
    }
  }

  @Test
  void functions_haveAboutUnitSpreadBeforeTheyAreBent() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 4)) {
      Chance chance = new Chance(random, 100);
      InputSpaces spaces = InputSpaces.draw(PRIOR.config(), chance);
      RandomFunctions functions = RandomFunctions.draw(PRIOR.config(), spaces, chance);
      Tensor values = functions.at(spaces.snap(chance.uniform(0, 1, 256, 14)));
      Tensor offset = values.minus(values.meanKeeping(1)).over(functions.deviation());
      assertThat(median(offset.square().mean(1).sqrt())).isBetween(0.7, 1.4);
    }
  }

  @Test
  void additiveFunctions_haveNoInteractions() {
    assertThat(interaction(plain(1))).isLessThan(1e-4);
    assertThat(interaction(plain(0))).isGreaterThan(0.1);
  }

  /** Functions of six inputs with a share of additive ones. */
  private static FunctionPriorConfig plain(double additive) {
    Shapes shapes = new Shapes(0, .5, additive, 0, .5, .3, 0, 0, 0);
    return new FunctionPriorConfig(6, 96, 64, OutputScaling.SIGNED_LOG, shapes);
  }

  @Test
  void choices_haveOneOptionEach() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 13)) {
      Chance chance = new Chance(random, 300);
      InputSpaces spaces = InputSpaces.draw(PRIOR.config(), chance);
      Tensor points = spaces.snap(chance.uniform(0, 1, 30, 14));
      for (Tensor choice : spaces.choices()) {
        Tensor options = choice.to(DType.FLOAT32);
        Tensor exists = options.maxKeeping(2); // (B, 1, 1)
        Tensor ones = points.times(options).sumKeeping(2); // (B, M, 1)
        assertThat(ones.minus(exists).abs().max().item()).isZero();
        assertThat(exists.mean().item()).isBetween(0.02, 0.4);
      }
    }
  }

  /** The root mean square of f(a, b) − f(a, b') − f(a', b) + f(a', b') over halves of inputs. */
  private static double interaction(FunctionPriorConfig config) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 7)) {
      Chance chance = new Chance(random, 50);
      InputSpaces spaces = InputSpaces.draw(config, chance);
      RandomFunctions functions = RandomFunctions.draw(config, spaces, chance);
      Tensor here = spaces.snap(chance.uniform(0, 1, 20, 6));
      Tensor there = spaces.snap(chance.uniform(0, 1, 20, 6));
      Tensor first = Tensor.range(6, Device.CPU, DType.FLOAT32).lessThan(2.5);
      Tensor both = functions.at(here).plus(functions.at(there));
      Tensor crossed =
          functions.at(here.where(first, there)).plus(functions.at(there.where(first, here)));
      return both.minus(crossed).square().mean().sqrt().item();
    }
  }

  @Test
  void traces_clusterAroundLowObservedPoints() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 5)) {
      TaskBatch batch = PRIOR.sample(200, 60, 10, random);
      Tensor first = batch.contextX().narrow(1, 0, 12);
      Tensor later = batch.contextX().narrow(1, 40, 20);
      Tensor distance = distance(later, batch.contextX().narrow(1, 0, 40)); // (B, 20, 40)
      Tensor spread =
          distance(first, first).plus(Tensor.identity(12, Device.CPU, DType.FLOAT32).times(9));
      assertThat(median(distance.minKeeping(2))).isLessThan(0.6 * median(spread.minKeeping(2)));
      double before = batch.contextY().narrow(1, 0, 12).mean().item();
      double after = batch.contextY().narrow(1, 40, 20).mean().item();
      assertThat(after).isLessThan(before - 0.2);
    }
  }

  private static Tensor distance(Tensor points, Tensor others) {
    return points.unsqueeze(2).minus(others.unsqueeze(1)).square().sum(-1).sqrt();
  }

  @Test
  void sample_withTheSameSeedIsTheSame() {
    assertThat(targets(3)).isEqualTo(targets(3)).isNotEqualTo(targets(4));
  }

  @Test
  void committee_explainsMostOfWhatItIsAskedAbout() {
    CommitteeConfig members =
        new CommitteeConfig(List.of(.2, .8, 3.2), List.of(1e-4, 1e-2), 1, .5, 1.5, 2, 12);
    FunctionPriorConfig config = FunctionPriorConfig.standard(OutputScaling.ROBUST_LOG);
    FunctionPrior prior = new FunctionPrior(config.withSizes(8, 96, 64));
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 6)) {
      TaskBatch batch = prior.sample(64, 48, 32, random);
      BatchedCommittee.EnsembleFeatures committee =
          new BatchedCommittee(members)
              .consult(
                  batch.contextX(),
                  batch.contextY(),
                  batch.queryX(),
                  batch.dimensions(),
                  Tensor.full(1, Device.CPU, DType.FLOAT64, 64, 8));
      Tensor z = batch.targets().minus(committee.location()).over(committee.scale());
      assertThat(median(z.abs())).isBetween(0.2, 1.2);
      assertThat(median(committee.scale())).isLessThan(0.8);
    }
  }

  private static double median(Tensor tensor) {
    double[] values = tensor.toDoubleArray();
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static float[] targets(long seed) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      return PRIOR.sample(5, 20, 10, random).targets().toFloatArray();
    }
  }
}
