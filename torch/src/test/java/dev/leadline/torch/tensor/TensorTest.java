package dev.leadline.torch.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class TensorTest {

  private static final Offset<Double> CLOSE = within(1e-12);

  private static Tensor of(double[] values, long... shape) {
    return Tensor.of(values, Device.CPU, shape);
  }

  @Test
  void arrays_survive_the_round_trip() {
    try (TensorScope scope = new TensorScope()) {
      Tensor t = of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
      assertThat(t.shape()).containsExactly(2, 3);
      assertThat(t.transpose(0, 1).toDoubleArray()).containsExactly(1, 4, 2, 5, 3, 6);
      assertThat(t.to(DType.FLOAT32).toFloatArray()).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(t.to(DType.BFLOAT16).type()).isEqualTo(DType.BFLOAT16);
    }
  }

  @Test
  void empty_tensor_is_an_empty_array() {
    try (TensorScope scope = new TensorScope()) {
      assertThat(of(new double[0], 2, 0).to(DType.FLOAT32).toFloatArray()).isEmpty();
      assertThat(of(new double[0], 2, 0).toDoubleArray()).isEmpty();
    }
  }

  @Test
  void values_of_the_wrong_number_are_refused() {
    assertThatThrownBy(() -> of(new double[3], 2, 2))
        .hasMessageContaining("expected 4 values for the shape [2, 2] but got 3");
  }

  @Test
  void expect_says_what_was_wrong() {
    try (TensorScope scope = new TensorScope()) {
      Tensor t = of(new double[6], 2, 3);
      assertThat(t.expect("x", 2, -1)).isSameAs(t);
      assertThatThrownBy(() -> t.expect("x", 2, 4))
          .hasMessage("expected x of shape [2, 4] but was [2, 3]");
    }
  }

  @Test
  void escaped_tensor_outlives_its_scope() {
    try (TensorScope outer = new TensorScope()) {
      Tensor kept;
      try (TensorScope inner = new TensorScope()) {
        kept = inner.escape(of(new double[] {3, 1, 2}, 3).sort(0, Order.ASCENDING).first());
      }
      assertThat(kept.toDoubleArray()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void kept_tensor_lives_until_freed() {
    Tensor kept;
    try (TensorScope scope = new TensorScope()) {
      kept = of(new double[] {7}, 1).keep();
    }
    try (TensorScope scope = new TensorScope()) {
      assertThat(kept.item()).isEqualTo(7);
    }
    kept.free();
  }

  @Test
  void gradient_of_a_square_is_twice_the_value() {
    try (TensorScope scope = new TensorScope()) {
      Tensor x = of(new double[] {1, -2, 3}, 3).requireGradient();
      assertThat(x.square().sum().gradientBy(x).toDoubleArray()).containsExactly(2, -4, 6);
    }
  }

  @Test
  void gradients_gather_until_they_are_dropped() {
    try (TensorScope scope = new TensorScope()) {
      Tensor x = of(new double[] {1, 2}, 2).requireGradient();
      x.square().sum().backward();
      x.sum().backward();
      assertThat(Objects.requireNonNull(x.gradient()).toDoubleArray()).containsExactly(3, 5);
      x.dropGradient();
      assertThat(x.gradient()).isNull();
    }
  }

  @Test
  void no_grad_records_nothing() {
    try (TensorScope scope = new TensorScope()) {
      Tensor x = of(new double[] {1}, 1).requireGradient();
      Tensor y;
      try (NoGrad off = new NoGrad()) {
        y = x.times(2);
      }
      assertThatThrownBy(y::backward).isInstanceOf(RuntimeException.class);
      assertThat(x.times(2).sum().gradientBy(x).item()).isEqualTo(2);
    }
  }

  @Test
  void cholesky_info_names_the_matrix_that_failed() {
    try (TensorScope scope = new TensorScope()) {
      Tensor matrices = of(new double[] {4, 2, 2, 3, 1, 2, 2, 1}, 2, 2, 2);
      Tensor.Pair result = matrices.choleskyWithInfo();
      assertThat(result.second().toDoubleArray()).containsExactly(0, 2);
      Tensor factor = result.first().select(0, 0);
      assertThat(factor.toDoubleArray()[2]).isCloseTo(1, CLOSE);
      Tensor right = of(new double[] {2, 3}, 2, 1);
      assertThat(factor.matmul(factor.solveLower(right)).toDoubleArray()[1]).isCloseTo(3, CLOSE);
    }
  }

  @Test
  void search_sorted_counts_the_entries_at_most_the_value() {
    try (TensorScope scope = new TensorScope()) {
      Tensor borders = of(new double[] {0, 1, 2}, 3);
      Tensor values = of(new double[] {-1, 0, 0.5, 2, 9}, 5);
      assertThat(borders.searchSorted(values).toDoubleArray()).containsExactly(0, 1, 1, 3, 3);
    }
  }

  @Test
  void attention_is_a_softmax_average() {
    try (TensorScope scope = new TensorScope()) {
      Tensor query = of(new double[] {1, 2}, 1, 1, 1, 2);
      Tensor keys = of(new double[] {1, 0, 0, 1}, 1, 1, 2, 2);
      Tensor values = of(new double[] {10, 20, 30, 40}, 1, 1, 2, 2);
      double first = Math.exp(0.5 * 1) / (Math.exp(0.5 * 1) + Math.exp(0.5 * 2));
      assertThat(query.attend(keys, values, 0.5).toDoubleArray()[0])
          .isCloseTo(first * 10 + (1 - first) * 30, CLOSE);
    }
  }

  @Test
  void device_that_does_not_exist_is_refused() {
    assertThatThrownBy(() -> Device.named("tpu"))
        .hasMessage("expected device cpu or cuda but got 'tpu'");
  }
}
