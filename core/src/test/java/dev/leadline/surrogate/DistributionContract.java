package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What every distribution promises, by numeric integration and by Monte Carlo. */
abstract class DistributionContract {

  private static final int STEPS = 200_000;
  private static final int SAMPLES = 200_000;

  /** A distribution with a way to draw from it that does not use the code under test. */
  record Case(String name, Distribution distribution, double low, double high, Sampler sampler) {}

  /** Draws one value. */
  interface Sampler {
    double draw(RandomGenerator random);
  }

  /** Cases; the mass outside [low, high] is negligible. */
  abstract List<Case> cases();

  @Test
  void density_integratesToOneAndToTheCdf() {
    for (Case c : cases()) {
      double step = (c.high() - c.low()) / STEPS;
      double sum = 0;
      for (int i = 0; i < STEPS; i++) {
        sum += Math.exp(c.distribution().logDensity(c.low() + (i + 0.5) * step)) * step;
        if (i % 10_000 == 0) {
          double edge = c.low() + (i + 1) * step;
          assertThat(c.distribution().cdf(edge)).as(c.name()).isCloseTo(sum, within(1e-4));
        }
      }
      assertThat(sum).as(c.name()).isCloseTo(1, within(1e-4));
    }
  }

  @Test
  void cdf_integratesToTheExpectedImprovement() {
    for (Case c : cases()) {
      double range = c.high() - c.low();
      double step = range / STEPS;
      double integral = 0;
      for (int i = 0; i < STEPS; i++) {
        if (i % 5_000 == 0) {
          double improvement = c.distribution().expectedImprovement(c.low() + i * step);
          assertThat(improvement).as(c.name()).isCloseTo(integral, within(1e-7 * range));
        }
        integral += c.distribution().cdf(c.low() + (i + 0.5) * step) * step;
      }
    }
  }

  @Test
  void moments_agreeWithMonteCarlo() {
    for (Case c : cases()) {
      double[] draws = draws(c);
      double mean = 0;
      for (double y : draws) {
        mean += y / SAMPLES;
      }
      double variance = 0;
      for (double y : draws) {
        variance += (y - mean) * (y - mean) / SAMPLES;
      }
      double error = 5 * Math.sqrt(variance / SAMPLES);
      assertThat(c.distribution().mean()).as(c.name()).isCloseTo(mean, within(error));
      assertThat(c.distribution().variance() / variance).as(c.name()).isCloseTo(1, within(0.05));
    }
  }

  @Test
  void expectedImprovement_agreesWithMonteCarlo() {
    for (Case c : cases()) {
      double[] draws = draws(c);
      for (double share : new double[] {0.002, 0.1, 0.3, 0.5, 0.8, 0.97, 0.999}) {
        double incumbent = c.distribution().quantile(share);
        double sum = 0;
        double squares = 0;
        for (double y : draws) {
          double gain = Math.max(0, incumbent - y);
          sum += gain / SAMPLES;
          squares += gain * gain / SAMPLES;
        }
        double error = 5 * Math.sqrt((squares - sum * sum) / SAMPLES);
        assertThat(c.distribution().expectedImprovement(incumbent))
            .as("%s at %s", c.name(), share)
            .isCloseTo(sum, within(error));
      }
    }
  }

  @Test
  void cdf_agreesWithMonteCarlo() {
    for (Case c : cases()) {
      double[] draws = draws(c);
      for (double share = 0.05; share < 1; share += 0.05) {
        double y = c.distribution().quantile(share);
        double below = 0;
        for (double draw : draws) {
          below += draw <= y ? 1.0 / SAMPLES : 0;
        }
        assertThat(below).as(c.name()).isCloseTo(share, within(0.006));
      }
    }
  }

  @Test
  void quantile_invertsTheCdf() {
    for (Case c : cases()) {
      for (double p : new double[] {1e-12, 1e-6, 0.01, 0.2, 0.5, 0.77, 0.99, 1 - 1e-6}) {
        assertThat(c.distribution().cdf(c.distribution().quantile(p)) / p)
            .as(c.name())
            .isCloseTo(1, offset(1e-9));
      }
      assertThatThrownBy(() -> c.distribution().quantile(1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("strictly between 0 and 1");
    }
  }

  @Test
  void expectedImprovement_isNotNegativeAndGrowsWithTheIncumbent() {
    for (Case c : cases()) {
      double width = c.high() - c.low();
      double previous = 0;
      double previousLog = Double.NEGATIVE_INFINITY;
      for (double y = c.low() - width; y < c.high() + width; y += width / 5_000) {
        double improvement = c.distribution().expectedImprovement(y);
        double log = c.distribution().logExpectedImprovement(y);
        assertThat(improvement).as(c.name()).isGreaterThanOrEqualTo(previous);
        assertThat(log).as(c.name()).isFinite().isGreaterThanOrEqualTo(previousLog);
        if (improvement > 1e-290) {
          assertThat(log).as(c.name()).isCloseTo(Math.log(improvement), within(1e-9));
        }
        previous = improvement;
        previousLog = log;
      }
    }
  }

  @Test
  void logExpectedImprovement_isFiniteAndOrderedWhereTheImprovementUnderflows() {
    for (Case c : cases()) {
      double width = c.high() - c.low();
      double previous = Double.POSITIVE_INFINITY;
      for (double factor = 2; factor < 1e8; factor *= 3) {
        double y = c.low() - factor * width;
        assertThat(c.distribution().logExpectedImprovement(y))
            .as(c.name())
            .isFinite()
            .isLessThan(previous);
        previous = c.distribution().logExpectedImprovement(y);
      }
      double far = c.low() - 1e7 * width;
      assertThat(c.distribution().expectedImprovement(far)).isZero();
    }
  }

  private static double[] draws(Case c) {
    SplittableRandom random = new SplittableRandom(c.name().hashCode());
    double[] draws = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      draws[i] = c.sampler().draw(random);
    }
    return draws;
  }
}
