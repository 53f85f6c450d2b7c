package dev.leadline.torch.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.StandardNormal;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BinnedNormalTest {

  private static final double[] OBSERVED = {3, 4, 4.5, 5, 9, 6};

  private static Buckets even(int count) {
    return new Buckets(
        IntStream.rangeClosed(0, count).mapToDouble(i -> 6.0 * i / count - 3).toArray());
  }

  private static double integral(double from, double to, DoubleUnaryOperator function) {
    int steps = 40_000;
    double width = (to - from) / steps;
    return IntStream.range(0, steps)
        .mapToDouble(i -> width * function.applyAsDouble(from + (i + 0.5) * width))
        .sum();
  }

  @ParameterizedTest
  @EnumSource(OutputScaling.class)
  void density_integratesToOneInTheUnitsOfThePrediction(OutputScaling scaling) {
    BinnedNormal binned = new BinnedNormal(even(12), scaling.fit(OBSERVED));
    double total = integral(-90, 100, y -> Math.exp(binned.logDensity(y, 5.5, 1.3)));
    assertThat(total).isCloseTo(1, within(2e-3));
  }

  @Test
  void loss_isThatOfThePredictionIfBucketsAreFineAndMoreIfTheyAreCoarse() {
    double exact = entropy(0.4);
    double fine = expectedLoss(even(2000), 0.4);
    double coarse = expectedLoss(even(12), 0.4);
    double coarser = expectedLoss(even(6), 0.4);
    assertThat(fine).isCloseTo(exact, within(1e-4)).isGreaterThan(exact);
    assertThat(coarse).isGreaterThan(exact + 0.03);
    assertThat(coarser).isGreaterThan(coarse + 0.1);
  }

  @Test
  void loss_ofTwoHalvesIsThatOfAWiderNormal() {
    double scale = Buckets.tailScale(1);
    double divergence = Math.log(scale) + 0.5 / (scale * scale) - 0.5;
    BinnedNormal halves = new BinnedNormal(new Buckets(-1, 0, 1), unscaled());
    double loss = integral(-9, 9, z -> -StandardNormal.density(z) * halves.logDensity(z, 0, 1));
    assertThat(loss - entropy(1)).isCloseTo(divergence, within(1e-6));
  }

  @Test
  void loss_isNotImprovedByShiftingMass() {
    Buckets buckets = even(12);
    BinnedNormal best = new BinnedNormal(buckets, unscaled());
    double least = expected(0.2, 0.5, z -> -best.logDensity(z, 0.2, 0.5));
    for (double shift : new double[] {-0.1, -0.02, 0.02, 0.1}) {
      double other = expected(0.2, 0.5, z -> -best.logDensity(z, 0.2 + shift, 0.5 + shift / 3));
      assertThat(other).isGreaterThan(least);
    }
  }

  @Test
  void mass_isAccurateFarOut() {
    assertThat(BinnedNormal.logMass(-1, 2))
        .isCloseTo(Math.log(StandardNormal.cdf(2) - StandardNormal.cdf(-1)), within(1e-12));
    assertThat(BinnedNormal.logMass(2, 3)).isEqualTo(BinnedNormal.logMass(-3, -2));
    assertThat(BinnedNormal.logMass(40, Double.POSITIVE_INFINITY))
        .isEqualTo(StandardNormal.logCdf(-40));
    double narrow = 1e-3; // the mass of a narrow interval is density times width
    assertThat(BinnedNormal.logMass(30, 30 + narrow))
        .isCloseTo(StandardNormal.logDensity(30 + narrow / 2) + Math.log(narrow), within(1e-3));
    assertThat(BinnedNormal.logMass(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)).isZero();
  }

  private static double expectedLoss(Buckets buckets, double deviation) {
    BinnedNormal binned = new BinnedNormal(buckets, unscaled());
    return expected(0.1, deviation, z -> -binned.logDensity(z, 0.1, deviation));
  }

  private static double expected(double mean, double deviation, DoubleUnaryOperator function) {
    return integral(
        mean - 8 * deviation,
        mean + 8 * deviation,
        z ->
            StandardNormal.density((z - mean) / deviation) / deviation * function.applyAsDouble(z));
  }

  private static double entropy(double deviation) {
    return 0.5 * Math.log(2 * Math.PI * Math.E) + Math.log(deviation);
  }

  /** Values of mean 0 and deviation 1, so that scaling changes nothing. */
  private static OutputScaling.Fitted unscaled() {
    return OutputScaling.Z_SCORE.fit(new double[] {-1, 1});
  }
}
