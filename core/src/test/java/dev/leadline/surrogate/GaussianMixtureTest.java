package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class GaussianMixtureTest extends DistributionContract {

  @Override
  List<Case> cases() {
    return List.of(
        mixture("normal", new double[] {1}, new double[] {3}, new double[] {0.5}),
        mixture("pair", new double[] {1, 3}, new double[] {-1, 2}, new double[] {0.3, 1}),
        mixture(
            "four",
            new double[] {0.2, 0, 0.5, 0.3},
            new double[] {0, 99, 0.1, -0.2},
            new double[] {2, 1, 0.05, 0.4}));
  }

  private static Case mixture(String name, double[] weights, double[] means, double[] sds) {
    double total = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < weights.length; g++) {
      total += weights[g];
      if (weights[g] > 0) {
        low = Math.min(low, means[g] - 8 * sds[g]);
        high = Math.max(high, means[g] + 8 * sds[g]);
      }
    }
    double sum = total;
    return new Case(
        name,
        GaussianMixture.of(weights, means, sds),
        low,
        high,
        random -> {
          double left = random.nextDouble() * sum;
          int g = 0;
          while (left >= weights[g]) {
            left -= weights[g++];
          }
          return means[g] + sds[g] * random.nextGaussian();
        });
  }

  @Test
  void normal_hasTheTextbookExpectedImprovement() {
    GaussianMixture normal = GaussianMixture.normal(2, 3);
    assertThat(normal.mean()).isEqualTo(2);
    assertThat(normal.variance()).isCloseTo(9, within(1e-12));
    assertThat(normal.expectedImprovement(2)).isCloseTo(3 / Math.sqrt(2 * Math.PI), within(1e-12));
    assertThat(normal.quantile(0.5)).isCloseTo(2, within(1e-12));
  }

  @Test
  void logExpectedImprovement_farBelow_isThatOfTheWidestMember() {
    GaussianMixture both =
        GaussianMixture.of(new double[] {0.5, 0.5}, new double[] {0, 0}, new double[] {1, 2});
    double wide = GaussianMixture.normal(0, 2).logExpectedImprovement(-200);
    assertThat(both.logExpectedImprovement(-200)).isCloseTo(Math.log(0.5) + wide, within(1e-9));
  }

  @Test
  void logCdf_holdsWhereTheChanceUnderflowsAndWhereItIsNextToOne() {
    GaussianMixture mixture =
        GaussianMixture.of(new double[] {0.25, 0.75}, new double[] {0, 1}, new double[] {1, 0.5});
    for (double y : new double[] {-3, -0.5, 0.2, 0.9, 2}) {
      assertThat(Math.exp(mixture.logCdf(y))).isCloseTo(mixture.cdf(y), within(1e-14));
    }
    double far = StandardNormal.logCdf(-60) + Math.log(0.25);
    assertThat(mixture.logCdf(-60)).isCloseTo(far, within(1e-9));
    assertThat(GaussianMixture.normal(0, 1).logCdf(10))
        .isCloseTo(-StandardNormal.cdf(-10), within(1e-32))
        .isNegative();
  }

  @Test
  void predictive_sharesTheWeightsAndKeepsTheOrder() {
    MixturePredictive predictive =
        new MixturePredictive(
            new double[] {1, 1}, new double[] {0, 2, 10, 20}, new double[] {1, 1, 2, 2});
    assertThat(predictive.size()).isEqualTo(2);
    assertThat(predictive.get(0).mean()).isCloseTo(1, within(1e-12));
    assertThat(predictive.get(1).mean()).isCloseTo(15, within(1e-12));
    assertThat(predictive.get(1).variance()).isCloseTo(29, within(1e-12));
  }

  @Test
  void predictive_refusesWrongShapesAndValues() {
    double[] one = {1};
    assertThatThrownBy(() -> new MixturePredictive(new double[] {1, 1}, one, one))
        .hasMessageContaining("(M, G=2)");
    assertThatThrownBy(() -> new MixturePredictive(one, one, new double[] {0}))
        .hasMessageContaining("positive deviations");
    assertThatThrownBy(() -> new MixturePredictive(new double[] {0}, one, one))
        .hasMessageContaining("positive, finite sum");
    assertThatThrownBy(() -> new MixturePredictive(new double[] {-1}, one, one))
        .hasMessageContaining("at least 0");
  }
}
