package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(NoLeaks.class)
class CorrelatedValuesTest {

  private static final double JITTER = 1e-8;

  private static Tensor identity(long tasks, long count) {
    return Tensor.identity(count, Device.CPU, DType.FLOAT64).expand(tasks, count, count);
  }

  /** Three tasks in two dimensions: rough, smooth, nearly constant. */
  private static Tensor lengthscales() {
    return Tensor.of(new double[] {0.1, 0.1, 0.5, 0.5, 20, 20}, Device.CPU, 3, 2);
  }

  private static double largest(Tensor difference) {
    return difference.abs().max().item();
  }

  @ParameterizedTest
  @CsvSource({"512, MATERN_52", "513, RBF", "767, MATERN_52", "768, MATERN_52", "900, RBF"})
  void factor_ofManyPointsIsTheOneOfTheLibrary(int count, Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, count)) {
      Tensor points = random.uniform(DType.FLOAT64, 3, count, 2);
      Tensor white = identity(3, count);
      CorrelatedValues steady = new CorrelatedValues(kernel, 1e-4);
      Tensor expected = steady.atOnce(points, lengthscales(), white);
      assertThat(largest(steady.of(points, lengthscales(), white).minus(expected)))
          .isLessThan(1e-10);
    }
  }

  /* The factor of a nearly singular matrix is known to few digits only; its square is not. */
  @ParameterizedTest
  @EnumSource
  void factor_squaredIsTheCovariance(Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      int count = 700;
      Tensor points = random.uniform(DType.FLOAT64, 3, count, 2);
      CorrelatedValues draws = new CorrelatedValues(kernel, JITTER);
      Tensor factor = draws.of(points, lengthscales(), identity(3, count));
      Tensor covariance = kernel.between(points, points, lengthscales());
      covariance.diagonal().fillInPlace(1 + JITTER);
      assertThat(largest(factor.matmul(factor.transpose(1, 2)).minus(covariance)))
          .isLessThan(1e-10);
      for (int column = 1; column < count; column++) { // nothing stands above the diagonal
        assertThat(largest(factor.narrow(2, column, 1).narrow(1, 0, column))).isZero();
      }
    }
  }

  @Test
  void values_haveTheCovarianceOfTheKernel() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 2)) {
      Tensor points = random.uniform(DType.FLOAT64, 1, 600, 2);
      Tensor lengthscale = lengthscales().narrow(0, 1, 1);
      Tensor white = random.normal(DType.FLOAT64, 1, 600, 4000);
      Tensor values = new CorrelatedValues(Kernel.MATERN_52, JITTER).of(points, lengthscale, white);
      Tensor covariance = values.matmul(values.transpose(1, 2)).over(4000);
      Tensor expected = Kernel.MATERN_52.between(points, points, lengthscale);
      assertThat(largest(covariance.minus(expected))).isLessThan(0.13); // about 5 deviations
    }
  }

  @Test
  void smoothestProcesses_haveValuesAtManyPoints() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 3)) {
      Tensor points = random.uniform(DType.FLOAT64, 2, 1500, 1);
      Tensor lengthscale = Tensor.of(new double[] {0.3, 30}, Device.CPU, 2, 1);
      Tensor white = random.normal(DType.FLOAT64, 2, 1500, 1);
      Tensor values = new CorrelatedValues(Kernel.RBF, JITTER).of(points, lengthscale, white);
      assertThat(largest(values)).isBetween(0.01, 6.0);
    }
  }

  @Test
  void laterPoints_leaveEarlierValuesAsTheyWere() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 4)) {
      CorrelatedValues draws = new CorrelatedValues(Kernel.MATERN_52, JITTER);
      Tensor points = random.uniform(DType.FLOAT64, 3, 800, 2);
      Tensor white = random.normal(DType.FLOAT64, 3, 800, 1);
      Tensor all = draws.of(points, lengthscales(), white);
      for (long count : new long[] {40, 600}) {
        Tensor some =
            draws.of(points.narrow(1, 0, count), lengthscales(), white.narrow(1, 0, count));
        assertThat(largest(all.narrow(1, 0, count).minus(some))).isLessThan(1e-6);
      }
    }
  }

  @Test
  void groupsOfTasks_areDrawnAsAllOfThem() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 5)) {
      CorrelatedValues draws = new CorrelatedValues(Kernel.MATERN_52, 1e-4);
      Tensor points = random.uniform(DType.FLOAT64, 3, 530, 2);
      Tensor white = random.normal(DType.FLOAT64, 3, 530, 2);
      Tensor all = draws.of(points, lengthscales(), white);
      Tensor grouped = draws.inGroups(2, points, lengthscales(), white);
      assertThat(largest(all.minus(grouped))).isLessThan(1e-10);
    }
  }

  @Test
  @Tag("gpu")
  void values_ofAGpuAreThoseOfACpu() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 6)) {
      CorrelatedValues draws = new CorrelatedValues(Kernel.MATERN_52, JITTER);
      Tensor points = random.uniform(DType.FLOAT64, 3, 2000, 2);
      Tensor white = random.normal(DType.FLOAT64, 3, 2000, 1);
      Tensor here = draws.of(points, lengthscales(), white);
      Tensor there =
          draws.of(points.to(Device.CUDA), lengthscales().to(Device.CUDA), white.to(Device.CUDA));
      assertThat(largest(here.minus(there.to(Device.CPU)))).isLessThan(1e-6);
    }
  }

  @Test
  void whiteNumbers_ofAnotherShapeAreRefused() {
    try (TensorScope scope = new TensorScope()) {
      Tensor points = Tensor.zeros(Device.CPU, DType.FLOAT64, 3, 5, 2);
      Tensor white = Tensor.zeros(Device.CPU, DType.FLOAT64, 3, 4, 1);
      CorrelatedValues draws = new CorrelatedValues(Kernel.RBF, JITTER);
      assertThatThrownBy(() -> draws.of(points, lengthscales(), white))
          .hasMessage("expected white numbers of shape [3, 5, -1] but was [3, 4, 1]");
    }
  }
}
