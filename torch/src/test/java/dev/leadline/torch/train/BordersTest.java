package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BordersTest {

  private static float[] even(int count, double from, double to) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[count - 1 - i] = (float) (from + (to - from) * i / (count - 1));
    }
    return values;
  }

  @Test
  void batches_count_alike_however_many_values_they_have() {
    double[] borders = Borders.ofBatches(List.of(even(90_000, 0, 1), even(300, 1, 2)), 10);
    assertThat(borders).hasSize(11);
    assertThat(borders[5]).isCloseTo(1, within(.01));
    assertThat(borders[2]).isCloseTo(.4, within(.01));
  }

  @Test
  void outermost_borders_are_the_extremes() {
    float[] values = even(1000, -1, 1);
    values[17] = -40;
    values[500] = 25;
    double[] borders = Borders.ofBatches(List.of(values, even(1000, -1, 1)), 10);
    assertThat(borders[0]).isEqualTo(-40);
    assertThat(borders[10]).isEqualTo(25);
    assertThat(Arrays.stream(borders).skip(1).limit(9)).allMatch(border -> Math.abs(border) < 1);
  }

  @Test
  void pooled_borders_cut_their_outermost_buckets_in_half() {
    double[] borders = Borders.equalMass(even(10_001, 0, 1), 10);
    assertThat(borders[0]).isCloseTo(.05, within(1e-3));
    assertThat(borders[10]).isCloseTo(.95, within(1e-3));
  }
}
