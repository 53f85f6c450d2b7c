package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LimitedTasksTest {

  /** Where the literature found the best values, to the digits that it prints. */
  private static final Map<String, double[]> BEST =
      Map.of(
          "gardner-1", new double[] {1.5 * Math.PI, 0},
          "gardner-2", new double[] {1.5 * Math.PI, Math.asin(0.95)},
          "gramacy", new double[] {0.1954, 0.4044},
          "ackley-5", new double[5],
          "ackley-10", new double[10],
          "pressure-vessel", new double[] {0.7781686, 0.3846492, 40.3196187, 200},
          "tension-spring", new double[] {0.051689, 0.356718, 11.288966},
          "welded-beam", new double[] {0.205730, 3.470489, 9.036624, 0.205730},
          "speed-reducer", new double[] {3.5, 0.7, 17, 7.3, 7.715320, 3.350215, 5.286654});

  @Test
  void knownValue_isAttainedWithinTheLimits() {
    for (LimitedTask task : LimitedTasks.all()) {
      double[] best = BEST.get(Suite.LIMITS.bare(task.name()));
      if (best != null) {
        assertThat(task.value().applyAsDouble(best))
            .as(task.name())
            .isCloseTo(task.known(), within(1e-3 * Math.max(0.01, Math.abs(task.known()))));
        double[] scale = scales(task);
        for (int j = 0; j < scale.length; j++) {
          assertThat(task.excesses().get(j).applyAsDouble(best) / scale[j])
              .as(task.name() + " limit " + j)
              .isLessThan(1e-3);
        }
      }
    }
  }

  @Test
  void randomPoints_areNotBetter() {
    SplittableRandom random = new SplittableRandom(1);
    for (LimitedTask task : LimitedTasks.all()) {
      for (int i = 0; i < 2000; i++) {
        double[] x = task.inputs(task.space().decode(random.doubles(task.dimensions()).toArray()));
        Measurements measured = task.measurements(x);
        if (task.limits().stream().allMatch(limit -> limit.isKeptBy(measured))) {
          assertThat(task.value().applyAsDouble(x))
              .as(task.name())
              .isGreaterThan(task.known() - 1e-3 * Math.abs(task.known()));
        }
      }
    }
  }

  @Test
  void start_hasTheInitialPointsInTheUnitCube() {
    assertThat(Tasks.named("limits-gramacy").start(0, 8).toString())
        .startsWith("Start[task=limits-gramacy, seed=0, trials=12, initial=[[");
  }

  /** The usual size of each excess. */
  private static double[] scales(LimitedTask task) {
    SplittableRandom random = new SplittableRandom(2);
    double[][] seen = new double[task.excesses().size()][101];
    for (int i = 0; i < 101; i++) {
      double[] x = task.inputs(task.space().decode(random.doubles(task.dimensions()).toArray()));
      Measurements measured = task.measurements(x);
      for (Limit limit : task.limits()) {
        int j = Integer.parseInt(limit.metric().substring(1));
        seen[j][i] = Math.abs(measured.get(limit.metric()).orElseThrow());
      }
    }
    return Arrays.stream(seen)
        .mapToDouble(all -> Arrays.stream(all).sorted().toArray()[50])
        .toArray();
  }
}
