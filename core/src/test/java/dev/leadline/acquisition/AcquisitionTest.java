package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.BarDistribution;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.CorrectedPredictive;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.GaussianMixture;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Predictive;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AcquisitionTest {

  private static final Distribution NORMAL =
      new MixturePredictive(new double[] {1}, new double[] {2}, new double[] {0.5}).get(0);

  @Test
  void trimmedImprovement_isTheImprovementOfWhatIsLeft() {
    double quantile = NORMAL.quantile(Acquisition.TRIMMED);
    SplittableRandom random = new SplittableRandom(5);
    double incumbent = 1.6;
    double sum = 0;
    int draws = 400_000;
    for (int i = 0; i < draws; i++) {
      double y = 2 + 0.5 * random.nextGaussian();
      sum += y < quantile ? 0 : Math.max(0, incumbent - y);
    }
    double trimmed = Math.exp(Acquisition.TRIMMED_IMPROVEMENT.of(NORMAL, incumbent));
    assertThat(trimmed).isCloseTo(sum / draws, within(0.02 * trimmed));
    assertThat(trimmed).isLessThan(NORMAL.expectedImprovement(incumbent));
  }

  @Test
  void trimmedImprovement_neverFallsAsTheIncumbentRises() {
    Buckets buckets = new Buckets(-3, -2, -1, 0, 1, 2, 3);
    Distribution bars =
        BarDistribution.of(buckets, new double[] {-6, -4, -1, -0.5, -2, -4}, 0.3, 2);
    for (Distribution distribution : new Distribution[] {NORMAL, bars}) {
      double previous = Double.NEGATIVE_INFINITY;
      for (double incumbent = -20; incumbent < 20; incumbent += 0.01) {
        double value = Acquisition.TRIMMED_IMPROVEMENT.of(distribution, incumbent);
        assertThat(value).isFinite().isGreaterThanOrEqualTo(previous - 1e-9);
        previous = value;
      }
    }
  }

  @Test
  void trimmedImprovement_prefersALikelyGainToAFarOne() {
    Buckets buckets = new Buckets(-12, -10, -1, -0.5, 0, 0.5, 1);
    Distribution far = BarDistribution.of(buckets, log(0.009, 1e-6, 1e-6, 0.2, 0.5, 0.3), 0, 1);
    Distribution likely = BarDistribution.of(buckets, log(1e-6, 1e-6, 0.1, 0.3, 0.3, 0.3), 0, 1);
    double incumbent = -0.5;
    assertThat(far.expectedImprovement(incumbent))
        .isGreaterThan(likely.expectedImprovement(incumbent));
    assertThat(Acquisition.TRIMMED_IMPROVEMENT.of(far, incumbent))
        .isLessThan(Acquisition.TRIMMED_IMPROVEMENT.of(likely, incumbent));
  }

  private static double[] log(double... masses) {
    double[] logs = new double[masses.length];
    for (int i = 0; i < masses.length; i++) {
      logs[i] = Math.log(masses[i]);
    }
    return logs;
  }

  @Test
  void pooledImprovement_isTheMeanOfTheTrimmedAndTheAdvised() {
    Predictive prediction =
        new MixturePredictive(new double[] {1}, new double[] {0}, new double[] {1});
    Predictive base = new MixturePredictive(new double[] {1}, new double[] {1}, new double[] {2});
    Distribution both = new CorrectedPredictive(prediction, base).get(0);
    for (double incumbent : new double[] {-4, -1, 0.5}) {
      double expected =
          0.5 * Math.exp(Acquisition.TRIMMED_IMPROVEMENT.of(prediction.get(0), incumbent))
              + 0.5 * base.get(0).expectedImprovement(incumbent);
      assertThat(Math.exp(Acquisition.POOLED_IMPROVEMENT.of(both, incumbent)))
          .isCloseTo(expected, within(1e-12));
    }
    assertThat(both.mean()).isEqualTo(prediction.get(0).mean());
    assertThat(both.quantile(0.3)).isEqualTo(prediction.get(0).quantile(0.3));
  }

  @Test
  void pooledImprovement_withoutASecondOpinionStillRanksFarCandidates() {
    double near = Acquisition.POOLED_IMPROVEMENT.of(GaussianMixture.normal(0, 1), -50);
    double far = Acquisition.POOLED_IMPROVEMENT.of(GaussianMixture.normal(1, 1), -50);
    assertThat(near).isFinite().isGreaterThan(far);
  }
}
