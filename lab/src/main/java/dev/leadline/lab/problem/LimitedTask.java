package dev.leadline.lab.problem;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A function to be minimised whose further outputs must not be positive. Immutable and thread-safe.
 *
 * @param lower the lowest value of each input
 * @param upper the highest
 * @param value what is minimised
 * @param excesses what must not be above 0
 * @param known the lowest value that is known to keep all limits
 */
record LimitedTask(
    String name,
    List<Double> lower,
    List<Double> upper,
    ToDoubleFunction<double[]> value,
    List<ToDoubleFunction<double[]>> excesses,
    double known)
    implements Task, Problem {

  private static final int VECTORS = 20;

  /**
   * A task as peers check and evaluate it.
   *
   * @param points some points of the unit cube
   * @param outputs at each of them the value and all excesses
   */
  record Described(
      String name,
      List<Double> lower,
      List<Double> upper,
      int limits,
      double known,
      List<List<Double>> points,
      List<List<Double>> outputs) {}

  /** Where a run starts: its first points in the unit cube. */
  record Start(String task, long seed, int trials, List<List<Double>> initial) {}

  LimitedTask {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
    excesses = List.copyOf(excesses);
  }

  @Override
  public int dimensions() {
    return lower.size();
  }

  @Override
  public Problem problem(long seed) {
    return this;
  }

  /** One more than there are inputs, four at least. */
  @Override
  public int initialPoints() {
    return Math.max(4, dimensions() + 1);
  }

  @Override
  public double[][] initial(long seed) {
    return Seed.sobol(initialPoints(), dimensions(), "limited " + Suite.LIMITS.bare(name), seed);
  }

  /** The inputs x0, x1, … in the units of the task. */
  @Override
  public Space space() {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < dimensions(); i++) {
      space.real("x" + i, lower.get(i), upper.get(i));
    }
    return space.build();
  }

  /** c0 <= 0, c1 <= 0, … */
  @Override
  public List<Limit> limits() {
    return IntStream.range(0, excesses.size())
        .mapToObj(j -> new Limit("c" + j, Limit.Side.AT_MOST, 0))
        .toList();
  }

  @Override
  public Outcome evaluate(double[] point, int evaluation) {
    double[] x = inputs(space().decode(point));
    return Outcome.of(value.applyAsDouble(x), measurements(x));
  }

  @Override
  public double regret(double[] point) {
    return Math.max(0, value.applyAsDouble(inputs(space().decode(point))) - known);
  }

  double[] inputs(Configuration configuration) {
    return IntStream.range(0, dimensions()).mapToDouble(i -> configuration.real("x" + i)).toArray();
  }

  Measurements measurements(double[] x) {
    Measurements measured = Measurements.none();
    for (int j = 0; j < excesses.size(); j++) {
      measured = measured.with("c" + j, excesses.get(j).applyAsDouble(x));
    }
    return measured;
  }

  @Override
  public Optional<Record> description() {
    SplittableRandom random = Seed.stream("limited vectors " + Suite.LIMITS.bare(name), 0);
    List<double[]> points =
        IntStream.range(0, VECTORS).mapToObj(i -> random.doubles(dimensions()).toArray()).toList();
    List<double[]> outputs =
        points.stream()
            .map(point -> inputs(space().decode(point)))
            .map(
                x ->
                    Stream.concat(Stream.of(value), excesses.stream())
                        .mapToDouble(output -> output.applyAsDouble(x))
                        .toArray())
            .toList();
    return Optional.of(
        new Described(
            name, lower, upper, excesses.size(), known, Seed.lists(points), Seed.lists(outputs)));
  }

  @Override
  public Record start(long seed, int steps) {
    double[][] initial = initial(seed);
    return new Start(name, seed, initial.length + steps, Seed.lists(List.of(initial)));
  }
}
