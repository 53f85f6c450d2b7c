package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RehearsalTest {

  @Test
  void rehearsal_asksTheModelAndNotTheDesign() {
    assertThat(Rehearsal.start().join().expectedImprovement()).isPresent();
  }
}
