package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.GaussianMixture;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MaximiserTest {

  private static final Observations OBSERVATIONS =
      new Observations(
          2, new double[][] {{0.1, 0.1}, {0.9, 0.9}, {0.5, 0.2}}, new double[] {-1, 0.4, 0.6});

  /** A bowl with its bottom at (0.7, 0.3), equally unsure everywhere. */
  private static final Posterior BOWL =
      points -> {
        double[] means = new double[points.length];
        double[] deviations = new double[points.length];
        for (int i = 0; i < points.length; i++) {
          means[i] = 5 * Math.hypot(points[i][0] - 0.7, points[i][1] - 0.3);
          deviations[i] = 0.01;
        }
        return new MixturePredictive(new double[] {1}, means, deviations);
      };

  private static final Maximiser MAXIMISER =
      new Maximiser(
          RoundSearch.standard(), Incumbent.LOWEST_OBSERVED, Acquisition.EXPECTED_IMPROVEMENT);

  @Test
  void maximise_findsTheBottomEvenWhereTheImprovementUnderflows() {
    Proposal proposal =
        MAXIMISER.maximise(BOWL, FakeDomain.cube(2), OBSERVATIONS, new SplittableRandom(1));
    assertThat(proposal.point()[0]).isCloseTo(0.7, within(0.003));
    assertThat(proposal.point()[1]).isCloseTo(0.3, within(0.003));
    assertThat(proposal.incumbent()).isEqualTo(-1);
    assertThat(proposal.expectedImprovement()).isZero();
    assertThat(proposal.logExpectedImprovement()).isFinite().isLessThan(-4000);
    assertThat(proposal.distribution().mean())
        .isEqualTo(BOWL.at(new double[][] {proposal.point()}).get(0).mean());
  }

  @Test
  void maximise_isTheSameOnAnyNumberOfCores() throws Exception {
    double[][] points = new double[3][];
    for (int threads = 1; threads <= 3; threads++) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      points[threads - 1] =
          pool.submit(
                  () ->
                      MAXIMISER
                          .maximise(BOWL, FakeDomain.cube(2), OBSERVATIONS, new SplittableRandom(2))
                          .point())
              .get();
      pool.shutdown();
    }
    assertThat(points[1]).isEqualTo(points[0]);
    assertThat(points[2]).isEqualTo(points[0]);
  }

  @Test
  void incumbent_isTheLowestValueOrTheLowestMean() {
    assertThat(Incumbent.LOWEST_OBSERVED.of(OBSERVATIONS, BOWL)).isEqualTo(-1);
    assertThat(Incumbent.LOWEST_POSTERIOR_MEAN.of(OBSERVATIONS, BOWL))
        .isCloseTo(5 * Math.hypot(0.2, 0.1), within(1e-12));
    Observations none = new Observations(2, new double[][] {}, new double[] {});
    for (Incumbent incumbent : Incumbent.values()) {
      assertThat(incumbent.of(none, BOWL)).isZero();
    }
  }

  @Test
  void listSearch_scoresTheListedPointsOnly() {
    double[][] listed = {{0, 0}, {0.6, 0.3}, {0.7, 0.3}, {1, 1}};
    Domain domain = FakeDomain.cube(2).allowing(p -> p[0] != 0.7);
    Maximiser maximiser =
        new Maximiser(
            new ListSearch(listed), Incumbent.LOWEST_OBSERVED, Acquisition.EXPECTED_IMPROVEMENT);
    assertThat(maximiser.maximise(BOWL, domain, OBSERVATIONS, new SplittableRandom(1)).point())
        .isEqualTo(listed[1]);
    Maximiser nothing =
        new Maximiser(
            new ListSearch(new double[][] {}),
            Incumbent.LOWEST_OBSERVED,
            Acquisition.EXPECTED_IMPROVEMENT);
    assertThatThrownBy(() -> nothing.maximise(BOWL, domain, OBSERVATIONS, new SplittableRandom(1)))
        .isInstanceOf(NoCandidateException.class);
  }

  @ParameterizedTest
  @EnumSource
  void expectedImprovement_inTheObjectivesUnits_agreesWithMonteCarlo(OutputScaling scaling) {
    OutputScaling.Fitted fitted = scaling.fit(new double[] {3, 8, 20, 4, 1000, 7, 6});
    for (double mean : new double[] {-1, 0.2, 2}) {
      Distribution distribution = GaussianMixture.normal(mean, 0.7);
      double incumbent = fitted.toModel(5);
      SplittableRandom random = new SplittableRandom(4);
      double[] gains = new double[400_000];
      for (int i = 0; i < gains.length; i++) {
        gains[i] = Math.max(0, 5 - fitted.fromModel(mean + 0.7 * random.nextGaussian()));
      }
      double average = Arrays.stream(gains).average().orElseThrow();
      double square = Arrays.stream(gains).map(g -> g * g).average().orElseThrow();
      double error = 5 * Math.sqrt(square / gains.length) + 1e-3 * average;
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
}
