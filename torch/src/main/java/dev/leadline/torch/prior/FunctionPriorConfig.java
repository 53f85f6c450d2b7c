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
 */
public record FunctionPriorConfig(
    int maxDimensions, int features, int roughFeatures, OutputScaling scaling, Shapes shapes) {

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
   * @param noisy tasks with noise up to 30 % of the standard deviation
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
      double noisy) {

    public Shapes {
      for (double share :
          new double[] {bowls, rough, additive, ridges, idle, warped, skewed, discrete, noisy}) {
        if (!(share >= 0 && share <= 1)) {
          throw new IllegalArgumentException("expected shares in [0, 1] but got " + share);
        }
      }
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
    return new FunctionPriorConfig(
        30, 512, 256, scaling, new Shapes(.5, .35, .3, .2, .5, .3, .45, .3, .15));
  }

  /** The same tasks with other limits on size. */
  public FunctionPriorConfig withSizes(int dimensions, int mainFeatures, int otherFeatures) {
    return new FunctionPriorConfig(dimensions, mainFeatures, otherFeatures, scaling, shapes);
  }
}
