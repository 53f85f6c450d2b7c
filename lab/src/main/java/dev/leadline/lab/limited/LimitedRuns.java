package dev.leadline.lab.limited;

import dev.leadline.lab.problem.Seed;
import dev.leadline.search.SobolSequence;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Studies of tasks with limits, from the same first points as peers get.
 *
 * @param tasks the names of the tasks; all if there are none
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param trials of each run, the first points included
 */
public record LimitedRuns(List<String> tasks, int firstSeed, int seeds, int trials) {

  private static final int VECTORS = 20;

  public LimitedRuns {
    tasks = List.copyOf(tasks);
    List<String> known = LimitedTasks.all().stream().map(LimitedTask::name).toList();
    if (!known.containsAll(tasks)) {
      throw new IllegalArgumentException("expected tasks of %s but got %s".formatted(known, tasks));
    }
  }

  /**
   * One run.
   *
   * @param best the lowest value so far that keeps all limits; null while there is none
   * @param millis what a suggestion took on average
   */
  public record Run(
      String task, String method, long seed, List<@Nullable Double> best, double millis) {}

  /**
   * A task as peers check and evaluate it.
   *
   * @param points some points of the unit cube
   * @param outputs at each of them the value and all excesses
   */
  public record Described(
      String name,
      List<Double> lower,
      List<Double> upper,
      int limits,
      double known,
      List<List<Double>> points,
      List<List<Double>> outputs) {}

  /** Where a run starts: its first points in the unit cube. */
  public record Start(String task, long seed, int trials, List<List<Double>> initial) {}

  /** What peers need: the tasks, and where every run starts. */
  public record Starts(List<Described> tasks, List<Start> runs) {}

  /** The starts of all runs. */
  public Starts starts() {
    List<Start> starts = new ArrayList<>();
    for (LimitedTask task : wanted()) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        starts.add(
            new Start(
                task.name(),
                seed,
                trials,
                Arrays.stream(initial(task, seed)).map(LimitedRuns::list).toList()));
      }
    }
    return new Starts(wanted().stream().map(LimitedRuns::described).toList(), starts);
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param method the name in the records
   * @param strategy makes a new one for each run, which the run closes
   */
  public void measure(String method, Supplier<Strategy> strategy, Consumer<Run> sink) {
    for (LimitedTask task : wanted()) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        sink.accept(run(task, seed, method, strategy.get()));
      }
    }
  }

  private Run run(LimitedTask task, long seed, String method, Strategy strategy) {
    double[][] initial = initial(task, seed);
    List<@Nullable Double> best = new ArrayList<>();
    long nanos = 0;
    try (Study study =
        Study.builder(task.space())
            .limits(task.limits())
            .seed(seed)
            .budget(trials)
            .strategy(strategy)
            .build()) {
      Arrays.stream(initial).map(study.space()::decode).forEach(study::enqueue);
      for (int i = 0; i < trials; i++) {
        long before = System.nanoTime();
        Trial trial = study.ask();
        nanos += System.nanoTime() - before;
        double[] x = task.inputs(trial.configuration());
        study.tell(trial, task.value().applyAsDouble(x), task.measurements(x));
        best.add(study.best().map(found -> found.value()).orElse(null));
      }
    }
    return new Run(
        task.name(),
        method,
        seed,
        best,
        Math.round(nanos / 1e5 / (trials - initial.length)) / 10.0);
  }

  private List<LimitedTask> wanted() {
    return LimitedTasks.all().stream()
        .filter(task -> tasks.isEmpty() || tasks.contains(task.name()))
        .toList();
  }

  /** One more point than there are inputs, four at least, that fill the cube evenly. */
  private static double[][] initial(LimitedTask task, long seed) {
    SobolSequence sobol =
        new SobolSequence(task.dimensions(), Seed.stream("limited " + task.name(), seed));
    return IntStream.range(0, Math.max(4, task.dimensions() + 1))
        .mapToObj(sobol::point)
        .toArray(double[][]::new);
  }

  private static Described described(LimitedTask task) {
    SplittableRandom random = Seed.stream("limited vectors " + task.name(), 0);
    List<List<Double>> points = new ArrayList<>();
    List<List<Double>> outputs = new ArrayList<>();
    for (int i = 0; i < VECTORS; i++) {
      double[] point = random.doubles(task.dimensions()).toArray();
      Configuration configuration = task.space().decode(point);
      double[] x = task.inputs(configuration);
      List<Double> output = new ArrayList<>(List.of(task.value().applyAsDouble(x)));
      task.excesses().forEach(excess -> output.add(excess.applyAsDouble(x)));
      points.add(list(point));
      outputs.add(output);
    }
    return new Described(
        task.name(),
        task.lower(),
        task.upper(),
        task.excesses().size(),
        task.known(),
        points,
        outputs);
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
