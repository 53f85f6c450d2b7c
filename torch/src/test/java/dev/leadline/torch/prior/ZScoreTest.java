package dev.leadline.torch.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ZScoreTest {

  private static final double[] PROBES = {-50, -1, -0.3, 0, 0.2, 1, 3, 700};

  @Test
  void scaling_equalsTheOneOfInference() {
    SplittableRandom random = new SplittableRandom(4);
    for (int count : new int[] {0, 1, 2, 3, 7, 40}) {
      double[] values = random.doubles(count, -2, 5).map(v -> v * Math.abs(v)).toArray();
      assertSame(values);
    }
  }

  @Test
  void scaling_ofEqualValuesIsTheOneOfInference() {
    assertSame(new double[] {3, 3, 3});
    assertSame(new double[] {0, 0});
    assertSame(new double[] {-2});
    assertSame(new double[] {1, 1, 1, 1, 1, 9});
  }

  private static void assertSame(double[] values) {
    OutputScaling.Fitted expected = OutputScaling.Z_SCORE.fit(values);
    double[] both = DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(PROBES)).toArray();
    try (TensorScope scope = new TensorScope()) {
      Tensor context = Tensor.of(values, Device.CPU, 1, values.length);
      GpPrior.ZScore scaling = GpPrior.ZScore.of(context);
      double[] actual = scaling.apply(Tensor.of(both, Device.CPU, 1, both.length)).toDoubleArray();
      assertThat(actual).containsExactly(expected.toModel(both), within(1e-9));
    }
  }
}
