package dev.leadline.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.GaussianMixture;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputScalingTest {

  @ParameterizedTest
  @EnumSource
  void fitted_standardisesWhatItWasFittedOn(OutputScaling scaling) {
    for (double[] values : samples()) {
      OutputScaling.Fitted fitted = scaling.fit(values);
      double mean = 0;
      double square = 0;
      for (double value : values) {
        double z = fitted.toModel(value);
        mean += z / values.length;
        square += z * z / values.length;
      }
      assertThat(mean).isCloseTo(0, within(1e-9));
      assertThat(square).isCloseTo(1, within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fitted_isMonotoneAndInvertible(OutputScaling scaling) {
    for (double[] values : samples()) {
      OutputScaling.Fitted fitted = scaling.fit(values);
      double low = Arrays.stream(values).min().orElseThrow();
      double high = Arrays.stream(values).max().orElseThrow();
      double range = high - low;
      double previous = Double.NEGATIVE_INFINITY;
      for (double y = low - range; y <= high + range; y += range / 500) {
        double z = fitted.toModel(y);
        assertThat(z).isGreaterThanOrEqualTo(previous);
        assertThat(fitted.fromModel(z)).isCloseTo(y, within(1e-9 * (range + Math.abs(y))));
        previous = z;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void logDerivative_agreesWithDifferences(OutputScaling scaling) {
    double[] values = {3, 1, 4, 1.5, 9, 2.6, 500};
    OutputScaling.Fitted fitted = scaling.fit(values);
    for (double y = -20; y < 1000; y += 7.3) {
      double step = 1e-4;
      double slope = (fitted.toModel(y + step) - fitted.toModel(y - step)) / (2 * step);
      assertThat(fitted.logDerivative(y)).isCloseTo(Math.log(slope), within(1e-4));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fitted_isFiniteInTheCorners(OutputScaling scaling) {
    double[][] corners = {
      {},
      {5},
      {-3e200},
      {0, 0, 0},
      {0.1, 0.1, 0.1},
      {1, 1e300},
      {-1e308, 1.7e308, 0, 3},
      {Double.MIN_VALUE, 0, 1},
      {Double.MIN_VALUE, 0},
      {1, 1 + Math.ulp(1.0), 1},
      {1e12, 1e12 + 1e-3, 1e12 + 2e-3},
    };
    for (double[] values : corners) {
      OutputScaling.Fitted fitted = scaling.fit(values);
      for (double y : new double[] {-1e308, -1, 0, 1e-300, 1, 1e12, 1e308}) {
        assertThat(fitted.toModel(y)).isFinite();
        assertThat(fitted.fromModel(y)).isFinite();
        assertThat(fitted.logDerivative(y)).isFinite();
      }
      for (double value : values) {
        assertThat(Math.abs(fitted.toModel(value))).isLessThan(10);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void constantValues_mapToZero(OutputScaling scaling) {
    OutputScaling.Fitted fitted = scaling.fit(new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1});
    assertThat(fitted.toModel(0.1)).isZero();
    assertThat(fitted.fromModel(0)).isEqualTo(0.1);
    assertThat(fitted.toModel(0.2)).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void order_ofTheValuesDoesNotMatter(OutputScaling scaling) {
    double a = scaling.fit(new double[] {3, 1, 4, 1, 5}).toModel(2);
    double b = scaling.fit(new double[] {5, 4, 3, 1, 1}).toModel(2);
    assertThat(a).isCloseTo(b, within(1e-14));
  }

  @Test
  void tinySpreads_onALargeValueSurvive() {
    OutputScaling.Fitted fitted =
        OutputScaling.Z_SCORE.fit(new double[] {1e12, 1e12 + 0.001953125, 1e12 + 0.00390625});
    assertThat(fitted.toModel(1e12)).isCloseTo(-Math.sqrt(1.5), within(1e-9));
    assertThat(fitted.toModel(1e12 + 0.001953125)).isCloseTo(0, within(1e-9));
  }

  @Test
  void robustLog_keepsTheLowValuesApartUnderOneHugeValue() {
    double[] values = {1, 2, 3, 4, 5, 1e300};
    OutputScaling.Fitted robust = OutputScaling.ROBUST_LOG.fit(values);
    assertThat(robust.toModel(2) - robust.toModel(1)).isGreaterThan(1e-3);
    OutputScaling.Fitted plain = OutputScaling.Z_SCORE.fit(values);
    assertThat(plain.toModel(2) - plain.toModel(1)).isLessThan(1e-200);
  }

  @Test
  void robustLog_takesItsScaleFromTheMiddleHalf() {
    OutputScaling.Fitted near = OutputScaling.ROBUST_LOG.fit(new double[] {1, 2, 3, 4, 50});
    OutputScaling.Fitted far = OutputScaling.ROBUST_LOG.fit(new double[] {1, 2, 3, 4, 5000});
    double nearRatio = (near.toModel(2) - near.toModel(1)) / (near.toModel(4) - near.toModel(3));
    double farRatio = (far.toModel(2) - far.toModel(1)) / (far.toModel(4) - far.toModel(3));
    assertThat(farRatio).isCloseTo(nearRatio, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource
  void id_namesTheScaling(OutputScaling scaling) {
    assertThat(OutputScaling.ofId(scaling.id())).isEqualTo(scaling);
  }

  @Test
  void wrongInput_isRefusedWithASentence() {
    assertThatThrownBy(() -> OutputScaling.ofId("cubic"))
        .hasMessageContaining("[z-score, signed-log, robust-log] but got 'cubic'");
    assertThatThrownBy(() -> OutputScaling.Z_SCORE.fit(new double[] {1, Double.NaN}))
        .hasMessageContaining("finite");
  }

  private static double[][] samples() {
    SplittableRandom random = new SplittableRandom(11);
    double[][] samples = new double[40][];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = new double[2 + random.nextInt(40)];
      double location = 100 * random.nextGaussian();
      double scale = Math.exp(5 * random.nextGaussian());
      double tail = random.nextDouble(3);
      for (int j = 0; j < samples[i].length; j++) {
        samples[i][j] = location + scale * Math.exp(tail * random.nextGaussian());
      }
    }
    return samples;
  }

  @ParameterizedTest
  @EnumSource
  void expectedImprovement_inTheObjectivesUnits_agreesWithMonteCarlo(OutputScaling scaling) {
    OutputScaling.Fitted fitted = scaling.fit(new double[] {3, 8, 20, 4, 1000, 7, 6});
    for (double mean : new double[] {-1, 0.2, 2}) {
      Distribution distribution = GaussianMixture.normal(mean, 0.7);
      double incumbent = fitted.toModel(5);
      double lowest = distribution.quantile(0.01);
      SplittableRandom random = new SplittableRandom(4);
      double[] gains = new double[400_000];
      for (int i = 0; i < gains.length; i++) {
        double z = mean + 0.7 * random.nextGaussian();
        gains[i] = z < lowest ? 0 : Math.max(0, 5 - fitted.fromModel(z));
      }
      double average = Arrays.stream(gains).average().orElseThrow();
      double square = Arrays.stream(gains).map(g -> g * g).average().orElseThrow();
      double error = 5 * Math.sqrt(square / gains.length) + 2e-3 * average;
      assertThat(fitted.expectedImprovement(distribution, incumbent))
          .isCloseTo(average, within(error));
    }
  }

  @Test
  void expectedImprovement_inTheObjectivesUnits_isFiniteFarOut() {
    OutputScaling.Fitted fitted = OutputScaling.SIGNED_LOG.fit(new double[] {3, 8, 20, 4, 1000});
    Distribution distribution = GaussianMixture.normal(0, 1e-3);
    assertThat(fitted.expectedImprovement(distribution, -1)).isZero();
    assertThat(fitted.expectedImprovement(distribution, 3)).isPositive().isFinite();
  }

  /** A gain that a hundredth of the prediction makes up would contradict the interval beside it. */
  @Test
  void expectedImprovement_leavesOutWhatLiesFarBelowAllThatWasSeen() {
    OutputScaling.Fitted fitted =
        OutputScaling.ROBUST_LOG.fit(new double[] {0.083, 0.38, 0.4, 0.42, 0.44, 0.46, 0.5});
    double best = fitted.toModel(0.083);
    Distribution tail =
        GaussianMixture.of(
            new double[] {0.993, 0.007},
            new double[] {fitted.toModel(0.42), best - 2},
            new double[] {0.1, 0.5});
    assertThat(tail.cdf(best)).isLessThan(0.01);
    assertThat(tail.expectedImprovement(best)).isPositive();
    assertThat(fitted.expectedImprovement(tail, best)).isZero();
    Distribution hope = GaussianMixture.normal(best, 0.5);
    double gain = fitted.expectedImprovement(hope, best);
    double farthest = 0.083 - fitted.fromModel(hope.quantile(0.01));
    assertThat(gain).isPositive().isLessThan(hope.cdf(best) * farthest);
  }
}
