package dev.leadline.lab.problem;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Space;
import java.util.Optional;
import java.util.SplittableRandom;

/** A test function among irrelevant inputs, shifted, skewed and noisy: one seed of its task. */
final class FunctionObjective implements Objective {

  private final TestFunction function;
  private final Space space;
  private final int[] used;
  private final double[] shift;
  private final Optional<Skew> skew;
  private final double deviation;
  private final long noiseSeed;

  /**
   * @param used for each input of the function the input of the objective that it is
   * @param shift by how much each input of the function is moved in the unit cube
   * @param deviation the standard deviation of the noise
   */
  FunctionObjective(
      TestFunction function,
      int dimensions,
      int[] used,
      double[] shift,
      Optional<Skew> skew,
      double deviation,
      long noiseSeed) {
    this.function = function;
    this.space = Problem.cube(dimensions);
    this.used = used.clone();
    this.shift = shift.clone();
    this.skew = skew;
    this.deviation = deviation;
    this.noiseSeed = noiseSeed;
  }

  @Override
  public Space space() {
    return space;
  }

  @Override
  public double value(double[] point) {
    double[] source = new double[used.length];
    for (int i = 0; i < used.length; i++) {
      source[i] = reflect(point[used[i]] - shift[i]);
    }
    return function.atUnit(source);
  }

  @Override
  public double disturbance(int evaluation) {
    if (deviation == 0) {
      return 0;
    }
    return deviation * new SplittableRandom(Seed.of("draw", noiseSeed, evaluation)).nextGaussian();
  }

  @Override
  public NoiseKind noise() {
    return deviation > 0 ? NoiseKind.UNKNOWN : NoiseKind.NONE;
  }

  @Override
  public int[] used() {
    return used.clone();
  }

  @Override
  public double[] shift() {
    return shift.clone();
  }

  @Override
  public Optional<Skew> skew() {
    return skew;
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
