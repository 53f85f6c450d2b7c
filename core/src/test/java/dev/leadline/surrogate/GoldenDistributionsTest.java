package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares with integrals over the densities; golden.py beside the numbers made them. */
class GoldenDistributionsTest {

  static List<Golden> cases() {
    return Golden.read(GoldenDistributionsTest.class, "golden.txt");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void distribution_hasTheNumbersOfItsDensity(Golden golden) {
    Distribution distribution = distribution(golden);
    double variance = golden.number("variance");
    assertThat(distribution.mean()).isCloseTo(golden.number("mean"), units(variance));
    assertThat(distribution.variance()).isCloseTo(variance, within(1e-9 * variance));
    double[] points = golden.all("points");
    for (int i = 0; i < points.length; i++) {
      double y = points[i];
      close(distribution.logDensity(y), golden.all("logDensity")[i], "log density at " + y);
      assertThat(distribution.cdf(y)).isCloseTo(golden.all("cdf")[i], within(1e-10));
      double log = golden.all("logImprovement")[i];
      close(distribution.logExpectedImprovement(y), log, "improvement on " + y);
      double gain = distribution.expectedImprovement(y);
      assertThat(gain).isCloseTo(Math.exp(log), within(1e-9 * gain + 1e-280));
    }
    double[] chances = golden.all("chances");
    for (int i = 0; i < chances.length; i++) {
      assertThat(distribution.quantile(chances[i]))
          .isCloseTo(golden.all("quantiles")[i], units(variance));
    }
  }

  /** Within a part of the standard deviation. */
  private static Offset<Double> units(double variance) {
    return within(1e-8 * Math.sqrt(variance));
  }

  private static void close(double log, double expected, String what) {
    assertThat(log).as(what).isCloseTo(expected, within(1e-8 * Math.max(1, Math.abs(expected))));
  }

  private static Distribution distribution(Golden golden) {
    return golden.has("weights")
        ? GaussianMixture.of(golden.all("weights"), golden.all("means"), golden.all("deviations"))
        : BarDistribution.of(
            new Buckets(golden.all("borders")),
            golden.all("logMass"),
            golden.number("location"),
            golden.number("scale"));
  }
}
