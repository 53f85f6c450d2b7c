package dev.leadline.torch.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class TensorRandomTest {

  @Test
  void same_seed_same_numbers() {
    try (TensorScope scope = new TensorScope();
        TensorRandom one = new TensorRandom(Device.CPU, 3);
        TensorRandom two = new TensorRandom(Device.CPU, 3);
        TensorRandom other = new TensorRandom(Device.CPU, 4)) {
      double[] draws = one.normal(DType.FLOAT64, 50).toDoubleArray();
      assertThat(two.normal(DType.FLOAT64, 50).toDoubleArray()).containsExactly(draws);
      assertThat(other.normal(DType.FLOAT64, 50).toDoubleArray()).isNotEqualTo(draws);
    }
  }

  @Test
  void restored_stream_continues_where_it_stood() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 3)) {
      random.normal(DType.FLOAT32, 7);
      byte[] state = random.state();
      float[] expected = random.normal(DType.FLOAT32, 9).toFloatArray();
      random.restore(state);
      assertThat(random.normal(DType.FLOAT32, 9).toFloatArray()).containsExactly(expected);
      assertThatThrownBy(() -> random.restore(new byte[3])).hasMessageContaining("but got 3");
    }
  }

  @Test
  void moments_are_those_of_the_distributions() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      assertThat(random.uniform(DType.FLOAT64, 20000).mean().item()).isCloseTo(0.5, within(0.01));
      assertThat(random.exponential(DType.FLOAT64, 20000).mean().item()).isCloseTo(1, within(0.03));
      assertThat(random.gumbel(DType.FLOAT64, 20000).mean().item()).isCloseTo(0.5772, within(0.04));
      assertThat(random.integers(2, 5, 3000).toDoubleArray()).containsOnly(2, 3, 4);
    }
  }
}
