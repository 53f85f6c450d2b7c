package dev.leadline.lab.advice;

import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.search.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The noisy runs after which recommendations are judged. Immutable and thread-safe.
 *
 * @param tasks patterns of tasks without noise, see {@link Tasks}
 * @param noises sizes of the noise as shares of a function's standard deviation
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param steps evaluations after the initial points
 */
public record AdvicePlan(
    List<String> tasks, List<Double> noises, int firstSeed, int seeds, int steps) {

  public AdvicePlan {
    tasks = List.copyOf(tasks);
    noises = List.copyOf(noises);
    if (tasks.isEmpty() || tasks.stream().anyMatch(task -> task.contains("@noise"))) {
      throw new IllegalArgumentException(
          "expected tasks without @noise, which is said apart, but got " + tasks);
    }
    if (noises.isEmpty() || !noises.stream().allMatch(noise -> noise > 0)) {
      throw new IllegalArgumentException("expected noises above 0 but got " + noises);
    }
    if (seeds < 1 || steps < 0) {
      throw new IllegalArgumentException(
          "expected at least 1 seed and 0 steps but got %d and %d".formatted(seeds, steps));
    }
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param here where that is
   * @param strategy makes a new one for each run, which the run closes
   * @param progress told about every run when it is done
   */
  public AdviceReport measure(
      Environment here, Supplier<Strategy> strategy, Consumer<Advice> progress) {
    List<Advice> runs = new ArrayList<>();
    for (Task task : Tasks.matching(tasks)) {
      for (double noise : noises) {
        for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
          Advice advice = new NoisyRun(task.name(), noise, seed, steps).with(strategy.get());
          progress.accept(advice);
          runs.add(advice);
        }
      }
    }
    return new AdviceReport(this, here, runs);
  }
}
