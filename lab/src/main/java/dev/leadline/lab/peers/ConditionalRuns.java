package dev.leadline.lab.peers;

import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Studies of tasks with conditional parameters, once as they are and once by hand: with parameters
 * that always count, and their defaults filled in where they do not.
 *
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param trials of each run
 */
public record ConditionalRuns(int firstSeed, int seeds, int trials) {

  /** How a study treats conditions. */
  public enum Treatment {
    /** The space has them. */
    WHEN,
    /** What does not count gets the middle of its range, or its first option. */
    FILLED
  }

  /** One run: the best value after each trial. */
  public record Run(String task, String method, long seed, List<Double> best) {}

  /** The tasks of all seeds as JSON, with what a peer needs to evaluate them. */
  public String tasks() {
    List<ConditionalTask.Instance> all = new ArrayList<>();
    for (ConditionalTask task : ConditionalTask.all()) {
      IntStream.range(firstSeed, firstSeed + seeds).forEach(s -> all.add(task.instance(s)));
    }
    return JsonMapper.builder().build().writeValueAsString(all);
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param method the name in the records
   * @param strategy makes a new one for each run, which the run closes
   */
  public void measure(
      Treatment treatment, String method, Supplier<Strategy> strategy, Consumer<Run> sink) {
    for (ConditionalTask task : ConditionalTask.all()) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        sink.accept(run(task.instance(seed), treatment, method, strategy.get()));
      }
    }
  }

  private Run run(
      ConditionalTask.Instance instance, Treatment treatment, String method, Strategy strategy) {
    ConditionalTask task = instance.task();
    Space space = treatment == Treatment.WHEN ? task.space() : task.flat();
    List<Double> best = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    try (Study study =
        Study.builder(space).seed(instance.seed()).budget(trials).strategy(strategy).build()) {
      for (int i = 0; i < trials; i++) {
        Trial trial = study.ask();
        double[] numbers = task.numbers(trial.configuration());
        double value = instance.value(numbers, task.counts(numbers));
        if (treatment == Treatment.WHEN) {
          study.tell(trial, value);
        } else {
          study.forget(trial.number());
          study.observe(filled(task, space, trial.configuration()), value);
        }
        lowest = Math.min(lowest, value);
        best.add(lowest);
      }
    }
    return new Run(task.name(), method, instance.seed(), best);
  }

  private static Configuration filled(ConditionalTask task, Space flat, Configuration given) {
    boolean[] counts = task.counts(task.numbers(given));
    double[] middle = new double[flat.dimensions()];
    java.util.Arrays.fill(middle, 0.5);
    Configuration usual = flat.decode(middle);
    Configuration filled = given;
    for (int i = 0; i < counts.length; i++) {
      if (!counts[i]) {
        filled = filled.with("x" + i, usual.value("x" + i));
      }
    }
    return filled;
  }
}
