package dev.leadline.torch.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.Kernel;
import dev.leadline.torch.gp.ScalarDistribution;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class GpPriorTest {

  @ParameterizedTest
  @EnumSource
  void draws_haveTheCovarianceOfTheKernel(Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 5)) {
      int tasks = 20_000;
      Tensor place = Tensor.of(new double[] {0.1, 0.2, 0.25, 0.6, 0.9, 0.5}, Device.CPU, 1, 3, 2);
      Tensor points = place.expand(tasks, 3, 2);
      Tensor one = Tensor.full(1, Device.CPU, DType.FLOAT64, tasks);
      Tensor lengthscale = Tensor.of(new double[] {0.4, 0.8}, Device.CPU, 1, 2).expand(tasks, 2);
      GpParameters parameters =
          new GpParameters(lengthscale, one.times(2), one.times(0.3), one.times(0));
      Tensor observed = prior(kernel).at(points, parameters, random).observed(); // (B, 3)
      double[] actual = observed.transpose(0, 1).matmul(observed).over(tasks).toDoubleArray();
      double[] correlation =
          kernel.between(place, place, lengthscale.narrow(0, 0, 1)).toDoubleArray();
      for (int i = 0; i < 9; i++) {
        double expected = 2 * correlation[i] + (i % 4 == 0 ? 0.3 : 0);
        assertThat(actual[i]).isCloseTo(expected, within(0.08));
      }
    }
  }

  @Test
  void draws_ofTheSmoothestProcessesAtManyPointsSucceed() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 6)) {
      Tensor points = random.uniform(DType.FLOAT64, 1, 800, 1);
      Tensor one = Tensor.full(1, Device.CPU, DType.FLOAT64, 1);
      GpParameters parameters =
          new GpParameters(one.times(30).unsqueeze(1), one, one.times(1e-6), one.times(0));
      Tensor latent = prior(Kernel.RBF).at(points, parameters, random).latent();
      assertThat(latent.isFinite().all().toDoubleArray()).containsExactly(1);
      assertThat(latent.square().mean().sqrt().item()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void split_keepsEveryPointOnce(Split split) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 7)) {
      Tensor values = random.normal(DType.FLOAT64, 3, 50);
      double[] order = split.order(values, random).toDoubleArray();
      for (int task = 0; task < 3; task++) {
        double[] seen = Arrays.copyOfRange(order, task * 50, (task + 1) * 50);
        Arrays.sort(seen);
        assertThat(seen).containsExactly(LongStream.range(0, 50).asDoubleStream().toArray());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10})
  void fairPrior_putsPointsAtTheSameDistanceInEveryDimension(int dimensions) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 8)) {
      Tensor lengthscale =
          GpPrior.fair(dimensions, Split.UNIFORM).parameters(4000, random).lengthscale();
      assertThat(lengthscale.mean().item()).isCloseTo(.5 * Math.sqrt(dimensions), within(.03));
      double shrunk =
          GpPrior.paper(dimensions, Split.UNIFORM)
              .parameters(4000, random)
              .lengthscale()
              .mean()
              .item();
      assertThat(shrunk).isCloseTo(.5, within(.03));
    }
  }

  @Test
  void highValues_areSeenFirst() {
    double uniform = meanOfContextMinusQueries(Split.UNIFORM);
    double high = meanOfContextMinusQueries(Split.HIGH_VALUES);
    assertThat(uniform).isCloseTo(0, within(0.15));
    assertThat(high).isGreaterThan(0.5);
  }

  private static double meanOfContextMinusQueries(Split split) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 8)) {
      TaskBatch batch = GpPrior.paper(2, split).sample(64, 40, 40, random);
      return batch.contextY().mean().item() - batch.targets().mean().item();
    }
  }

  @Test
  void context_isScaledToMeanZeroAndDeviationOne() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 9)) {
      TaskBatch batch = GpPrior.paper(3, Split.UNIFORM).sample(4, 30, 10, random);
      assertThat(batch.contextY().mean(1).toDoubleArray())
          .containsOnly(new double[] {0, 0, 0, 0}, within(1e-5));
      assertThat(batch.contextY().square().mean(1).toDoubleArray())
          .containsOnly(new double[] {1, 1, 1, 1}, within(1e-4));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 1000})
  void sample_withTheSameSeedIsTheSame(int context) {
    assertThat(targets(3, context))
        .isEqualTo(targets(3, context))
        .isNotEqualTo(targets(4, context));
  }

  @Test
  void gamma_hasItsMeanAndVariance() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 10)) {
      for (double shape : new double[] {0.7, 1.1, 3}) {
        Tensor draws = new ScalarDistribution.Gamma(shape, 2).draw(random, 40_000);
        double mean = draws.mean().item();
        double variance = draws.minus(mean).square().mean().item();
        assertThat(mean).isCloseTo(shape / 2, within(0.02));
        assertThat(variance).isCloseTo(shape / 4, within(0.05));
        assertThat(draws.min().item()).isPositive();
      }
    }
  }

  private static float[] targets(long seed, int context) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      TaskBatch batch = GpPrior.paper(2, Split.HIGH_VALUES).sample(3, context, 10, random);
      return batch.targets().toFloatArray();
    }
  }

  private static GpPrior prior(Kernel kernel) {
    return new GpPrior(
        2,
        kernel,
        new ScalarDistribution.Fixed(1),
        new ScalarDistribution.Fixed(1),
        new ScalarDistribution.Fixed(1e-3),
        0,
        Split.UNIFORM);
  }
}
