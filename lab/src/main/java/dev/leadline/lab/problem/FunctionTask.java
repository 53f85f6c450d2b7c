package dev.leadline.lab.problem;

import dev.leadline.lab.functions.Program;
import dev.leadline.lab.functions.TestFunction;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * A test function as a task.
 *
 * @param suite where the function belongs
 * @param function what is minimised
 * @param variant what the task makes of it
 */
record FunctionTask(Suite suite, TestFunction function, Variant variant) implements Task {

  /* Shifted: the seed draws a place t uniformly from [0.1, 0.9]^d and the objective is f(u − s) with s = t − u*, u* being the
   * function's minimiser in the unit cube. Where u − s leaves the cube the function is continued by reflection at the faces:
   * the objective is continuous, takes no value that f does not take on its box, and attains the same minimum at t.
   *
   * Irrelevant inputs: the seed draws which d of the d + K inputs the function gets, in their order. */

  private static final double MARGIN = 0.1;
  private static final int SAMPLE = 4096;

  @Override
  public String name() {
    return suite.prefix() + function + variant.suffix();
  }

  @Override
  public String functionName() {
    return function.name();
  }

  @Override
  public int dimensions() {
    return function.dimensions() + variant.irrelevant();
  }

  @Override
  public Objective problem(long seed) {
    Optional<Skew> skew =
        switch (variant.output()) {
          case PLAIN -> Optional.empty();
          case SKEWED -> Optional.of(skew());
        };
    double deviation = variant.noise() > 0 ? variant.noise() * deviation(seen(skew)) : 0;
    return new Instance(
        function,
        Program.cube(dimensions()),
        used(seed),
        shift(seed),
        skew,
        deviation,
        Seed.of("noise " + name(), seed));
  }

  private List<Double> shift(long seed) {
    double[] shift = new double[function.dimensions()];
    if (variant.placement() == Variant.Placement.SHIFTED) {
      double[] minimiser = function.unitMinimiser();
      SplittableRandom random = Seed.stream("shift " + function, seed);
      for (int i = 0; i < shift.length; i++) {
        shift[i] = random.nextDouble(MARGIN, 1 - MARGIN) - minimiser[i];
      }
    }
    return DoubleStream.of(shift).boxed().toList();
  }

  /** The inputs that the function gets, increasing: every choice of d of them is equally likely. */
  private List<Integer> used(long seed) {
    int wanted = function.dimensions();
    List<Integer> used = new ArrayList<>();
    SplittableRandom random = Seed.stream("used " + function, variant.irrelevant(), seed);
    for (int i = 0; used.size() < wanted; i++) {
      if (random.nextInt(dimensions() - i) < wanted - used.size()) {
        used.add(i);
      }
    }
    return used;
  }

  /** The values of the function at a fixed sample of the cube. */
  private double[] sample() {
    SplittableRandom random = Seed.stream("deviation " + function);
    double[] values = new double[SAMPLE];
    Arrays.setAll(values, k -> function.atUnit(random.doubles(function.dimensions()).toArray()));
    return values;
  }

  private double[] seen(Optional<Skew> skew) {
    double[] values = sample();
    return skew.map(s -> Arrays.stream(values).map(s::apply).toArray()).orElse(values);
  }

  private Skew skew() {
    double[] values = sample();
    return new Skew(mean(values), deviation(values));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }

  /**
   * The function among irrelevant inputs, shifted, skewed and noisy: one seed of its task.
   *
   * @param used for each input of the function the input of the objective that it is
   * @param shift by how much each input of the function is moved in the unit cube
   * @param deviation the standard deviation of the noise
   */
  private record Instance(
      TestFunction function,
      Space space,
      List<Integer> used,
      List<Double> shift,
      Optional<Skew> skew,
      double deviation,
      long noiseSeed)
      implements Objective {

    @Override
    public double value(double[] point) {
      double[] source = new double[used.size()];
      Arrays.setAll(source, i -> reflect(point[used.get(i)] - shift.get(i)));
      return function.atUnit(source);
    }

    @Override
    public double disturbance(int evaluation) {
      return deviation == 0
          ? 0
          : deviation * new SplittableRandom(Seed.of("draw", noiseSeed, evaluation)).nextGaussian();
    }

    @Override
    public NoiseKind noise() {
      return deviation > 0 ? NoiseKind.UNKNOWN : NoiseKind.NONE;
    }

    @Override
    public double minimum() {
      return function.minimum();
    }

    /** Folds the real line into [0, 1] by mirrors at 0 and 1. */
    private static double reflect(double coordinate) {
      if (coordinate >= 0 && coordinate <= 1) {
        return coordinate;
      }
      double folded = Math.abs(coordinate) % 2;
      return folded > 1 ? 2 - folded : folded;
    }
  }
}
