package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrustRegionTest {

  /** The best is the third, at (0.5, 0.4); the last two are far away. */
  private static final Observations OBSERVATIONS =
      new Observations(
          2,
          new double[][] {{0.4, 0.4}, {0.99, 0.4}, {0.5, 0.4}, {0.6, 0.4}, {0.5, 0}, {0.01, 0.9}},
          new double[] {3, 9, 1, 2, 8, 7});

  private final TrustRegion view = TrustRegion.of(OBSERVATIONS, 3);

  @Test
  void kept_areTheNearestToTheBestInTheirOrder() {
    assertThat(view.kept()).containsExactly(0, 2, 3);
    assertThat(view.of(OBSERVATIONS).values()).containsExactly(3, 1, 2);
    assertThat(TrustRegion.of(OBSERVATIONS, 5).kept()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void kept_ofEquallyLowAndNearOnesAreTheFirst() {
    double[][] points = {{0.5}, {0.6}, {0.4}, {0.9}};
    TrustRegion tied = TrustRegion.of(new Observations(1, points, new double[] {0, 1, 1, 0}), 2);
    assertThat(tied.kept()).containsExactly(0, 1);
  }

  @Test
  void box_isTheBoundingBoxWithAMarginOnEachSide() {
    assertThat(view.toView(new double[] {0.39, 0.4})[0]).isCloseTo(0, within(1e-12));
    assertThat(view.toView(new double[] {0.61, 0.4})[0]).isCloseTo(1, within(1e-12));
    assertThat(view.contains(new double[] {0.6, 0.4})).isTrue();
    assertThat(view.contains(new double[] {0.62, 0.4})).isFalse();
  }

  @Test
  void box_isClippedToTheCube() {
    double[][] points = {{0.01, 1}, {0.5, 0}};
    TrustRegion wide = TrustRegion.of(new Observations(2, points, new double[] {0, 1}), 2);
    assertThat(wide.fromView(new double[] {0, 0})).containsExactly(0, 0);
    assertThat(wide.fromView(new double[] {1, 1})[0]).isCloseTo(0.5245, within(1e-12));
    assertThat(wide.fromView(new double[] {1, 1})[1]).isEqualTo(1);
  }

  @Test
  void box_hasAWidthWhereAllPointsAgree() {
    assertThat(view.toView(new double[] {0.5, 0.4})[1]).isCloseTo(0.5, within(1e-9));
    assertThat(view.contains(new double[] {0.5, 0.4 + 5e-7})).isTrue();
    assertThat(view.contains(new double[] {0.5, 0.4 + 2e-6})).isFalse();
    TrustRegion corner =
        TrustRegion.of(new Observations(1, new double[][] {{1}}, new double[] {0}), 1);
    assertThat(corner.toView(new double[] {1})).containsExactly(1);
    assertThat(corner.fromView(new double[] {0})[0]).isCloseTo(1 - 1e-6, within(1e-12));
  }

  @Test
  void observations_areInsideTheUnitCubeAndComeBack() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 50; run++) {
      int dimensions = 1 + run % 7;
      double reach = Math.pow(10, -run / 10.0);
      double[][] points = new double[60][];
      for (int i = 0; i < points.length; i++) {
        points[i] = random.doubles(dimensions, 1 - reach, 1).toArray();
      }
      double[] values = random.doubles(points.length).toArray();
      Observations all = new Observations(dimensions, points, values);
      TrustRegion close = TrustRegion.of(all, 30);
      Observations seen = close.of(all); // which refuses points outside the unit cube
      for (int i = 0; i < seen.size(); i++) {
        assertThat(close.fromView(seen.point(i)))
            .containsExactly(points[close.kept()[i]], within(1e-15));
      }
    }
  }

  @Test
  void domain_allowsWhatTheWholeAllowsInTheBox() {
    double[] taken = {0.6, 0.4};
    Domain whole = FakeDomain.cube(2).allowing(p -> p[0] < 0.605 && distance(p, taken) > 1e-9);
    Domain seen = view.of(whole);
    assertThat(seen.dimensions()).isEqualTo(2);
    assertThat(seen.allows(view.toView(new double[] {0.55, 0.4}))).isTrue();
    assertThat(seen.allows(view.toView(taken))).isFalse();
    assertThat(seen.allows(view.toView(new double[] {0.607, 0.4}))).isFalse();
    assertThat(seen.allows(new double[] {1.01, 0.5})).isFalse();
  }

  @Test
  void domain_snapsAsTheWholeDoes() {
    Domain seen = TrustRegion.of(OBSERVATIONS, 4).of(FakeDomain.grid(2, 10));
    TrustRegion four = TrustRegion.of(OBSERVATIONS, 4);
    double[] snapped = four.fromView(seen.snap(four.toView(new double[] {0.74, 0.36})));
    assertThat(snapped).containsExactly(new double[] {0.7, 0.4}, within(1e-12));
  }

  private static double distance(double[] one, double[] other) {
    return Math.sqrt(
        Arrays.stream(new int[] {0, 1}).mapToDouble(d -> Math.pow(one[d] - other[d], 2)).sum());
  }
}
