package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class HeldOutTest {

  private static double[] spread(double[] mass, int tasks, int queries, int buckets) {
    try (TensorScope scope = new TensorScope()) {
      return HeldOut.spread(Tensor.of(mass, Device.CPU, tasks, queries, buckets).log())
          .toDoubleArray();
    }
  }

  @Test
  void spread_is_the_mean_divergence_from_the_mean_prediction() {
    double[] mass = {.9, .1, .3, .7};
    double expected = 0;
    for (int j = 0; j < 2; j++) {
      expected += .5 * mass[2 * j] * Math.log(mass[2 * j] / .6);
      expected += .5 * mass[2 * j + 1] * Math.log(mass[2 * j + 1] / .4);
    }
    assertThat(spread(mass, 1, 2, 2)[0]).isCloseTo(expected, within(1e-12));
  }

  @Test
  void predictions_that_do_not_depend_on_the_query_have_none() {
    double[] spread = spread(new double[] {.2, .8, .2, .8, .1, .9, .6, .4}, 2, 2, 2);
    assertThat(spread[0]).isLessThan(1e-15);
    assertThat(spread[1]).isGreaterThan(.1);
  }
}
