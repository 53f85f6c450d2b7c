package dev.leadline.goals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
