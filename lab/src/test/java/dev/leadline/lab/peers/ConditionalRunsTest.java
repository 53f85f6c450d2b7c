package dev.leadline.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.peers.ConditionalRuns.Treatment;
import dev.leadline.space.Configuration;
import dev.leadline.study.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConditionalRunsTest {

  @Test
  void spaces_haveTheConditionsOfTheData() {
    SplittableRandom random = new SplittableRandom(1);
    for (ConditionalTask task : ConditionalTask.all()) {
      for (int i = 0; i < 100; i++) {
        Configuration c = task.space().decode(random.doubles(task.space().dimensions()).toArray());
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
    for (ConditionalTask task : ConditionalTask.all()) {
      ConditionalTask.Instance instance = task.instance(3);
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
            task.numbers(task.flat().decode(random.doubles(task.flat().dimensions()).toArray()));
        assertThat(instance.value(x, task.counts(x))).isPositive();
      }
    }
  }

  @Test
  void runs_areMadeOfEveryTaskAndNeverGetWorse() {
    ConditionalRuns runs = new ConditionalRuns(0, 1, 6);
    List<ConditionalRuns.Run> seen = new ArrayList<>();
    for (Treatment treatment : Treatment.values()) {
      runs.measure(treatment, treatment.name(), Strategies::random, seen::add);
    }
    assertThat(seen).hasSize(2 * ConditionalTask.all().size());
    assertThat(seen)
        .allSatisfy(
            run -> assertThat(run.best()).hasSize(6).isSortedAccordingTo((a, b) -> b.compareTo(a)));
    assertThat(runs.tasks()).contains("\"name\":\"nested\"");
  }
}
