package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.BarDistribution;
import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class BarLossTest {

  private static final double[] BORDERS = {-2, -1, 0.25, 0.5, 3, 4};

  @Test
  void loss_is_the_negative_log_density_of_the_bar_distribution() {
    SplittableRandom random = new SplittableRandom(3);
    try (TensorScope scope = new TensorScope();
        BarLoss loss = new BarLoss(BORDERS, Device.CPU)) {
      for (int trial = 0; trial < 40; trial++) {
        double[] logits = random.doubles(5, -3, 3).toArray();
        double z = random.nextDouble(-6, 8);
        Tensor logMass = Tensor.of(logits, Device.CPU, 1, 1, 5).logSoftmax(-1);
        Tensor value = Tensor.of(new double[] {z}, Device.CPU, 1, 1).to(DType.FLOAT32);
        BarDistribution expected = BarDistribution.of(new Buckets(BORDERS), logits, 0, 1);
        assertThat(loss.of(logMass.to(DType.FLOAT32), value).item())
            .as("z = %s", z)
            .isCloseTo(-expected.logDensity(z), within(1e-4));
      }
    }
  }

  @Test
  void density_integrates_to_one() {
    try (TensorScope scope = new TensorScope();
        BarLoss loss = new BarLoss(BORDERS, Device.CPU)) {
      int n = 40_000;
      float[] grid = new float[n];
      for (int i = 0; i < n; i++) {
        grid[i] = -20 + 40f * (i + 0.5f) / n;
      }
      Tensor logMass =
          Tensor.of(new float[] {1, 0, 2, -1, 0.5f}, Device.CPU, 1, 1, 5)
              .logSoftmax(-1)
              .expand(1, n, 5);
      Tensor density = loss.of(logMass, Tensor.of(grid, Device.CPU, 1, n)).negate().exp();
      assertThat(density.mean().item() * 40).isCloseTo(1, within(1e-3));
    }
  }

  @Test
  void gradient_is_that_of_finite_differences() {
    try (TensorScope scope = new TensorScope();
        BarLoss loss = new BarLoss(BORDERS, Device.CPU)) {
      float[] logits = {1, 0, 2, -1, 0.5f, 0, 1, -2, 1, 0.3f};
      Tensor z = Tensor.of(new float[] {0.3f, -4}, Device.CPU, 1, 2);
      Tensor input = Tensor.of(logits, Device.CPU, 1, 2, 5).requireGradient();
      float[] gradient = loss.of(input.logSoftmax(-1), z).sum().gradientBy(input).toFloatArray();
      for (int i = 0; i < logits.length; i++) {
        double difference = value(loss, logits, z, i, 1e-2f) - value(loss, logits, z, i, -1e-2f);
        assertThat((double) gradient[i]).isCloseTo(difference / 2e-2, within(1e-3));
      }
    }
  }

  private static double value(BarLoss loss, float[] logits, Tensor z, int index, float step) {
    float[] moved = logits.clone();
    moved[index] += step;
    return loss.of(Tensor.of(moved, Device.CPU, 1, 2, 5).logSoftmax(-1), z).sum().item();
  }

  @Test
  void borders_hold_equal_shares_and_half_in_the_tails() {
    float[] sample = new float[1001];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = 1000 - i;
    }
    double[] borders = Borders.equalMass(sample, 10);
    assertThat(borders[0]).isCloseTo(50, within(1e-3));
    assertThat(borders[1]).isCloseTo(100, within(1e-3));
    assertThat(borders[9]).isCloseTo(900, within(1e-3));
    assertThat(borders[10]).isCloseTo(950, within(1e-3));
  }

  @Test
  void borders_increase_even_if_the_sample_is_constant() {
    float[] sample = new float[100];
    Arrays.fill(sample, 3);
    new BarLoss(Borders.equalMass(sample, 10), Device.CPU).close();
    assertThatThrownBy(() -> Borders.equalMass(sample, 50)).hasMessageContaining("200 draws");
    sample[4] = Float.NaN;
    assertThatThrownBy(() -> Borders.equalMass(sample, 10)).hasMessageContaining("finite");
  }

  @Test
  void borders_that_do_not_increase_are_refused() {
    assertThatThrownBy(() -> new BarLoss(new double[] {0, 1, 1, 2}, Device.CPU))
        .hasMessage("expected increasing borders but border 1 is 1.0 and the next 1.0");
  }
}
