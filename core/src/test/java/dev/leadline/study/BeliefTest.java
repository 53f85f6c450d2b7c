package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.GaussianMixture;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BeliefTest {

  private static final double[] VALUES = {3, 4, 6, 9, 80};

  @Test
  void expectedImprovement_isInTheUsersUnits() {
    OutputScaling.Fitted fitted = OutputScaling.SIGNED_LOG.fit(VALUES);
    GaussianMixture expected = GaussianMixture.normal(fitted.toModel(4), 0.3);
    double sum = 0;
    int draws = 400_000;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < draws; i++) {
      double y = fitted.fromModel(expected.mean() + 0.3 * random.nextGaussian());
      sum += Math.max(0, 3 - y);
    }
    double improvement = belief(fitted, expected).expectedImprovement(new double[] {0.5});
    assertThat(improvement).isCloseTo(sum / draws, within(0.01 * sum / draws));
  }

  @Test
  void expectedImprovement_isTinyNotNegativeWhereThereIsNothingToGain() {
    OutputScaling.Fitted fitted = OutputScaling.Z_SCORE.fit(VALUES);
    GaussianMixture expected = GaussianMixture.normal(fitted.toModel(60), 0.1);
    assertThat(belief(fitted, expected).expectedImprovement(new double[] {0.5}))
        .isBetween(0.0, 1e-20);
  }

  private static Belief belief(OutputScaling.Fitted fitted, GaussianMixture expected) {
    double[][] points = {{0}, {0.1}, {0.2}, {0.3}, {0.4}};
    Posterior posterior =
        queries ->
            new MixturePredictive(
                new double[] {1},
                new double[] {expected.mean()},
                new double[] {Math.sqrt(expected.variance())});
    Observations observations = new Observations(1, points, fitted.toModel(VALUES));
    return new Belief(posterior, observations, fitted, NoiseKind.NONE);
  }
}
