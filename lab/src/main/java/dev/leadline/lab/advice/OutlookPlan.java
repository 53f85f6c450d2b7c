package dev.leadline.lab.advice;

import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.search.Strategy;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The runs in which the chances that an {@link ImprovementForecast} states are compared with what
 * came. Immutable and thread-safe.
 *
 * @param tasks patterns of tasks, see {@link Tasks}
 * @param shares shares of the range by which the best value is to be bettered
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param trials of each run
 */
public record OutlookPlan(
    List<String> tasks, List<Double> shares, int firstSeed, int seeds, int trials) {

  /**
   * One chance that was stated, and whether it came true.
   *
   * @param trials how many trials there were when it was stated
   */
  record Forecast(
      String task, int dimensions, int trials, double share, double chance, boolean came) {}

  public OutlookPlan {
    tasks = List.copyOf(tasks);
    shares = List.copyOf(shares);
    if (tasks.isEmpty() || shares.isEmpty() || !shares.stream().allMatch(share -> share > 0)) {
      throw new IllegalArgumentException(
          "expected tasks and shares above 0 but got %s and %s".formatted(tasks, shares));
    }
    if (seeds < 1 || trials <= 2 * ImprovementForecast.TRIALS) {
      throw new IllegalArgumentException(
          "expected at least 1 seed and more than %d trials but got %d and %d"
              .formatted(2 * ImprovementForecast.TRIALS, seeds, trials));
    }
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param here where that is
   * @param strategy makes a new one for each run, which the run closes
   * @param progress told about every task when it is done
   */
  public OutlookReport measure(
      Environment here, Supplier<Strategy> strategy, Consumer<String> progress) {
    List<Forecast> forecasts = new ArrayList<>();
    for (Task task : Tasks.matching(tasks)) {
      for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
        forecasts.addAll(run(task, seed, strategy.get()));
      }
      progress.accept(task.name());
    }
    return OutlookReport.of(this, here, forecasts);
  }

  private List<Forecast> run(Task task, long seed, Strategy strategy) {
    Objective objective = task.objective(seed);
    List<Optional<ImprovementForecast>> outlooks = new ArrayList<>();
    double[] best = new double[trials];
    try (Study study = Study.builder(objective.space()).seed(seed).strategy(strategy).build()) {
      for (int i = 0; i < trials; i++) {
        Trial trial = study.ask();
        outlooks.add(ImprovementForecast.of(study, trial.expectedImprovement()));
        double value = objective.value(objective.space().encode(trial.configuration()));
        best[i] = i == 0 ? value : Math.min(best[i - 1], value);
        study.tell(trial, value);
      }
    }
    List<Forecast> forecasts = new ArrayList<>();
    for (int i = 1; i <= trials - ImprovementForecast.TRIALS; i++) {
      double gain = best[i - 1] - best[i - 1 + ImprovementForecast.TRIALS];
      int stated = i;
      outlooks
          .get(i)
          .ifPresent(o -> shares.forEach(s -> forecasts.add(of(task, stated, o, s, gain))));
    }
    return forecasts;
  }

  private static Forecast of(
      Task task, int trials, ImprovementForecast outlook, double share, double gain) {
    return new Forecast(
        task.name(),
        task.dimensions(),
        trials,
        share,
        outlook.chance(share),
        gain > share * outlook.range());
  }
}
