package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(NoLeaks.class)
class KernelTest {

  @ParameterizedTest
  @EnumSource
  void kernel_isPositiveDefinite(Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 3)) {
      for (int dimensions : new int[] {1, 3, 10}) {
        Tensor points = random.uniform(DType.FLOAT64, 2, 60, dimensions);
        Tensor lengthscale = random.uniform(DType.FLOAT64, 2, dimensions).plus(0.05);
        Tensor matrix = kernel.between(points, points, lengthscale);
        Tensor lifted = matrix.plus(Tensor.identity(60, Device.CPU, DType.FLOAT64).times(1e-9));
        double[] info = lifted.choleskyWithInfo().second().toDoubleArray();
        assertThat(info).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void kernel_isOneAtDistanceZeroAndFallsWithDistance(Kernel kernel) {
    try (TensorScope scope = new TensorScope()) {
      Tensor squares = Tensor.range(50, Device.CPU, DType.FLOAT64).times(0.1);
      double[] values = kernel.of(squares).toDoubleArray();
      assertThat(values[0]).isCloseTo(1, within(1e-9));
      for (int i = 1; i < values.length; i++) {
        assertThat(values[i]).isPositive().isLessThan(values[i - 1]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void covariance_isTheCorrelationTimesTheVarianceWithItsGradient(Kernel kernel) {
    try (TensorScope scope = new TensorScope()) {
      Tensor squares = Tensor.range(50, Device.CPU, DType.FLOAT64).plus(0.01).times(0.1);
      Tensor leaf = squares.times(1).requireGradient();
      Tensor other = squares.times(1).requireGradient();
      Tensor logVariance = Tensor.full(Math.log(3), Device.CPU, DType.FLOAT64);
      Tensor expected = kernel.of(leaf).times(3);
      Tensor actual = kernel.covariance(other.times(kernel.unit()), logVariance);
      assertThat(actual.toDoubleArray()).containsExactly(expected.toDoubleArray(), within(1e-14));
      assertThat(actual.sum().gradientBy(other).toDoubleArray())
          .containsExactly(expected.sum().gradientBy(leaf).toDoubleArray(), within(1e-12));
    }
  }
}
