package dev.leadline.lab.failing;

import dev.leadline.lab.problem.Seed;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.SobolSequence;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Measurements;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Studies of tasks that fail, from the same first points, failures and noise as peers get.
 *
 * @param tasks the names of the tasks; all if there are none
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param trials of each run, the first points included
 */
public record FailingRuns(List<String> tasks, int firstSeed, int seeds, int trials) {

  private static final int FIRST = 4;
  private static final int VECTORS = 50;

  public FailingRuns {
    tasks = List.copyOf(tasks);
    List<String> known = FailingTasks.all().stream().map(FailingTask::name).toList();
    if (!known.containsAll(tasks)) {
      throw new IllegalArgumentException("expected tasks of %s but got %s".formatted(known, tasks));
    }
  }

  /**
   * One run.
   *
   * @param reached after each trial: with one goal the lowest value as it is without noise, null
   *     while there is none; with two the share of the box
   * @param failures how many trials failed
   * @param millis what a suggestion took on average
   */
  public record Run(
      String task,
      String method,
      long seed,
      List<@Nullable Double> reached,
      int failures,
      double millis) {}

  /** A task as peers check and evaluate it. */
  public record Described(
      String name,
      double noise,
      List<Double> ideal,
      List<Double> reference,
      List<List<Double>> points,
      List<List<Double>> values,
      List<Boolean> fails) {}

  /**
   * Where a run starts, and what happens to it.
   *
   * @param unlucky which trials fail whatever they try
   * @param noise standard normal numbers, one per goal for each trial
   */
  public record Start(
      String task,
      long seed,
      int trials,
      List<List<Double>> initial,
      List<Boolean> unlucky,
      List<List<Double>> noise) {}

  /** What peers need: the tasks, and where every run starts. */
  public record Starts(List<Described> tasks, List<Start> runs) {}

  public Starts starts() {
    List<Start> starts = new ArrayList<>();
    for (FailingTask task : wanted()) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        starts.add(start(task, seed));
      }
    }
    return new Starts(wanted().stream().map(FailingRuns::described).toList(), starts);
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param method the name in the records
   * @param strategy makes a new one for each run, which the run closes
   */
  public void measure(String method, Supplier<Strategy> strategy, Consumer<Run> sink) {
    for (FailingTask task : wanted()) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        sink.accept(run(task, start(task, seed), method, strategy.get()));
      }
    }
  }

  private Run run(FailingTask task, Start start, String method, Strategy strategy) {
    StudyBuilder builder =
        Study.builder(task.space()).seed(start.seed()).budget(trials).strategy(strategy);
    if (task.goals() > 1) {
      builder.goals(new Goals(List.of(Goal.minimise("f0"), Goal.minimise("f1")), Map.of()));
    }
    if (task.noise() > 0) {
      builder.noise(NoiseKind.UNKNOWN);
    }
    List<double[]> found = new ArrayList<>();
    List<@Nullable Double> reached = new ArrayList<>();
    long nanos = 0;
    try (Study study = builder.build()) {
      first(task, start.seed()).forEach(study::enqueue);
      for (int i = 0; i < trials; i++) {
        long before = System.nanoTime();
        Trial trial = study.ask();
        nanos += System.nanoTime() - before;
        double[] x = task.inputs(trial.configuration());
        if (start.unlucky().get(i) || task.fails().test(x)) {
          study.fail(trial, "failed");
        } else {
          double[] values = task.values().apply(x);
          found.add(values);
          List<Double> noise = start.noise().get(i);
          double[] told =
              IntStream.range(0, values.length)
                  .mapToDouble(k -> values[k] * (1 + task.noise() * noise.get(k)))
                  .toArray();
          Measurements further = Measurements.none();
          study.tell(trial, told[0], told.length > 1 ? further.with("f1", told[1]) : further);
        }
        reached.add(task.reached(found));
      }
    }
    return new Run(
        task.name(),
        method,
        start.seed(),
        reached,
        trials - found.size(),
        Math.round(nanos / 1e5 / (trials - FIRST)) / 10.0);
  }

  private List<FailingTask> wanted() {
    return FailingTasks.all().stream()
        .filter(task -> tasks.isEmpty() || tasks.contains(task.name()))
        .toList();
  }

  private Start start(FailingTask task, long seed) {
    SplittableRandom random = Seed.stream("failing " + task.name(), seed);
    List<Boolean> unlucky = new ArrayList<>();
    List<List<Double>> noise = new ArrayList<>();
    for (int i = 0; i < trials; i++) {
      unlucky.add(random.nextDouble() < task.unlucky());
      noise.add(
          IntStream.range(0, task.goals()).mapToObj(k -> (Double) random.nextGaussian()).toList());
    }
    return new Start(
        task.name(),
        seed,
        trials,
        first(task, seed).stream().map(c -> list(task.inputs(c))).toList(),
        unlucky,
        noise);
  }

  /** Points that fill the cube evenly. */
  private static List<Configuration> first(FailingTask task, long seed) {
    int dimensions = task.space().dimensions();
    SobolSequence sobol =
        new SobolSequence(dimensions, Seed.stream("failing first " + task.name(), seed));
    return IntStream.range(0, FIRST).mapToObj(i -> task.space().decode(sobol.point(i))).toList();
  }

  private static Described described(FailingTask task) {
    SplittableRandom random = Seed.stream("failing vectors " + task.name(), 0);
    List<double[]> points =
        IntStream.range(0, VECTORS)
            .mapToObj(i -> random.doubles(task.space().dimensions()).toArray())
            .map(unit -> task.inputs(task.space().decode(unit)))
            .toList();
    return new Described(
        task.name(),
        task.noise(),
        task.ideal(),
        task.reference(),
        points.stream().map(FailingRuns::list).toList(),
        points.stream().map(x -> list(task.values().apply(x))).toList(),
        points.stream().map(task.fails()::test).toList());
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
