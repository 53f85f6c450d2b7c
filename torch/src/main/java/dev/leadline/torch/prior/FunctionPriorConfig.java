package dev.leadline.torch.prior;

import dev.leadline.units.OutputScaling;

/**
 * The make-up of the default model's tasks. Shares are probabilities per task.
 *
 * @param maxDimensions the largest number of inputs; tasks have 1 to so many, most of them up to 12
 * @param features the number of random Fourier features of the main component
 * @param roughFeatures the same of the rougher component
 * @param scaling how values are scaled, fitted on the context
 * @param bowlShare tasks with a broad bowl, anywhere in the cube
 * @param roughShare tasks with a rougher component on top of the main one
 * @param additiveShare tasks that are sums of functions of one input (or direction) each
 * @param ridgeShare tasks that vary along a few random directions instead of the axes
 * @param idleShare tasks in which some inputs do nothing
 * @param warpShare tasks whose smoothness changes across the cube
 * @param skewShare tasks with skewed or heavy-tailed values
 * @param discreteShare tasks with integer, flag or one-hot inputs
 * @param noisyShare tasks with noise up to 30 % of the standard deviation
 */
public record FunctionPriorConfig(
    int maxDimensions,
    int features,
    int roughFeatures,
    OutputScaling scaling,
    double bowlShare,
    double roughShare,
    double additiveShare,
    double ridgeShare,
    double idleShare,
    double warpShare,
    double skewShare,
    double discreteShare,
    double noisyShare) {

  public FunctionPriorConfig {
    if (maxDimensions < 1 || features < 1 || roughFeatures < 1) {
      throw new IllegalArgumentException(
          "expected at least one dimension and one feature but got %d, %d and %d"
              .formatted(maxDimensions, features, roughFeatures));
    }
    double[] shares = {
      bowlShare,
      roughShare,
      additiveShare,
      ridgeShare,
      idleShare,
      warpShare,
      skewShare,
      discreteShare,
      noisyShare
    };
    for (double share : shares) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("expected shares in [0, 1] but got " + share);
      }
    }
  }

  /** The default model's tasks: up to 30 inputs. */
  public static FunctionPriorConfig standard(OutputScaling scaling) {
    return new FunctionPriorConfig(30, 512, 256, scaling, .5, .35, .3, .2, .5, .3, .45, .3, .15);
  }

  /** The same tasks with other limits on size. */
  public FunctionPriorConfig withSizes(int dimensions, int mainFeatures, int otherFeatures) {
    return new FunctionPriorConfig(
        dimensions,
        mainFeatures,
        otherFeatures,
        scaling,
        bowlShare,
        roughShare,
        additiveShare,
        ridgeShare,
        idleShare,
        warpShare,
        skewShare,
        discreteShare,
        noisyShare);
  }
}
