package dev.leadline.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignedRankTestTest {

  @Test
  void fivePairsInOneDirection_haveTheExactProbability() {
    double[] low = {1, 2, 3, 4, 5};
    double[] high = {2, 4, 6, 8, 10};
    assertThat(SignedRankTest.pValue(low, high)).isCloseTo(2 / 32.0, within(1e-12));
    assertThat(SignedRankTest.pValue(high, low)).isCloseTo(2 / 32.0, within(1e-12));
  }

  @Test
  void mixedDirections_matchCountingByHand() {
    // differences 1, −2, 3: rank sums 4 and 2; 3 of 8 sign patterns have a sum of at most 2
    assertThat(SignedRankTest.pValue(new double[] {1, 0, 3}, new double[] {0, 2, 0}))
        .isCloseTo(0.75, within(1e-12));
  }

  @Test
  void ties_shareTheMiddleRank() {
    // differences 1, 1, −1: all ranks 2; negative sum 2; 4 of 8 patterns have a sum of at most 2
    assertThat(SignedRankTest.pValue(new double[] {1, 1, 0}, new double[] {0, 0, 1})).isOne();
    // differences 1, 1, 1, 1, −1 of rank 3: 6 of 32 patterns have a sum of at most 3
    assertThat(SignedRankTest.pValue(new double[] {1, 1, 1, 1, 0}, new double[] {0, 0, 0, 0, 1}))
        .isCloseTo(12 / 32.0, within(1e-12));
  }

  @Test
  void equalSamples_areNotDifferent() {
    assertThat(SignedRankTest.pValue(new double[] {1, 2}, new double[] {1, 2})).isOne();
  }

  @Test
  void normalApproximation_agreesWithTheExactCountAtTheBorder() {
    SplittableRandom random = new SplittableRandom(1);
    double[] first = random.doubles(60).toArray();
    double[] second = random.doubles(60).map(x -> x + 0.1).toArray();
    double[] longer = new double[61];
    double[] shifted = new double[61];
    System.arraycopy(first, 0, longer, 0, 60);
    System.arraycopy(second, 0, shifted, 0, 60);
    // the smallest difference of all moves the rank sum by one
    longer[60] = 0;
    shifted[60] = 1e-12;
    assertThat(SignedRankTest.pValue(longer, shifted))
        .isCloseTo(SignedRankTest.pValue(first, second), within(0.005));
  }

  @Test
  void rejectionRate_isTheLevelUnderTheHypothesis() {
    SplittableRandom random = new SplittableRandom(2);
    int rejected = 0;
    for (int i = 0; i < 2000; i++) {
      double[] first = random.doubles(20).toArray();
      double[] second = random.doubles(20).toArray();
      rejected += SignedRankTest.pValue(first, second) < 0.05 ? 1 : 0;
    }
    assertThat(rejected / 2000.0).isCloseTo(0.05, within(0.015));
  }

  @Test
  void unequalLengths_areRefused() {
    assertThatThrownBy(() -> SignedRankTest.pValue(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and 3");
  }

  @Test
  void infiniteValues_areTiesAndTheLargest() {
    double[] first = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1, 2};
    double[] second = {Double.POSITIVE_INFINITY, 5, 2, 4};
    assertThat(SignedRankTest.pValue(first, second))
        .isEqualTo(SignedRankTest.pValue(new double[] {9, 1, 2}, new double[] {5, 2, 4}));
  }
}
