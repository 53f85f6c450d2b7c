package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class AscentTest {

  /** Good observations along a valley, the best one at its near end. */
  private static final Observations VALLEY =
      new Observations(
          3, new double[][] {valley(0.15), valley(0.3), valley(0.4)}, new double[] {3, 2, 1});

  @Test
  void climb_findsTheFarEndOfANarrowRidge_whichDrawsMiss() {
    double drawn = ridge(drawn(FakeDomain.cube(3)));
    double[] climbed = climbed(FakeDomain.cube(3), AscentTest::ridge).orElseThrow();

    assertThat(climbed[0]).isCloseTo(0.9, within(1e-2));
    assertThat(ridge(climbed)).isCloseTo(0, within(1e-2)).isGreaterThan(drawn + 0.1);
  }

  @Test
  void climb_endsAtTheEdgeOfTheCube_whereTheSlopeLeadsOut() {
    double[] climbed =
        climbed(FakeDomain.cube(3), x -> x[0] - 50 * Math.pow(x[1] - 0.3, 2) - x[2]).orElseThrow();

    assertThat(climbed[0]).isEqualTo(1);
    assertThat(climbed[1]).isCloseTo(0.3, within(1e-3));
    assertThat(climbed[2]).isZero();
  }

  @Test
  void climb_staysOnAGrid() {
    FakeDomain grid = FakeDomain.grid(3, 10);

    double[] climbed = climbed(grid, AscentTest::ridge).orElseThrow();

    assertThat(climbed).isEqualTo(grid.snap(climbed));
  }

  @Test
  void climb_takesWhatTheSearchFound_whereItsOwnEndIsNotAllowed() {
    FakeDomain half = FakeDomain.cube(3).allowing(point -> point[0] <= 0.5);

    assertThat(climbed(half, AscentTest::ridge).orElseThrow()[0]).isLessThanOrEqualTo(0.5);
  }

  @Test
  void climb_isEmpty_whereNothingIsAllowed() {
    assertThat(climbed(FakeDomain.cube(3).allowing(point -> false), AscentTest::ridge)).isEmpty();
  }

  @Test
  void climb_outlivesHeightsThatAreNoNumbers() {
    Optional<double[]> climbed =
        climbed(FakeDomain.cube(3), x -> x[0] > 0.5 ? Double.NaN : -x[1] - x[2]);

    assertThat(climbed.orElseThrow()[0]).isLessThanOrEqualTo(0.5);
  }

  @Test
  void climb_refusesToGoNowhere() {
    assertThatThrownBy(() -> new Ascent(0, 8, 40, 9000))
        .hasMessage(
            "expected highest, rounds and budget of at least 1 and ahead of at least 0 but got 0, 40, 9000 and 8");
  }

  private static double[] valley(double x) {
    return new double[] {x, 0.2 + 0.5 * x * x, 0.9 - 0.6 * x};
  }

  /** High along the valley alone, a hundredth of the cube wide, and highest near 0.9. */
  private static double ridge(double[] x) {
    double[] middle = valley(x[0]);
    double off = Math.hypot(x[1] - middle[1], x[2] - middle[2]) / 5e-3;
    return -40 * Math.pow(x[0] - 0.9, 2) - 0.5 * off * off;
  }

  private static double[] drawn(Domain domain) {
    AcquisitionFunction flat =
        candidates ->
            Scores.of(heights(candidates, AscentTest::ridge), new double[candidates.length]);
    return Maximiser.standard()
        .maximise(domain, VALLEY, flat, new SplittableRandom(1))
        .orElseThrow()
        .point();
  }

  private static Optional<double[]> climbed(Domain domain, ToDoubleFunction<double[]> height) {
    AcquisitionFunction acquisition =
        new AcquisitionFunction() {
          @Override
          public Scores scores(double[][] candidates) {
            return Scores.of(heights(candidates, height), new double[candidates.length]);
          }

          @Override
          public boolean hasNarrowRidges() {
            return true;
          }
        };
    return Maximiser.standard()
        .maximise(domain, VALLEY, acquisition, new SplittableRandom(1))
        .map(Maximiser.Best::point);
  }

  private static double[] heights(double[][] points, ToDoubleFunction<double[]> height) {
    return Arrays.stream(points).mapToDouble(height).toArray();
  }
}
