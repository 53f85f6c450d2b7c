package dev.leadline.torch.prior;

import dev.leadline.scaling.OutputScaling;

/**
 * The make-up of the default model's tasks.
 *
 * @param maxDimensions the largest number of inputs; tasks have 1 to so many, most of them up to 12
 * @param features the number of random Fourier features of the main component
 * @param roughFeatures the same of the rougher component
 * @param scaling how values are scaled, fitted on the context
 * @param shapes what functions look like
 * @param blemishes what real programs add to them
 */
public record FunctionPriorConfig(
    int maxDimensions,
    int features,
    int roughFeatures,
    OutputScaling scaling,
    Shapes shapes,
    Blemishes blemishes) {

  /**
   * What functions look like. Shares are probabilities per task.
   *
   * @param bowls tasks with a broad bowl, anywhere in the cube
   * @param rough tasks with a rougher component on top of the main one
   * @param additive tasks that are sums of functions of one input (or direction) each
   * @param ridges tasks that vary along a few random directions instead of the axes
   * @param idle tasks in which some inputs do nothing
   * @param warped tasks whose smoothness changes across the cube
   * @param skewed tasks with skewed or heavy-tailed values
   * @param discrete tasks with integer, flag or one-hot inputs
   * @param slopes tasks with inputs whose effect only rises or only falls, and then levels off
   * @param unequal tasks in which few inputs count for most of what happens
   */
  public record Shapes(
      double bowls,
      double rough,
      double additive,
      double ridges,
      double idle,
      double warped,
      double skewed,
      double discrete,
      double slopes,
      double unequal) {

    public Shapes {
      expectShares(bowls, rough, additive, ridges, idle, warped, skewed, discrete, slopes, unequal);
    }
  }

  /**
   * What real programs add to functions. Shares are probabilities per task.
   *
   * @param noisy tasks with noise up to 30 % of the standard deviation
   * @param grainy tasks whose values are uneven everywhere, more where they are high
   * @param gated for each of two gates, tasks in which some inputs count only while it is open
   * @param ceilings tasks whose higher values are all the same
   * @param cliffs tasks with a corner in which values are far higher
   * @param levels tasks whose values come in steps
   */
  public record Blemishes(
      double noisy, double grainy, double gated, double ceilings, double cliffs, double levels) {

    /** Functions as they are. */
    public static final Blemishes NONE = new Blemishes(0, 0, 0, 0, 0, 0);

    public Blemishes {
      expectShares(noisy, grainy, gated, ceilings, cliffs, levels);
    }
  }

  public FunctionPriorConfig {
    if (maxDimensions < 1 || features < 1 || roughFeatures < 1) {
      throw new IllegalArgumentException(
          "expected at least one dimension and one feature but got %d, %d and %d"
              .formatted(maxDimensions, features, roughFeatures));
    }
  }

  /** The default model's tasks: up to 30 inputs. */
  public static FunctionPriorConfig standard(OutputScaling scaling) {
    return usual(
        scaling,
        new Shapes(.5, .35, .3, .2, .5, .3, .45, .3, 0, 0),
        new Blemishes(.15, 0, 0, 0, 0, 0));
  }

  /** Tasks with all that the settings of real programs have in common. */
  public static FunctionPriorConfig programs(OutputScaling scaling) {
    return usual(
        scaling,
        new Shapes(.4, .5, .2, .1, .7, .5, .75, .75, .5, .8),
        new Blemishes(.1, .7, .35, .4, .2, .3));
  }

  private static FunctionPriorConfig usual(
      OutputScaling scaling, Shapes shapes, Blemishes blemishes) {
    return new FunctionPriorConfig(30, 512, 256, scaling, shapes, blemishes);
  }

  /** The same tasks with other limits on size. */
  public FunctionPriorConfig withSizes(int dimensions, int mainFeatures, int otherFeatures) {
    return new FunctionPriorConfig(
        dimensions, mainFeatures, otherFeatures, scaling, shapes, blemishes);
  }

  private static void expectShares(double... shares) {
    for (double share : shares) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("expected shares in [0, 1] but got " + share);
      }
    }
  }
}
