package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitteeTest {

  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();

  @Test
  void awaitedValues_makeItSurerAndLeaveWhatItExpectsAndWhoIsHeard() {
    Observations known = Samples.observations(40, 3, 7);
    double[][] running = Samples.points(9, 3, 21);
    double[][] points = Samples.points(50, 3, 8);
    CommitteePosterior before = new Committee(CONFIG).condition(known);
    CommitteePosterior waiting = new Committee(CONFIG).condition(known.awaiting(running));
    assertThat(waiting.weights()).isEqualTo(before.weights());
    assertThat(waiting.leftOut().means()).isEqualTo(before.leftOut().means());
    Forecast earlier = before.forecast(points);
    Forecast later = waiting.forecast(points);
    for (int k = 0; k < later.members().size(); k++) {
      assertThat(later.mean()[k]).isEqualTo(earlier.mean()[k]);
      for (int c = 0; c < points.length; c++) {
        assertThat(later.variance()[k][c]).isLessThanOrEqualTo(earlier.variance()[k][c]);
      }
      double noise = CONFIG.noiseOf(later.members().get(k).index());
      double atRunning = waiting.forecast(running).variance()[k][0];
      assertThat(atRunning).isLessThan(4 * noise + 0.2 * before.forecast(running).variance()[k][0]);
    }
  }

  @Test
  void someOfThePointsAskedForLast_getWhatTheyGetAlone() {
    Observations known = Samples.observations(30, 3, 7);
    CommitteePosterior posterior = new Committee(CONFIG).condition(known);
    double[][] all = Samples.points(50, 3, 8);
    double[][] some = {all[3].clone(), all[4].clone(), all[49].clone()};
    double[][] others = {all[4].clone(), all[3].clone()};
    posterior.forecast(all);
    all[4][0] = 0; // what is kept does not follow
    Forecast again = posterior.forecast(some);
    Forecast turned = posterior.forecast(others);
    Forecast alone = new Committee(CONFIG).condition(known).forecast(some);
    assertThat(again.mean()).isDeepEqualTo(alone.mean());
    assertThat(again.variance()).isDeepEqualTo(alone.variance());
    assertThat(turned.mean()[0]).containsExactly(alone.mean()[0][1], alone.mean()[0][0]);
  }

  @Test
  void awaitedValues_makeItAsSureAsTheValuesThemselves() {
    Observations known = Samples.observations(25, 2, 7);
    double[][] running = Samples.points(5, 2, 21);
    Observations told = known;
    for (double[] point : running) {
      told = told.with(point, 0.3);
    }
    double[][] points = Samples.points(40, 2, 8);
    Forecast waiting = new Committee(CONFIG).condition(known.awaiting(running)).forecast(points);
    DenseReference reference = new DenseReference(CONFIG, told);
    DenseReference scales = new DenseReference(CONFIG, known);
    for (int k = 0; k < waiting.members().size(); k++) {
      int member = waiting.members().get(k).index();
      for (int c = 0; c < points.length; c++) {
        double ratio = scales.scale[member] / reference.scale[member];
        assertThat(waiting.variance()[k][c])
            .isCloseTo(reference.variance(member, points[c]) * ratio, tolerance(member));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "1, 2, 1",
    "2, 1, 1",
    "3, 2, 1",
    "17, 2, 1",
    "40, 1, 1",
    "40, 5, 1",
    "61, 10, 1",
    "3, 2, 0.1",
    "40, 5, 0.05",
    "61, 10, 0.3"
  })
  void forecast_agreesWithDenseReference(int n, int d, double smallestUnit) {
    assertAgreesWithDenseReference(
        Samples.observations(n, d, 7).withInputUnits(Samples.units(d, smallestUnit)));
  }

  @Test
  void valuesThatAreLessSure_agreeWithDenseReference() {
    Observations known = lessSure(Samples.observations(40, 5, 7));
    assertAgreesWithDenseReference(known);
    DenseReference reference = new DenseReference(CONFIG, known);
    double[] means = new double[CONFIG.members()];
    double[] variances = new double[CONFIG.members()];
    for (int k = 0; k < means.length; k++) {
      double[] left = reference.leftOut(k, 1);
      means[k] = left[0];
      variances[k] = left[1];
    }
    Distribution withoutIt =
        new Committee(CONFIG, EvidenceWeight.WHOLE).condition(known).leftOut().get(1);
    assertThat(withoutIt.mean()).isCloseTo(reference.committeeMean(means), within(1e-7));
    assertThat(Math.sqrt(withoutIt.variance()))
        .isCloseTo(reference.committeeDeviation(means, variances), within(1e-6));
  }

  @Test
  void valueThatIsLessSure_holdsTheCommitteeLess() {
    Observations sure = Samples.observations(20, 2, 3);
    double[] values = sure.values();
    values[7] += 2;
    Observations wrong = sure.withValues(values);
    double[] deviations = new double[20];
    deviations[7] = 1.5;
    double[][] there = {sure.point(7)};
    double plain = new Committee(CONFIG).condition(wrong).at(there).get(0).mean();
    Observations known = wrong.withDeviations(deviations);
    double doubted = new Committee(CONFIG).condition(known).at(there).get(0).mean();
    assertThat(Math.abs(doubted - sure.value(7))).isLessThan(0.3 * Math.abs(plain - sure.value(7)));
  }

  @Test
  void valueThatSaysNothing_leavesWhatTheOthersSay() {
    Observations sure = Samples.observations(20, 2, 3);
    double[] deviations = new double[20];
    deviations[19] = 1e300;
    double[][] there = {sure.point(19), {0.4, 0.6}};
    Predictive heard = new Committee(CONFIG).condition(sure.withDeviations(deviations)).at(there);
    Predictive without = new Committee(CONFIG).condition(sure.first(19)).at(there);
    for (int i = 0; i < there.length; i++) {
      assertThat(heard.get(i).mean()).isCloseTo(without.get(i).mean(), within(1e-4));
    }
  }

  /** Every third value may be far off. */
  static Observations lessSure(Observations sure) {
    double[] deviations = new double[sure.size()];
    Arrays.setAll(deviations, i -> i % 3 == 1 ? 0.2 + 0.01 * i : 0);
    return sure.withDeviations(deviations);
  }

  private static void assertAgreesWithDenseReference(Observations observations) {
    int d = observations.dimensions();
    DenseReference reference = new DenseReference(CONFIG, observations);
    CommitteePosterior posterior = new Committee(CONFIG).condition(observations);
    double[][] points = Samples.points(333, d, 8);
    Forecast forecast = posterior.forecast(points);

    for (int k = 0; k < CONFIG.members(); k++) {
      assertThat(posterior.weights()[k]).isCloseTo(reference.weight[k], within(1e-8));
    }
    for (int k = 0; k < forecast.members().size(); k++) {
      int member = forecast.members().get(k).index();
      assertThat(reference.silent(member)).isFalse();
      for (int c : new int[] {0, 1, 165, 166, 167, 332}) {
        assertThat(forecast.mean()[k][c])
            .isCloseTo(reference.mean(member, points[c]), tolerance(member));
        assertThat(forecast.variance()[k][c])
            .isCloseTo(reference.variance(member, points[c]), tolerance(member));
      }
    }
  }

  /** Two exact computations differ by rounding times the condition number, which 1/η bounds. */
  private static Offset<Double> tolerance(int member) {
    return within(CONFIG.noiseOf(member) < 1e-4 ? 1e-8 : 1e-10);
  }

  @Test
  void duplicatedPoints_stayStable() {
    double[][] points = new double[60][];
    double[] values = new double[60];
    double[][] distinct = Samples.points(3, 2, 1);
    for (int i = 0; i < points.length; i++) {
      points[i] = distinct[i % 3];
      values[i] = i % 3 + (i % 2) * 1e-3;
    }
    CommitteePosterior posterior =
        new Committee(CONFIG).condition(new Observations(2, points, values));
    Predictive predictive = posterior.at(distinct);
    for (int i = 0; i < 3; i++) {
      assertThat(predictive.get(i).mean()).isCloseTo(i + 5e-4, within(1e-3));
      assertThat(predictive.get(i).variance()).isBetween(0.0, 1e-3);
    }
    assertThat(Arrays.stream(posterior.leftOut().means())).allMatch(Double::isFinite);
  }

  @Test
  void smoothFunction_isInterpolated() {
    Observations all = Samples.observations(40, 2, 9);
    Predictive predictive = new Committee(CONFIG).condition(all).at(all.points());
    for (int i = 0; i < all.size(); i++) {
      assertThat(predictive.get(i).mean()).isCloseTo(all.value(i), within(0.02));
      assertThat(predictive.get(i).variance()).isLessThan(1e-3);
    }
  }

  @Test
  void farAway_revertsToPrior() {
    CommitteeConfig rough = new CommitteeConfig(List.of(1e-3), List.of(1e-6), 1, 0.5, 1.5, 2, 12);
    double[][] cluster = {{0, 0}, {1e-3, 0}, {0, 1e-3}};
    double[] values = {1, -1, 0.5};
    CommitteePosterior posterior =
        new Committee(rough).condition(new Observations(2, cluster, values));
    Distribution far = posterior.at(new double[][] {{1, 1}}).get(0);
    DenseReference reference = new DenseReference(rough, cluster, values);
    assertThat(far.mean()).isCloseTo(reference.mean(0, new double[] {1, 1}), within(1e-9));
    assertThat(far.variance()).isGreaterThan(reference.scale[0]);
  }

  @Test
  void noObservations_giveThePrior() {
    CommitteePosterior posterior =
        new Committee(CONFIG).condition(new Observations(3, new double[0][], new double[0]));
    double[] point = {0.1, 0.2, 0.3};
    Distribution prior = posterior.at(new double[][] {point}).get(0);
    DenseReference reference = new DenseReference(CONFIG, new double[0][], new double[0]);
    double total = 0;
    double variance = 0;
    for (int k = 0; k < CONFIG.members(); k++) {
      double share = Math.sqrt(reference.weight[k]);
      total += share;
      variance += share * reference.kernel(k, point, point);
    }
    assertThat(prior.mean()).isZero();
    assertThat(prior.variance()).isCloseTo(variance / total, within(1e-12));
  }

  @Test
  void belief_trustsTheEvidenceInPart() {
    Observations observations = Samples.observations(15, 3, 26);
    CommitteePosterior posterior = new Committee(CONFIG).condition(observations);
    double[][] points = Samples.points(20, 3, 27);
    Forecast forecast = posterior.forecast(points);
    for (int c = 0; c < points.length; c++) {
      double total = 0;
      double mean = 0;
      for (int k = 0; k < forecast.members().size(); k++) {
        double share = Math.sqrt(forecast.members().get(k).weight());
        total += share;
        mean += share * forecast.mean()[k][c];
      }
      assertThat(posterior.at(points).get(c).mean()).isCloseTo(mean / total, within(1e-12));
    }
  }

  @Test
  void wholeTrust_isTheMixtureByWeights() {
    Observations observations = Samples.observations(15, 3, 26);
    CommitteePosterior posterior =
        new Committee(CONFIG, EvidenceWeight.WHOLE).condition(observations);
    double[][] points = Samples.points(20, 3, 27);
    Forecast forecast = posterior.forecast(points);
    for (int c = 0; c < points.length; c++) {
      double mean = 0;
      for (int k = 0; k < forecast.members().size(); k++) {
        mean += forecast.members().get(k).weight() * forecast.mean()[k][c];
      }
      assertThat(posterior.at(points).get(c).mean()).isCloseTo(mean, within(1e-12));
    }
  }

  @Test
  void noPoints_giveNoPredictions() {
    CommitteePosterior posterior = new Committee(CONFIG).condition(Samples.observations(5, 2, 1));
    assertThat(posterior.at(new double[0][]).size()).isZero();
  }

  @Test
  void wrongDimensions_areRefused() {
    CommitteePosterior posterior = new Committee(CONFIG).condition(Samples.observations(5, 2, 1));
    assertThatThrownBy(() -> posterior.at(new double[][] {{0.5}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected points with 2 coordinates but got one with 1");
  }

  @Test
  void drawsFromAMember_areCoveredAsOftenAsPromised() {
    int member = 3 * CONFIG.noises().size() + 1;
    double variance = 1.7;
    Random random = new Random(11);
    int inside = 0;
    int total = 0;
    for (int task = 0; task < 40; task++) {
      double[][] points = Samples.points(60, 2, 100 + task);
      double[] latent = draw(member, variance, points, random);
      double[] noisy = Arrays.copyOf(latent, 30);
      for (int i = 0; i < 30; i++) {
        noisy[i] += Math.sqrt(variance * CONFIG.noiseOf(member)) * random.nextGaussian();
      }
      CommitteePosterior posterior =
          new Committee(CONFIG).condition(new Observations(2, Arrays.copyOf(points, 30), noisy));
      Predictive predictive = posterior.at(Arrays.copyOfRange(points, 30, 60));
      for (int i = 0; i < 30; i++) {
        double rank = predictive.get(i).cdf(latent[30 + i]);
        inside += rank > 0.1 && rank < 0.9 ? 1 : 0;
        total++;
      }
    }
    assertThat((double) inside / total).isBetween(0.73, 0.87);
  }

  private static double[] draw(int member, double variance, double[][] points, Random random) {
    DenseReference kernel = new DenseReference(CONFIG, new double[0][], new double[0]);
    double[][] covariance = new double[points.length][points.length];
    for (int i = 0; i < points.length; i++) {
      for (int j = 0; j < points.length; j++) {
        covariance[i][j] = variance * kernel.kernel(member, points[i], points[j]);
      }
      covariance[i][i] += 1e-9;
    }
    double[][] lower = DenseReference.cholesky(covariance);
    double[] white = new double[points.length];
    Arrays.setAll(white, i -> random.nextGaussian());
    double[] draw = new double[points.length];
    Arrays.setAll(draw, i -> DenseReference.dot(lower[i], white));
    return draw;
  }

  @Test
  void manyPoints_stayAccurateWhereTheyCluster() {
    double[][] points = Samples.points(700, 2, 4);
    for (int i = 350; i < points.length; i++) {
      points[i][0] = 0.5 + 1e-3 * (points[i][0] - 0.5);
      points[i][1] = 0.5 + 1e-3 * (points[i][1] - 0.5);
    }
    CommitteeConfig smooth = new CommitteeConfig(List.of(6.4), List.of(1e-6), 1, 0.5, 1.5, 2, 12);
    double[] values = Samples.values(points);
    DenseReference reference = new DenseReference(smooth, points, values);
    CommitteePosterior posterior =
        new Committee(smooth).condition(new Observations(2, points, values));
    double[][] queries = {{0.5, 0.5}, {0.2, 0.9}, {1, 0}};
    Forecast forecast = posterior.forecast(queries);
    for (int c = 0; c < queries.length; c++) {
      assertThat(forecast.mean()[0][c]).isCloseTo(reference.mean(0, queries[c]), within(1e-4));
      double variance = reference.variance(0, queries[c]);
      assertThat(forecast.variance()[0][c]).isCloseTo(variance, within(1e-6 * reference.scale[0]));
    }
  }
}
