package dev.leadline.bench.task;

import dev.leadline.bench.functions.TestFunction;
import dev.leadline.study.NoiseKind;
import java.util.SplittableRandom;

/**
 * A test function as a task.
 *
 * @param function what is minimised
 * @param placement where its minimum lies
 * @param noise the standard deviation of the observation noise as a share of that of the function
 *     over the cube; 0 for none
 */
record FunctionTask(TestFunction function, Placement placement, double noise) implements Task {

  /* Shifted: the seed draws a place t uniformly from [0.1, 0.9]^d and the objective is f(u − s) with s = t − u*, u* being the
   * function's minimiser in the unit cube. Where u − s leaves the cube the function is continued by reflection at the faces:
   * the objective is continuous, takes no value that f does not take on its box, and attains the same minimum at t. */

  private static final double MARGIN = 0.1;
  private static final int DEVIATION_DRAWS = 4096;

  /** Where the minimum of a task lies. */
  enum Placement {
    ORIGINAL,
    SHIFTED
  }

  FunctionTask {
    if (!(noise >= 0 && noise <= 10)) {
      throw new IllegalArgumentException(
          "expected noise between 0 and 10 standard deviations but was " + noise);
    }
  }

  @Override
  public String name() {
    String shift = placement == Placement.SHIFTED ? "@shift" : "";
    String suffix = noise > 0 ? "@noise=" + noise : "";
    return function + shift + suffix;
  }

  @Override
  public String functionName() {
    return function.name();
  }

  @Override
  public int dimensions() {
    return function.dimensions();
  }

  @Override
  public Objective objective(long seed) {
    double[] shift = new double[dimensions()];
    if (placement == Placement.SHIFTED) {
      double[] minimiser = function.unitMinimiser();
      SplittableRandom random = Seed.stream("shift " + function, seed);
      for (int i = 0; i < shift.length; i++) {
        shift[i] = random.nextDouble(MARGIN, 1 - MARGIN) - minimiser[i];
      }
    }
    double deviation = noise > 0 ? noise * deviation() : 0;
    return new Instance(function, shift, deviation, Seed.of("noise " + name(), seed));
  }

  /** The standard deviation of the function over the cube, from a fixed sample. */
  private double deviation() {
    SplittableRandom random = Seed.stream("deviation " + function);
    double mean = 0;
    double squares = 0;
    for (int k = 1; k <= DEVIATION_DRAWS; k++) {
      double value = function.atUnit(random.doubles(dimensions()).toArray());
      double before = value - mean;
      mean += before / k;
      squares += before * (value - mean);
    }
    return Math.sqrt(squares / (DEVIATION_DRAWS - 1));
  }

  /** A shifted, noisy function of one seed. */
  private static final class Instance implements Objective {

    private final TestFunction function;
    private final double[] shift;
    private final double deviation;
    private final long noiseSeed;

    Instance(TestFunction function, double[] shift, double deviation, long noiseSeed) {
      this.function = function;
      this.shift = shift;
      this.deviation = deviation;
      this.noiseSeed = noiseSeed;
    }

    @Override
    public int dimensions() {
      return function.dimensions();
    }

    @Override
    public double[] snap(double[] point) {
      return point.clone();
    }

    @Override
    public double value(double[] point) {
      double[] source = new double[point.length];
      for (int i = 0; i < point.length; i++) {
        source[i] = reflect(point[i] - shift[i]);
      }
      return function.atUnit(source);
    }

    @Override
    public double observe(double[] point, int evaluation) {
      double value = value(point);
      if (deviation == 0) {
        return value;
      }
      double draw = new SplittableRandom(Seed.of("draw", noiseSeed, evaluation)).nextGaussian();
      return value + deviation * draw;
    }

    @Override
    public NoiseKind noise() {
      return deviation > 0 ? NoiseKind.UNKNOWN : NoiseKind.NONE;
    }

    @Override
    public double[] shift() {
      return shift.clone();
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
