package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FailingTasksTest {

  @Test
  void someTrialsFail_andNoValueIsBetterThanTheIdeal() {
    SplittableRandom random = new SplittableRandom(1);
    for (FailingTask task : FailingTasks.all()) {
      int failed = 0;
      for (int i = 0; i < 4000; i++) {
        double[] unit = random.doubles(task.space().dimensions()).toArray();
        double[] x = task.inputs(task.space().decode(unit));
        if (task.fails().test(x)) {
          failed++;
        } else {
          double[] values = task.values().apply(x);
          for (int k = 0; k < values.length; k++) {
            assertThat(values[k]).as(task.name()).isGreaterThan(task.ideal().get(k) - 1e-5);
          }
        }
      }
      assertThat(failed + 4000 * task.unlucky()).as(task.name()).isLessThan(0.75 * 4000);
    }
  }

  @Test
  void soundHeap_isTheHeapWhereNothingFails() {
    FailingTask heap = named("heap-two-goals");
    FailingTask sound = named("heap-two-goals-sound");
    double[] large = {64, 4, 0.35, 1};
    double[] small = {20, 4, 0.35, 1};
    assertThat(heap.fails().test(large)).isFalse();
    assertThat(sound.values().apply(large)).isEqualTo(heap.values().apply(large));
    assertThat(heap.fails().test(small)).isTrue();
    assertThat(sound.fails().test(small)).isFalse();
    double reached =
        GoalTask.reached(List.of(new double[] {500, 125}), heap.ideal(), heap.reference());
    assertThat(reached).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void evaluations_failWhereTheStartSays() {
    FailingTask task = named("branin-scattered");
    FailingTask.Start start = (FailingTask.Start) task.start(0, 36);
    Problem problem = task.problem(0);
    for (int i = 0; i < 40; i++) {
      double[] point = {0.5, 0.5};
      assertThat(problem.evaluate(point, i).isFailed()).isEqualTo(start.unlucky().get(i));
    }
    assertThat(start.unlucky()).contains(true, false);
    assertThat(start.initial()).hasSize(4);
  }

  private static FailingTask named(String name) {
    return FailingTasks.all().stream()
        .filter(task -> task.name().equals("failures-" + name))
        .findFirst()
        .orElseThrow();
  }
}
