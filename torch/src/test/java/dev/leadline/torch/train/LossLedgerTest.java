package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.Test;

class LossLedgerTest {

  private static void note(LossLedger ledger, long step, float first, float second, float penalty) {
    try (TensorScope scope = new TensorScope()) {
      ledger.note(
          step,
          Tensor.of(new float[] {first, second}, Device.CPU, 2),
          Tensor.of(new float[] {penalty}, Device.CPU));
    }
  }

  @Test
  void reading_gives_means_since_the_last_one() {
    try (LossLedger ledger = new LossLedger(3, 2, Device.CPU)) {
      note(ledger, 1, 9, 9, 9);
      ledger.read();
      note(ledger, 2, 1, 3, .25f);
      note(ledger, 3, 2, 4, .75f);
      LossLedger.Reading reading = ledger.read();
      assertThat(reading.loss()).isCloseTo(2.5, within(1e-6));
      assertThat(reading.penalty()).isCloseTo(.5, within(1e-6));
      assertThat(reading.skipped()).isZero();
      assertThat(reading.firstSkippedStep()).isEqualTo(-1);
    }
  }

  @Test
  void steps_that_are_not_finite_are_counted_and_left_out() {
    try (LossLedger ledger = new LossLedger(4, 2, Device.CPU)) {
      note(ledger, 11, 1, 2, 0);
      note(ledger, 12, 1, Float.NaN, 0);
      note(ledger, 13, 1, 2, Float.POSITIVE_INFINITY);
      LossLedger.Reading reading = ledger.read();
      assertThat(reading.loss()).isCloseTo(1.5, within(1e-6));
      assertThat(reading.skipped()).isEqualTo(2);
      assertThat(reading.firstSkippedStep()).isEqualTo(12);
      assertThat(reading.firstSkippedTask()).isEqualTo(1);
    }
  }

  @Test
  void without_a_penalty_it_is_zero() {
    try (LossLedger ledger = new LossLedger(1, 1, Device.CPU);
        TensorScope scope = new TensorScope()) {
      ledger.note(1, Tensor.of(new float[] {4}, Device.CPU, 1), null);
      assertThat(ledger.read()).isEqualTo(new LossLedger.Reading(4, 0, 0, -1, -1));
    }
  }

  @Test
  void more_steps_than_fit_are_refused() {
    try (LossLedger ledger = new LossLedger(1, 2, Device.CPU)) {
      note(ledger, 1, 1, 1, 0);
      assertThatThrownBy(() -> note(ledger, 2, 1, 1, 0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("every 1 steps");
    }
  }
}
