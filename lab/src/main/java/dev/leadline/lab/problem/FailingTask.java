package dev.leadline.lab.problem;

import dev.leadline.lab.functions.FlatFunction;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Goals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A function of one or two goals, to be minimised, some of whose evaluations fail. Immutable and
 * thread-safe.
 *
 * @param values of the inputs, an option of a choice being its place
 * @param fails where evaluations always fail
 * @param unlucky the share of the others that fail, too, wherever they are
 * @param noise the standard deviation of what is told, relative to the value
 * @param ideal the best value of each goal; with two goals a corner of the box that is measured
 * @param reference the corner across, with two goals
 */
record FailingTask(
    String name,
    Space space,
    Function<double[], double[]> values,
    Predicate<double[]> fails,
    double unlucky,
    double noise,
    List<Double> ideal,
    List<Double> reference)
    implements Task {

  private static final int FIRST = 4;
  private static final int VECTORS = 50;

  /** A task as peers check and evaluate it. */
  record Described(
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
  record Start(
      String task,
      long seed,
      int trials,
      List<List<Double>> initial,
      List<Boolean> unlucky,
      List<List<Double>> noise) {}

  /** What happens to one evaluation. */
  private record Luck(boolean isUnlucky, List<Double> noise) {}

  FailingTask {
    ideal = List.copyOf(ideal);
    reference = List.copyOf(reference);
  }

  int goals() {
    return ideal.size();
  }

  @Override
  public int dimensions() {
    return space.dimensions();
  }

  @Override
  public int initialPoints() {
    return FIRST;
  }

  @Override
  public double[][] initial(long seed) {
    return Seed.sobol(FIRST, dimensions(), "failing first " + bare(), seed);
  }

  @Override
  public Problem problem(long seed) {
    return new Instance(this, seed);
  }

  private String bare() {
    return Suite.FAILURES.bare(name);
  }

  private double[] inputs(double[] point) {
    return inputs(space.decode(point));
  }

  double[] inputs(Configuration configuration) {
    return FlatFunction.numbers(space, configuration);
  }

  /** What happens to the first evaluations of a run. */
  private List<Luck> luck(long seed, int evaluations) {
    SplittableRandom random = Seed.stream("failing " + bare(), seed);
    List<Luck> all = new ArrayList<>();
    for (int i = 0; i < evaluations; i++) {
      boolean isUnlucky = random.nextDouble() < unlucky;
      List<Double> noises = new ArrayList<>();
      for (int k = 0; k < goals(); k++) {
        noises.add(random.nextGaussian());
      }
      all.add(new Luck(isUnlucky, noises));
    }
    return all;
  }

  /** The task with one seed, which says what happens to each evaluation. */
  private record Instance(FailingTask task, long seed) implements Problem {

    @Override
    public Space space() {
      return task.space;
    }

    @Override
    public NoiseKind noise() {
      return task.noise > 0 ? NoiseKind.UNKNOWN : NoiseKind.NONE;
    }

    @Override
    public Optional<Goals> goals() {
      return task.goals() > 1 ? Optional.of(GoalTask.named(task.goals())) : Optional.empty();
    }

    @Override
    public Outcome evaluate(double[] point, int evaluation) {
      double[] x = task.inputs(point);
      Luck luck = task.luck(seed, evaluation + 1).get(evaluation);
      if (luck.isUnlucky || task.fails.test(x)) {
        return Outcome.failed();
      }
      double[] values = task.values.apply(x);
      return GoalTask.told(
          IntStream.range(0, values.length)
              .mapToDouble(k -> values[k] * (1 + task.noise * luck.noise.get(k)))
              .toArray());
    }

    @Override
    public double regret(double[] point) {
      return task.goals() == 1 ? excess(task.values.apply(task.inputs(point))) : Double.NaN;
    }

    private double excess(double... values) {
      return Math.max(0, values[0] - task.ideal.get(0));
    }

    @Override
    public Regret regret() {
      List<double[]> found = new ArrayList<>();
      return (point, outcome) -> {
        if (!outcome.isFailed()) {
          found.add(task.values.apply(task.inputs(point)));
        }
        return task.goals() > 1
            ? 1 - GoalTask.reached(found, task.ideal, task.reference)
            : found.stream().mapToDouble(this::excess).min().orElse(Double.POSITIVE_INFINITY);
      };
    }
  }

  @Override
  public Optional<Record> description() {
    SplittableRandom random = Seed.stream("failing vectors " + bare(), 0);
    List<double[]> points =
        IntStream.range(0, VECTORS)
            .mapToObj(i -> random.doubles(dimensions()).toArray())
            .map(this::inputs)
            .toList();
    return Optional.of(
        new Described(
            name,
            noise,
            ideal,
            reference,
            Seed.lists(points),
            Seed.lists(points.stream().map(values).toList()),
            points.stream().map(fails::test).toList()));
  }

  @Override
  public Record start(long seed, int steps) {
    List<double[]> initial = Stream.of(initial(seed)).map(this::inputs).toList();
    List<Luck> luck = luck(seed, FIRST + steps);
    return new Start(
        name,
        seed,
        FIRST + steps,
        Seed.lists(initial),
        luck.stream().map(Luck::isUnlucky).toList(),
        luck.stream().map(Luck::noise).toList());
  }
}
