package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(NoLeaks.class)
class GpPosteriorTest {

  private static final int TASKS = 3;
  private static final int INPUTS = 2;

  /* Not Matérn-1/2: it has a root of the rounding errors of squared distances, 1e-8. */
  @ParameterizedTest
  @EnumSource
  void extended_equalsConditionedAtOnce(Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 4)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 60, INPUTS);
      Tensor queries = random.uniform(DType.FLOAT64, TASKS, 40, INPUTS);
      Tensor values = points.times(5).sin().sum(2); // (B, 60)
      GpPosterior grown = condition(kernel, points.narrow(1, 0, 20), values.narrow(1, 0, 20));
      long count = 20;
      for (long further : new long[] {1, 1, 3, 1, 34}) {
        Tensor added = points.narrow(1, count, further);
        count += further;
        Tensor known = values.narrow(1, 0, count).times(1.0 / count).plus(0.1); // units change
        grown = grown.extended(added, known);
        assertSame(grown, condition(kernel, points.narrow(1, 0, count), known), queries);
      }
      assertThat(grown.size()).isEqualTo(60);
    }
  }

  private static void assertSame(GpPosterior actual, GpPosterior expected, Tensor queries) {
    GpPosterior.Moments here = actual.at(queries);
    GpPosterior.Moments there = expected.at(queries);
    assertThat(here.mean().toDoubleArray())
        .containsExactly(there.mean().toDoubleArray(), within(1e-9));
    assertThat(here.variance().toDoubleArray())
        .containsExactly(there.variance().toDoubleArray(), within(1e-9));
    assertThat(actual.logMarginalLikelihood().toDoubleArray())
        .containsExactly(expected.logMarginalLikelihood().toDoubleArray(), within(1e-8));
  }

  @Test
  void extended_staysSoundWherePointsRepeat() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 5)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 30, INPUTS);
      Tensor same = points.narrow(1, 0, 1);
      Tensor values = Tensor.zeros(Device.CPU, DType.FLOAT64, TASKS, 30);
      Tensor zero = Tensor.zeros(Device.CPU, DType.FLOAT64, TASKS, 1);
      GpPosterior posterior = condition(Kernel.RBF, points, values);
      Tensor all = points;
      for (int i = 0; i < 50; i++) {
        values = Tensor.cat(1, values, zero);
        all = Tensor.cat(1, all, same);
        posterior = posterior.extended(same, values);
      }
      assertSame(posterior, condition(Kernel.RBF, all, values), points);
    }
  }

  @Test
  void extended_refusesValuesOfAnotherNumberOfPoints() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 6)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 6, INPUTS);
      Tensor values = points.sum(2);
      GpPosterior posterior = condition(Kernel.RBF, points.narrow(1, 0, 4), values.narrow(1, 0, 4));
      assertThatThrownBy(() -> posterior.extended(points.narrow(1, 4, 1), values))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected values of shape [3, 5] but was [3, 6]");
    }
  }

  @Test
  void keptPosterior_outlivesItsScopeUntilItIsFreed() {
    GpPosterior posterior;
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 7)) {
      Tensor points = random.uniform(DType.FLOAT64, TASKS, 5, INPUTS);
      posterior = condition(Kernel.RBF, points, points.sum(2)).keep();
    }
    for (int i = 0; i < 3; i++) {
      GpPosterior former = posterior;
      try (TensorScope scope = new TensorScope()) {
        Tensor point = Tensor.full(0.2 * i, Device.CPU, DType.FLOAT64, TASKS, 1, INPUTS);
        Tensor values = Tensor.full(0.3, Device.CPU, DType.FLOAT64, TASKS, former.size() + 1);
        posterior = former.extended(point, values).keep();
        former.free();
        assertThat(posterior.at(point).mean().toDoubleArray()).hasSize(TASKS).doesNotContain(0);
      }
    }
    posterior.free();
  }

  private static GpPosterior condition(Kernel kernel, Tensor points, Tensor values) {
    Tensor task = Tensor.range(TASKS, Device.CPU, DType.FLOAT64).plus(1); // 1 … B
    Tensor lengthscale = task.times(0.2).unsqueeze(1).expand(TASKS, INPUTS);
    Tensor noise = task.times(1e-4);
    return GpPosterior.condition(
        kernel, new GpParameters(lengthscale, task, noise, task.times(0.1)), points, values);
  }
}
