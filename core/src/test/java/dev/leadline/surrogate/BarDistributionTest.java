package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BarDistributionTest extends DistributionContract {

  @Override
  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(bar("two tails", new double[] {-1, 0.2, 1.5}, new double[] {0.3, 0.7}, 0, 1));
    cases.add(
        bar("five", new double[] {-2, -1, -0.5, 0, 1, 3}, new double[] {1, 4, 2, 2, 1}, 0, 1));
    cases.add(
        bar(
            "scaled",
            new double[] {-2, -1, -0.5, 0, 1, 3},
            new double[] {3, 1, 0, 2, 2},
            40,
            0.01));
    SplittableRandom random = new SplittableRandom(3);
    double[] borders = new double[101];
    double[] mass = new double[100];
    for (int k = 0; k < 100; k++) {
      borders[k + 1] = borders[k] + 0.01 + 0.1 * random.nextDouble();
      mass[k] = Math.exp(3 * random.nextGaussian());
    }
    cases.add(bar("hundred", borders, mass, -7, 12));
    return cases;
  }

  private static Case bar(
      String name, double[] borders, double[] mass, double location, double scale) {
    double[] logMass = new double[mass.length];
    for (int k = 0; k < mass.length; k++) {
      logMass[k] = Math.log(mass[k]) + 5; // any constant
    }
    int last = mass.length - 1;
    double low = borders[1] - 8 * (borders[1] - borders[0]) / 0.67449;
    double high = borders[last] + 8 * (borders[last + 1] - borders[last]) / 0.67449;
    return new Case(
        name,
        BarDistribution.of(new Buckets(borders), logMass, location, scale),
        location + scale * low,
        location + scale * high,
        random -> location + scale * draw(borders, mass, random));
  }

  private static double draw(double[] borders, double[] mass, RandomGenerator random) {
    double total = 0;
    for (double m : mass) {
      total += m;
    }
    double left = random.nextDouble() * total;
    int k = 0;
    while (left >= mass[k]) {
      left -= mass[k++];
    }
    double width = borders[k + 1] - borders[k];
    if (k == 0) {
      return borders[1] - width / 0.67449 * Math.abs(random.nextGaussian());
    }
    if (k == mass.length - 1) {
      return borders[k] + width / 0.67449 * Math.abs(random.nextGaussian());
    }
    return borders[k] + width * random.nextDouble();
  }

  @Test
  void tails_holdHalfOfTheirMassInsideTheBucket() {
    BarDistribution bar =
        BarDistribution.of(new Buckets(-3, -1, 0, 2, 5), Logs.of(0.2, 0.3, 0.1, 0.4), 0, 1);
    assertThat(bar.cdf(-3)).isCloseTo(0.1, within(1e-5));
    assertThat(bar.cdf(-1)).isCloseTo(0.2, within(1e-12));
    assertThat(bar.cdf(2)).isCloseTo(0.6, within(1e-12));
    assertThat(bar.cdf(5)).isCloseTo(0.8, within(1e-5));
  }

  @Test
  void expectedImprovement_ofABucketThatHoldsTheIncumbent_countsItsLowerPartOnly() {
    BarDistribution bar = BarDistribution.of(new Buckets(-1, 0, 1, 2), Logs.of(0, 1, 0), 0, 1);
    assertThat(bar.expectedImprovement(0.5)).isCloseTo(0.125, within(1e-15));
    assertThat(bar.expectedImprovement(1)).isCloseTo(0.5, within(1e-15));
    assertThat(bar.expectedImprovement(3)).isCloseTo(2.5, within(1e-15));
    assertThat(bar.expectedImprovement(-0.5)).isZero();
    assertThat(bar.logExpectedImprovement(-0.5)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void logExpectedImprovement_followsTheHalfNormalTailFarBelow() {
    double scale = 1 / 0.67449;
    BarDistribution bar =
        BarDistribution.of(new Buckets(-1, 0, 1, 2), Logs.of(0.25, 0.5, 0.25), 0, 1);
    for (double y : new double[] {-50, -100, -1000}) {
      double u = y / scale;
      double leading = Math.log(0.25 * 2 * scale) - u * u / 2 - Math.log(2 * Math.PI) / 2;
      double series = Math.log((1 - 3 / (u * u) + 15 / (u * u * u * u)) / (u * u));
      assertThat(bar.logExpectedImprovement(y)).isCloseTo(leading + series, within(1e-6));
    }
  }

  @Test
  void logExpectedImprovement_usesMassesThatUnderflow() {
    double[] logMass = {-2000, -1500, -1000, 0};
    BarDistribution bar = BarDistribution.of(new Buckets(-1, 0, 1, 2, 3), logMass, 0, 1);
    assertThat(bar.expectedImprovement(1.5)).isZero();
    assertThat(bar.logExpectedImprovement(1.5)).isCloseTo(-1000 + Math.log(0.125), within(1e-9));
    assertThat(bar.logExpectedImprovement(0.5)).isCloseTo(-1500 + Math.log(0.125), within(1e-9));
    assertThat(bar.logDensity(1.5)).isCloseTo(-1000, within(1e-9));
  }

  @Test
  void predictive_ofFloats_isThatOfDoubles() {
    Buckets buckets = new Buckets(-1, 0, 1, 2);
    float[] logMass = {0, 1, 2, 5, 4, 3};
    double[] wide = {0, 1, 2, 5, 4, 3};
    double[] location = {3, -1};
    double[] scale = {2, 0.5};
    BarPredictive floats = new BarPredictive(buckets, logMass, location, scale);
    BarPredictive doubles = new BarPredictive(buckets, wide, location, scale);
    assertThat(floats.size()).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      assertThat(floats.get(i).mean()).isEqualTo(doubles.get(i).mean());
      assertThat(floats.get(i).expectedImprovement(0.1))
          .isEqualTo(doubles.get(i).expectedImprovement(0.1));
    }
    BarPredictive unscaled = BarPredictive.unscaled(buckets, logMass);
    assertThat(floats.get(0).mean()).isCloseTo(3 + 2 * unscaled.get(0).mean(), within(1e-12));
  }

  @Test
  void predictive_refusesWrongShapesAndValues() {
    Buckets buckets = new Buckets(-1, 0, 1, 2);
    double[] one = {1};
    assertThatThrownBy(() -> new BarPredictive(buckets, new double[4], one, one))
        .hasMessageContaining("(M=1, K=3)");
    assertThatThrownBy(() -> new BarPredictive(buckets, new double[3], one, new double[1]))
        .hasMessageContaining("positive scale");
    assertThatThrownBy(() -> new BarPredictive(buckets, new double[] {0, Double.NaN, 0}, one, one))
        .hasMessageContaining("NaN");
  }

  @Test
  void buckets_refuseBordersThatDoNotIncrease() {
    assertThatThrownBy(() -> new Buckets(0, 1, 1, 2)).hasMessageContaining("border 2 is 1.0");
    assertThatThrownBy(() -> new Buckets(0, 1)).hasMessageContaining("at least 3 borders");
    assertThatThrownBy(() -> new Buckets(0, Double.NaN, 1)).hasMessageContaining("border 1 is NaN");
  }

  /** Logarithms of masses. */
  private static final class Logs {
    static double[] of(double... mass) {
      double[] logs = new double[mass.length];
      for (int k = 0; k < mass.length; k++) {
        logs[k] = Math.log(mass[k]);
      }
      return logs;
    }
  }
}
