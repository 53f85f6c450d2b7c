package dev.leadline.lab.problem;

import dev.leadline.acquisition.Hypervolume;
import dev.leadline.lab.functions.GoalFormula;
import dev.leadline.lab.functions.Polynomial;
import dev.leadline.lab.functions.Program;
import dev.leadline.space.Space;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Measurements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A problem with two or three goals over real inputs; all goals are to be small. Immutable and
 * thread-safe.
 *
 * @param function what peers call the formula behind it
 * @param lower the least value of each input
 * @param upper the largest
 * @param ideal the best value of each goal
 * @param reference the values beyond which nothing counts
 * @param polynomials the formulas of the goals where they are polynomials, else none
 */
record GoalTask(
    String name,
    String function,
    List<Double> lower,
    List<Double> upper,
    List<Double> ideal,
    List<Double> reference,
    List<String> polynomials)
    implements Task, Problem {

  private static final int VECTORS = 10;

  /** Values at some points of the unit cube, and what these reach together. */
  record Vector(
      String task, List<List<Double>> points, List<List<Double>> values, double reached) {}

  /** What a peer needs to make one run. */
  record Start(String task, long seed, int evaluations, List<List<Double>> initial) {}

  /** A task as peers check and evaluate it. */
  record Described(GoalTask problem, Vector vector) {}

  GoalTask {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
    ideal = List.copyOf(ideal);
    reference = List.copyOf(reference);
    polynomials = List.copyOf(polynomials);
  }

  @Override
  public String functionName() {
    return function;
  }

  @Override
  public int dimensions() {
    return lower.size();
  }

  @Override
  public Space space() {
    return Program.cube(dimensions());
  }

  @Override
  public Problem problem(long seed) {
    return this;
  }

  /** Twice as many as there are inputs, and two more. */
  @Override
  public int initialPoints() {
    return 2 * (dimensions() + 1);
  }

  @Override
  public double[][] initial(long seed) {
    String key = "several goals " + Suite.GOALS.bare(name);
    return Seed.sobol(initialPoints(), dimensions(), key, seed);
  }

  @Override
  public Optional<Goals> goals() {
    return Optional.of(named(count()));
  }

  /** So many goals f0, f1, … */
  static Goals named(int count) {
    return new Goals(
        IntStream.range(0, count).mapToObj(k -> Goal.minimise("f" + k)).toList(), Map.of());
  }

  private int count() {
    return ideal.size();
  }

  @Override
  public Outcome evaluate(double[] point, int evaluation) {
    return told(at(point));
  }

  /** The first goal as the value, the others as what else was measured. */
  static Outcome told(double... values) {
    Measurements further = Measurements.none();
    for (int k = 1; k < values.length; k++) {
      further = further.with("f" + k, values[k]);
    }
    return Outcome.of(values[0], further);
  }

  @Override
  public double regret(double[] point) {
    return Double.NaN;
  }

  @Override
  public Regret regret() {
    List<double[]> seen = new ArrayList<>();
    return (point, outcome) -> {
      seen.add(at(point));
      return 1 - reached(seen, ideal, reference);
    };
  }

  /** The goals at a point of the unit cube. */
  double[] at(double[] unit) {
    double[] x = new double[unit.length];
    for (int d = 0; d < x.length; d++) {
      x[d] = lower.get(d) + unit[d] * (upper.get(d) - lower.get(d));
    }
    return polynomials.isEmpty()
        ? GoalFormula.of(function).at(x, count())
        : polynomials.stream().mapToDouble(text -> new Polynomial(text).at(x)).toArray();
  }

  /** The share of the box between ideal and reference that some points reach. */
  static double reached(List<double[]> values, List<Double> ideal, List<Double> reference) {
    double box = 1;
    for (int k = 0; k < ideal.size(); k++) {
      box *= reference.get(k) - ideal.get(k);
    }
    double[] beyond = reference.stream().mapToDouble(Double::doubleValue).toArray();
    return Hypervolume.of(values.toArray(double[][]::new), beyond) / box;
  }

  @Override
  public Optional<Record> description() {
    SplittableRandom random = Seed.stream("vector " + Suite.GOALS.bare(name));
    List<double[]> points =
        IntStream.range(0, VECTORS).mapToObj(i -> random.doubles(dimensions()).toArray()).toList();
    List<double[]> values = points.stream().map(this::at).toList();
    return Optional.of(
        new Described(
            this,
            new Vector(
                name, Seed.lists(points), Seed.lists(values), reached(values, ideal, reference))));
  }

  @Override
  public Record start(long seed, int steps) {
    double[][] initial = initial(seed);
    return new Start(name, seed, initial.length + steps, Seed.lists(List.of(initial)));
  }

  /** A problem on a box with the same bounds for every input. */
  static GoalTask box(
      String name,
      String function,
      int dimensions,
      double low,
      double high,
      double[] ideal,
      double[] reference) {
    return new GoalTask(
        Suite.GOALS.prefix() + name,
        function,
        Collections.nCopies(dimensions, low),
        Collections.nCopies(dimensions, high),
        DoubleStream.of(ideal).boxed().toList(),
        DoubleStream.of(reference).boxed().toList(),
        List.of());
  }
}
