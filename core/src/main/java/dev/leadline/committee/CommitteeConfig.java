package dev.leadline.committee;

import java.util.List;
import java.util.stream.Stream;

/**
 * The fixed hyper-parameters of a committee; {@code docs/network.md} defines every symbol.
 *
 * <p>Member {@code k = l · noises + s} has kernel l and the noise ratio η_s. The first kernels are
 * isotropic, {@code Matérn-5/2(‖x − x'‖ / (ℓ_l √d)) + c₀}; the additive ones follow. Immutable and
 * thread-safe.
 *
 * @param lengthscales ℓ of the isotropic kernels, in units of √d, increasing
 * @param additive the kernels that add up effects of single inputs
 * @param noises η, noise variances relative to the output scale, increasing, at least 1e-6
 * @param meanVariance c₀, the prior variance of the constant mean relative to the output scale
 * @param priorMedian the median of the log-normal prior on ℓ
 * @param priorSpread the standard deviation of that prior, in ln ℓ
 * @param scaleDegrees ν₀, the number of observations the prior on the output scale is worth
 * @param cutoff the number of nats by which a member may trail the best before it is ignored
 */
public record CommitteeConfig(
    List<Double> lengthscales,
    AdditiveKernels additive,
    List<Double> noises,
    double meanVariance,
    double priorMedian,
    double priorSpread,
    double scaleDegrees,
    double cutoff) {

  private static final double PILOT_NOISE = 1e-3;
  private static final double LARGEST_NOISE = 0.3;

  public CommitteeConfig {
    lengthscales = some(increasing(lengthscales, 1e-3, 1e3, "lengthscales"), "lengthscales");
    noises = some(increasing(noises, 1e-6, 1e3, "noises"), "noises");
    within(meanVariance, 0, 1e3, "meanVariance");
    within(priorMedian, 1e-3, 1e3, "priorMedian");
    within(priorSpread, 1e-3, 1e3, "priorSpread");
    within(scaleDegrees, 1e-3, 1e3, "scaleDegrees");
    within(cutoff, 1e-3, 1e3, "cutoff");
  }

  /** A committee of isotropic members alone. */
  public CommitteeConfig(
      List<Double> lengthscales,
      List<Double> noises,
      double meanVariance,
      double priorMedian,
      double priorSpread,
      double scaleDegrees,
      double cutoff) {
    this(
        lengthscales,
        AdditiveKernels.none(),
        noises,
        meanVariance,
        priorMedian,
        priorSpread,
        scaleDegrees,
        cutoff);
  }

  /**
   * Eight isotropic and four additive kernels, three noises: 36 members that span flat bowls, rough
   * surfaces and sums of ripples.
   */
  public static CommitteeConfig standard() {
    return new CommitteeConfig(
        List.of(.05, .1, .2, .4, .8, 1.6, 3.2, 6.4),
        AdditiveKernels.standard(),
        List.of(1e-6, 1e-3, 3e-2),
        1,
        .5,
        1.5,
        2,
        12);
  }

  /**
   * The standard one with a larger noise beside the others, for recommendations: at the end of a
   * noisy study values differ by little else. Suggestions keep to {@link #standard}.
   */
  public static CommitteeConfig noisy() {
    CommitteeConfig standard = standard();
    List<Double> noises =
        Stream.concat(standard.noises.stream(), Stream.of(LARGEST_NOISE)).toList();
    return new CommitteeConfig(
        standard.lengthscales,
        standard.additive,
        noises,
        standard.meanVariance,
        standard.priorMedian,
        standard.priorSpread,
        standard.scaleDegrees,
        standard.cutoff);
  }

  /** The same kernels at one noise: first guesses are made with these. */
  public CommitteeConfig pilot() {
    return new CommitteeConfig(
        lengthscales,
        additive,
        List.of(PILOT_NOISE),
        meanVariance,
        priorMedian,
        priorSpread,
        scaleDegrees,
        cutoff);
  }

  /** The same without the additive kernels. */
  public CommitteeConfig isotropic() {
    return new CommitteeConfig(
        lengthscales, noises, meanVariance, priorMedian, priorSpread, scaleDegrees, cutoff);
  }

  /** The number of kernels, L. */
  public int kernels() {
    return lengthscales.size() + additive.lengthscales().size();
  }

  /** The number of members, G. */
  public int members() {
    return kernels() * noises.size();
  }

  /** The index of the kernel of a member. */
  public int kernelOf(int member) {
    return member / noises.size();
  }

  /** The place of a kernel among the additive ones; negative if it is isotropic. */
  public int additiveIndex(int kernel) {
    return kernel - lengthscales.size();
  }

  /** The noise ratio η of a member. */
  public double noiseOf(int member) {
    return noises.get(member % noises.size());
  }

  /**
   * The log of a kernel's prior weight up to a constant: for an isotropic one the normal density of
   * ln ℓ, which is the log-normal prior's mass on a grid with equal steps in ln ℓ; 0 for an
   * additive one, as much as the best isotropic one has.
   */
  public double logPrior(int kernel) {
    if (additiveIndex(kernel) >= 0) {
      return 0;
    }
    double z = (Math.log(lengthscales.get(kernel)) - Math.log(priorMedian)) / priorSpread;
    return -0.5 * z * z;
  }

  private static List<Double> some(List<Double> values, String name) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("expected at least one of " + name + " but got none");
    }
    return values;
  }

  static List<Double> increasing(List<Double> values, double minimum, double maximum, String name) {
    List<Double> copy = List.copyOf(values);
    double previous = Double.NEGATIVE_INFINITY;
    for (double value : copy) {
      within(value, minimum, maximum, name);
      if (!(value > previous)) {
        throw new IllegalArgumentException(
            "expected increasing %s but got %s".formatted(name, copy));
      }
      previous = value;
    }
    return copy;
  }

  static void within(double value, double minimum, double maximum, String name) {
    if (!(value >= minimum && value <= maximum)) {
      throw new IllegalArgumentException(
          "expected %s in [%s, %s] but was %s".formatted(name, minimum, maximum, value));
    }
  }
}
