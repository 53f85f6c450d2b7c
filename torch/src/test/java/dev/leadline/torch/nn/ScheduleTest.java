package dev.leadline.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScheduleTest {

  private final Schedule paper = new Schedule(.003, .125, 400);

  @Test
  void rate_rises_for_fifty_epochs_then_falls_to_nothing() {
    assertThat(paper.rate(0)).isCloseTo(.003 / 50, within(1e-12));
    assertThat(paper.rate(24.0 / 400)).isCloseTo(.0015, within(1e-12));
    assertThat(paper.rate(50.0 / 400)).isCloseTo(.003, within(1e-12));
    assertThat(paper.rate(225.0 / 400)).isCloseTo(.0015, within(1e-12));
    assertThat(paper.rate(1)).isBetween(0.0, 1e-6);
  }

  @Test
  void rate_is_constant_within_an_epoch() {
    assertThat(paper.rate(1009 / 4000.0)).isEqualTo(paper.rate(1000 / 4000.0));
    assertThat(paper.rate(1010 / 4000.0)).isLessThan(paper.rate(1000 / 4000.0));
  }

  @Test
  void impossible_schedules_are_refused() {
    assertThatThrownBy(() -> new Schedule(.003, 1, 400)).hasMessageContaining("warm-up share");
  }
}
