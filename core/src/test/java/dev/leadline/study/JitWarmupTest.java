package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JitWarmupTest {

  @Test
  void warmup_asksTheModelAndNotTheDesign() {
    assertThat(JitWarmup.start().join().expectedImprovement()).isPresent();
  }
}
