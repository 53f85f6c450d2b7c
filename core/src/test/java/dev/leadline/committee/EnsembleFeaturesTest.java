package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.GaussianMixture;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnsembleFeaturesTest {

  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();
  private static final int G = CONFIG.members();

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "2, 1, 1", "12, 2, 1", "50, 5, 1", "12, 2, 0.1", "50, 5, 0.3"})
  void queryFeatures_agreeWithDenseReference(int n, int d, double smallestUnit) {
    Observations observations =
        Samples.observations(n, d, 21).withInputUnits(Samples.units(d, smallestUnit));
    double[][] points = Samples.points(9, d, 22);
    points[4] = observations.point(0);
    DenseReference reference = new DenseReference(CONFIG, observations);
    EnsembleFeatures opinion = new Committee(CONFIG).condition(observations).opinion(points);

    assertThat(opinion.width()).isEqualTo(3 * G + 6);
    for (int c = 0; c < points.length; c++) {
      double[] means = new double[G];
      double[] variances = new double[G];
      for (int k = 0; k < G; k++) {
        means[k] = reference.mean(k, points[c]);
        variances[k] = reference.variance(k, points[c]);
      }
      double nearest = nearest(observations, points[c], -1);
      double[] expected = features(reference, means, variances, nearest);
      assertRow(opinion, c, expected);
      assertThat(opinion.mean()[c]).isCloseTo(reference.committeeMean(means), within(1e-8));
      assertThat(opinion.deviation()[c])
          .isCloseTo(reference.committeeDeviation(means, variances), within(1e-7));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "2, 1, 1", "12, 2, 1", "40, 5, 1", "12, 2, 0.1", "40, 5, 0.3"})
  void contextFeatures_agreeWithLeavingEachPointOut(int n, int d, double smallestUnit) {
    Observations observations =
        Samples.observations(n, d, 23).withInputUnits(Samples.units(d, smallestUnit));
    DenseReference reference = new DenseReference(CONFIG, observations);
    EnsembleFeatures opinion = new Committee(CONFIG).condition(observations).contextOpinion();

    assertThat(opinion.size()).isEqualTo(n);
    assertThat(opinion.width()).isEqualTo(3 * G + 8);
    for (int i = 0; i < n; i++) {
      double[] means = new double[G];
      double[] variances = new double[G];
      for (int k = 0; k < G; k++) {
        double[] left = reference.leftOut(k, i);
        means[k] = left[0];
        variances[k] = left[1];
      }
      double nearest = n == 1 ? 1 : nearest(observations, observations.point(i), i);
      double[] expected = Arrays.copyOf(features(reference, means, variances, nearest), 3 * G + 8);
      double mean = reference.committeeMean(means);
      double deviation = reference.committeeDeviation(means, variances);
      expected[3 * G + 6] = asinh(observations.value(i));
      expected[3 * G + 7] = asinh((observations.value(i) - mean) / deviation);
      assertRow(opinion, i, expected);
    }
  }

  @Test
  void noObservations_giveThePriorsFeatures() {
    CommitteePosterior posterior =
        new Committee(CONFIG).condition(new Observations(4, new double[0][], new double[0]));
    double[] point = {0.1, 0.2, 0.3, 0.4};
    EnsembleFeatures opinion = posterior.opinion(new double[][] {point});
    DenseReference reference = new DenseReference(CONFIG, new double[0][], new double[0]);
    double[] variances = new double[G];
    for (int k = 0; k < G; k++) {
      variances[k] = reference.kernel(k, point, point);
    }
    double deviation = reference.committeeDeviation(new double[G], variances);
    double[] expected = new double[3 * G + 6];
    for (int k = 0; k < G; k++) {
      expected[G + k] = 0.5 * Math.log(variances[k]) - Math.log(deviation);
      expected[2 * G + k] = reference.logShare(k) / 4;
    }
    expected[3 * G + 1] = Math.log(deviation);
    expected[3 * G + 3] = 0.5 * Math.log(1 + 1e-8);
    expected[3 * G + 5] = Math.log(4);
    assertRow(opinion, 0, expected);
    assertThat(posterior.contextOpinion().size()).isZero();
  }

  @Test
  void silentMembers_haveNoRelativeFeatures() {
    Observations observations = Samples.observations(80, 2, 24);
    CommitteePosterior posterior = new Committee(CONFIG).condition(observations);
    EnsembleFeatures opinion = posterior.opinion(Samples.points(1, 2, 25));
    int silent = 0;
    for (int k = 0; k < G; k++) {
      if (posterior.weights()[k] == 0) {
        silent++;
        assertThat(opinion.features()[k]).isZero();
        assertThat(opinion.features()[G + k]).isZero();
        assertThat(opinion.features()[2 * G + k]).isBetween(-3f, -2.9f);
      }
    }
    assertThat(silent).isBetween(1, G - 1);
    assertThat(Arrays.stream(posterior.weights()).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void meanAndDeviation_areThoseOfTheMembersByTheirEvidence() {
    CommitteePosterior posterior = new Committee(CONFIG).condition(Samples.observations(15, 3, 26));
    double[][] points = Samples.points(20, 3, 27);
    EnsembleFeatures opinion = posterior.opinion(points);
    Forecast forecast = posterior.forecast(points);
    double[] weights = forecast.members().stream().mapToDouble(Member::weight).toArray();
    for (int c = 0; c < points.length; c++) {
      double[] means = new double[weights.length];
      double[] deviations = new double[weights.length];
      for (int k = 0; k < weights.length; k++) {
        means[k] = forecast.mean()[k][c];
        deviations[k] = Math.sqrt(forecast.variance()[k][c]);
      }
      GaussianMixture mixture = GaussianMixture.of(weights, means, deviations);
      assertThat(opinion.mean()[c]).isCloseTo(mixture.mean(), within(1e-12));
      assertThat(opinion.deviation()[c]).isCloseTo(Math.sqrt(mixture.variance()), within(1e-12));
    }
  }

  private static double[] features(
      DenseReference reference, double[] means, double[] variances, double nearest) {
    double mean = reference.committeeMean(means);
    double deviation = reference.committeeDeviation(means, variances);
    double[] features = new double[3 * G + 6];
    for (int k = 0; k < G; k++) {
      if (!reference.silent(k)) {
        features[k] = asinh((means[k] - mean) / deviation);
        double ratio = Math.log(Math.sqrt(variances[k]) / deviation);
        features[G + k] = Math.max(-6, Math.min(6, ratio));
      }
      features[2 * G + k] = Math.max(reference.logShare(k), -12) / 4;
    }
    double minimum = Arrays.stream(reference.y).min().orElseThrow();
    features[3 * G] = asinh(mean);
    features[3 * G + 1] = Math.log(deviation);
    features[3 * G + 2] = asinh((mean - minimum) / deviation);
    features[3 * G + 3] = 0.5 * Math.log(nearest + 1e-8);
    features[3 * G + 4] = Math.log(1 + reference.y.length);
    features[3 * G + 5] = Math.log(reference.x[0].length);
    return features;
  }

  private static double nearest(Observations context, double[] point, int except) {
    double[] units = context.inputUnits();
    double nearest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < context.size(); i++) {
      double squared = 0;
      for (int j = 0; j < point.length; j++) {
        squared += Math.pow(units[j] * (context.coordinate(i, j) - point[j]), 2);
      }
      nearest = i == except ? nearest : Math.min(nearest, squared / point.length);
    }
    return nearest;
  }

  private static double asinh(double x) {
    return Math.signum(x) * Math.log(Math.abs(x) + Math.sqrt(x * x + 1));
  }

  private static void assertRow(EnsembleFeatures opinion, int row, double[] expected) {
    float[] actual =
        Arrays.copyOfRange(opinion.features(), row * opinion.width(), (row + 1) * opinion.width());
    assertThat(actual).hasSize(expected.length);
    for (int f = 0; f < expected.length; f++) {
      assertThat((double) actual[f])
          .as("feature %d of point %d", f, row)
          .isCloseTo(expected[f], within(2e-4));
    }
  }
}
