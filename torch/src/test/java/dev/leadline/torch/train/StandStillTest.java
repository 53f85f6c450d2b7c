package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StandStillTest {

  private final StandStill rule = StandStill.standard();

  private static List<TrainingProgress> lines(int count, IntToDoubleFunction loss, double spread) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            i ->
                new TrainingProgress(
                    25L * i, 0, i, 0, 0, 0, 0, 1, 1, 0, loss.applyAsDouble(25 * i), spread))
        .toList();
  }

  @Test
  void loss_that_falls_does_not_stand_still() {
    assertThat(rule.in(lines(800, step -> 1 - 1e-4 * step, .4))).isEmpty();
  }

  @Test
  void loss_that_flattens_stands_still_when_a_fifth_of_the_steps_brings_too_little() {
    // 1/√steps: from 0.7 s to 0.9 s it falls by 0.14 of itself.
    double still = (double) rule.in(lines(3000, step -> 10 / Math.sqrt(step), .4)).orElseThrow();
    assertThat(.14 * 10 / Math.sqrt(still)).isBetween(.0085, .01);
  }

  @Test
  void network_that_has_not_begun_to_learn_does_not_stand_still() {
    assertThat(rule.in(lines(500, step -> 1.43, 1e-6))).isEmpty();
    assertThat(rule.in(lines(500, step -> 1.43, .4))).isPresent();
  }

  @Test
  void few_readings_do_not_decide() {
    assertThat(rule.in(lines(390, step -> 1, .4))).isEmpty();
    assertThat(rule.in(lines(410, step -> 1, .4))).isPresent();
  }

  @Test
  void loss_that_falls_under_noise_does_not_stand_still() {
    SplittableRandom random = new SplittableRandom(1);
    IntToDoubleFunction noisy =
        step -> 1.1 + .5 * Math.exp(-step / 2000.0) + .05 * (2 * random.nextDouble() - 1);
    long still = rule.in(lines(2000, noisy, .4)).orElseThrow();
    assertThat(.5 * Math.exp(-still / 2000.0)).isLessThan(.05);
  }

  @Test
  void lines_without_held_out_tasks_do_not_decide() {
    TrainingProgress old = new TrainingProgress(100, 0, 1, 0, 1, 0, 0, 1, 1, 0, null, null);
    assertThat(rule.still(List.of(old, old, old))).isFalse();
  }

  @Test
  void rule_refuses_what_is_none() {
    assertThatThrownBy(() -> new StandStill(0, .2, .05, 20)).hasMessageContaining("improvement");
    assertThatThrownBy(() -> new StandStill(.01, .6, .05, 20)).hasMessageContaining("window");
    assertThatThrownBy(() -> new StandStill(.01, .2, .05, 1)).hasMessageContaining("readings");
  }
}
