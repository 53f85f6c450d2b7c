package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConditionalTaskTest {

  @Test
  void spaces_haveTheConditionsOfTheData() {
    SplittableRandom random = new SplittableRandom(1);
    for (ConditionalTask task : all(Suite.CONDITIONAL)) {
      for (int i = 0; i < 100; i++) {
        Configuration c = task.space().decode(random.doubles(task.dimensions()).toArray());
        boolean[] counts = task.counts(task.numbers(c));
        for (int k = 0; k < counts.length; k++) {
          assertThat(c.has("x" + k)).as(task.name() + " " + c).isEqualTo(counts[k]);
        }
      }
    }
  }

  @Test
  void value_isZeroAtTheCentresWithFreeOptionsAndNowhereLess() {
    SplittableRandom random = new SplittableRandom(2);
    for (ConditionalTask task : all(Suite.FILLED)) {
      ConditionalTask.Instance instance = task.problem(3);
      double[] best = new double[task.knobs().size()];
      for (int k = 0; k < best.length; k++) {
        best[k] =
            task.knobs().get(k).options() == 0
                ? instance.centres().get(k)
                : instance.prices().get(k).indexOf(0.0);
      }
      assertThat(instance.value(best, task.counts(best))).isZero();
      for (int i = 0; i < 200; i++) {
        double[] x =
            task.numbers(task.space().decode(random.doubles(task.space().dimensions()).toArray()));
        assertThat(instance.value(x, task.counts(x))).isPositive();
      }
    }
  }

  private static List<ConditionalTask> all(Suite suite) {
    return ConditionalTask.all(suite).map(ConditionalTask.class::cast).toList();
  }
}
