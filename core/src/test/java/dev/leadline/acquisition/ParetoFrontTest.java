package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParetoFrontTest {

  @Test
  void front_isWhatNothingBettersInEverything() {
    double[][] points = {{1, 4}, {2, 2}, {3, 3}, {4, 1}, {4, 4}, {1, 5}};
    assertThat(ParetoFront.of(points)).containsExactly(0, 1, 3);
  }

  @Test
  void equalPoints_areAllKept() {
    assertThat(ParetoFront.of(new double[][] {{1, 1, 2}, {1, 1, 2}, {1, 1, 3}}))
        .containsExactly(0, 1);
  }

  @Test
  void reference_liesATenthOfTheFrontBehindIt() {
    double[][] points = {{0, 10}, {5, 5}, {10, 0}};
    assertThat(ReferencePoint.inferred(points)).containsExactly(11, 11);
  }

  @Test
  void reference_doesNotGoByWhatIsBoughtWithTrifles() {
    double[][] points = {{0, 10, 10}, {10, 0.02, 0.02}, {100, 0, 0}, {5, 5, 5}};
    assertThat(ReferencePoint.inferred(points)).containsExactly(11, 11, 11);
    double[][] worthIt = {{0, 10, 10}, {10, 0.5, 0}, {100, 0, 0.5}, {5, 5, 5}};
    assertThat(ReferencePoint.inferred(worthIt)).containsExactly(110, 11, 11);
  }

  @Test
  void reference_ofAFrontOfOne_goesByAllThatWasSeen() {
    double[][] points = {{0, 0}, {2, 6}, {4, 8}};
    assertThat(ReferencePoint.inferred(points)).containsExactly(0.4, 0.8);
    assertThat(ReferencePoint.inferred(new double[][] {{3, 0}})).containsExactly(3.3, 0.1);
  }

  @Test
  void widestReference_liesATenthOfAllThatWasSeenBehindTheWorst() {
    assertThat(ReferencePoint.widest(new double[][] {{0, 10}, {10, 0}, {50, 20}}))
        .containsExactly(55, 22);
  }

  @Test
  void givenReference_countsNoFartherThanAnExtentBehindTheWorst() {
    double[][] points = {{0, 10}, {5, 5}, {10, 5}};
    assertThat(ReferencePoint.near(new double[] {1e300, 12}, points)).containsExactly(20, 12);
    assertThat(ReferencePoint.near(new double[] {-3, 15}, points)).containsExactly(-3, 15);
    assertThat(ReferencePoint.near(new double[] {9, 9}, new double[][] {{2, 0.5}}))
        .containsExactly(4, 1.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void coarse_isHardlyBetterWithFewValues(int goals) {
    SplittableRandom random = new SplittableRandom(goals);
    double[][] points = BoxDecompositionTest.points(2000, goals, random);
    for (double[] point : points) { // on a sphere: nearly all are on the front
      double length = Math.sqrt(Arrays.stream(point).map(x -> x * x).sum());
      Arrays.setAll(point, k -> 1 - point[k] / length);
    }
    double[][] coarse = ParetoFront.coarse(points, 64);
    double[] reference = new double[goals];
    Arrays.fill(reference, 1.1);
    double whole = Hypervolume.of(points, reference);
    assertThat(Hypervolume.of(coarse, reference)).isBetween(whole, 1.05 * whole);
    for (int k = 0; k < goals; k++) {
      int goal = k;
      assertThat(Arrays.stream(coarse).mapToDouble(point -> point[goal]).distinct().count())
          .isLessThanOrEqualTo(64);
    }
    assertThat(ParetoFront.coarse(points, 2000))
        .isDeepEqualTo(
            Arrays.stream(ParetoFront.of(points))
                .mapToObj(i -> points[i])
                .toArray(double[][]::new));
  }
}
