package dev.leadline.torch.gp;

/**
 * What kind of Gaussian process is fitted: its kernel and the laws of its hyper-parameters, on the
 * unit cube and for values with mean 0 and standard deviation 1. The mean is a free constant.
 *
 * @param kernel the correlation, with one lengthscale per dimension
 * @param lengthscale the law of each lengthscale
 * @param minLengthscale the bound below which no lengthscale goes
 * @param outputScale the law of the prior variance
 * @param noise the law of the noise variance
 * @param minNoise the bound below which the noise variance does not go
 * @param search the variables in which a search for the most probable hyper-parameters sets out
 */
public record GpSpec(
    Kernel kernel,
    ScalarDistribution lengthscale,
    double minLengthscale,
    ScalarDistribution outputScale,
    ScalarDistribution noise,
    double minNoise,
    Coordinates search) {

  public GpSpec {
    if (!(minLengthscale >= 0) || !(minNoise >= 0)) {
      throw new IllegalArgumentException(
          "expected bounds of at least 0 but got lengthscale %s and noise %s"
              .formatted(minLengthscale, minNoise));
    }
  }

  /** BoTorch's SingleTaskGP as it was in 2022. */
  public static GpSpec classic2022() {
    return new GpSpec(
        Kernel.MATERN_52,
        new ScalarDistribution.Gamma(3, 6),
        0,
        new ScalarDistribution.Gamma(2, 0.15),
        new ScalarDistribution.Gamma(1.1, 0.05),
        1e-4,
        Coordinates.SOFTPLUS);
  }

  /** BoTorch's SingleTaskGP as of 0.18: the lengthscale prior grows with √d, the scale is 1. */
  public static GpSpec modern() {
    return new GpSpec(
        Kernel.RBF,
        new ScalarDistribution.LogNormal(Math.sqrt(2), Math.sqrt(3), true),
        0.025,
        new ScalarDistribution.Fixed(1),
        new ScalarDistribution.LogNormal(-4, 1),
        1e-4,
        Coordinates.PLAIN);
  }
}
