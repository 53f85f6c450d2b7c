package dev.leadline.committee;

import java.util.List;

/**
 * Kernels of functions that are mostly sums of effects of single inputs; {@code docs/network.md}
 * defines every symbol. Immutable and thread-safe.
 *
 * <p>Kernel a is {@code (1 − ρ)/d · Σ_j Σ_m s_m cos(πm x_j) cos(πm x'_j) + ρ·Matérn-5/2(‖x − x'‖ /
 * (ℓ₀ √d)) + c₀}: a cosine series of Matérn-5/2 smoothness in every input, and a share for what the
 * inputs do together.
 *
 * @param lengthscales ℓ of the series, in units of one input, increasing; none for no such kernels
 * @param frequencies F, the number of terms of a series
 * @param interaction ρ, the share of the variance that inputs have together
 * @param interactionLengthscale ℓ₀, in units of √d
 */
public record AdditiveKernels(
    List<Double> lengthscales, int frequencies, double interaction, double interactionLengthscale) {

  public AdditiveKernels {
    lengthscales = CommitteeConfig.increasing(lengthscales, 1e-3, 1e3, "additive lengthscales");
    CommitteeConfig.within(frequencies, 1, 256, "frequencies");
    CommitteeConfig.within(interaction, 1e-3, 1 - 1e-3, "interaction");
    CommitteeConfig.within(interactionLengthscale, 1e-3, 1e3, "interactionLengthscale");
  }

  /** No additive kernels. */
  public static AdditiveKernels none() {
    return new AdditiveKernels(List.of(), 1, .5, 1);
  }

  /** Four lengthscales; 24 terms resolve twelve periods along an input. */
  public static AdditiveKernels standard() {
    return new AdditiveKernels(List.of(.05, .1, .2, .4), 24, .5, .8);
  }

  /**
   * The weights s_1 … s_F of a series: Matérn-5/2's spectral density at the frequencies πm, scaled
   * so that the mean variance over the unit interval, Σ s_m/2, is 1.
   *
   * @param index of the lengthscale
   */
  public double[] spectrum(int index) {
    double lengthscale = lengthscales.get(index);
    double[] weights = new double[frequencies];
    double sum = 0;
    for (int m = 1; m <= frequencies; m++) {
      double square = 5 / (lengthscale * lengthscale) + Math.PI * Math.PI * m * m;
      weights[m - 1] = 1 / (square * square * square);
      sum += weights[m - 1];
    }
    for (int m = 0; m < frequencies; m++) {
      weights[m] *= 2 / sum;
    }
    return weights;
  }

  /** (1 − ρ)/d·s_m of every term of a point, in the order of {@link CosineSeries}. */
  double[] coefficients(int index, int dimensions) {
    double[] spectrum = spectrum(index);
    double[] coefficients = new double[CosineSeries.length(dimensions, frequencies)];
    for (int f = 0; f < dimensions * frequencies; f++) {
      coefficients[f] = (1 - interaction) / dimensions * spectrum[f % frequencies];
    }
    return coefficients;
  }
}
