package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SobolSequenceTest {

  /*
   * scipy.stats.qmc.Sobol(64, scramble=False).random(128)[100] in the coordinates 0, 5, 20, 40, 63. That
   * implementation runs through the points in Gray code order: its point 100 is our 100 ^ (100 >> 1).
   */
  @Test
  void unscrambled_agreesWithAnotherImplementation() {
    double[] point = SobolSequence.unscrambled(64).point(100 ^ (100 >> 1));
    double[] expected = {0.4140625, 0.7421875, 0.7578125, 0.7109375, 0.6484375};
    int[] coordinates = {0, 5, 20, 40, 63};
    for (int i = 0; i < expected.length; i++) {
      assertThat(point[coordinates[i]]).isCloseTo(expected[i], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 64})
  void everyCoordinate_isStratified(int dimensions) {
    SobolSequence sobol = new SobolSequence(dimensions, new SplittableRandom(5));
    for (int d = 0; d < dimensions; d++) {
      boolean[] hit = new boolean[256];
      for (int i = 0; i < 256; i++) {
        hit[(int) (sobol.point(256 + i)[d] * 256)] = true;
      }
      assertThat(hit).as("coordinate %d", d).containsOnly(true);
    }
  }

  @Test
  void firstTwoCoordinates_fillEverySquareOfAGrid() {
    SobolSequence sobol = new SobolSequence(2, new SplittableRandom(6));
    Set<Integer> squares = new HashSet<>();
    for (int i = 0; i < 256; i++) {
      double[] point = sobol.point(i);
      squares.add(16 * (int) (point[0] * 16) + (int) (point[1] * 16));
    }
    assertThat(squares).hasSize(256);
  }

  @Test
  void mean_convergesFasterThanThatOfRandomPoints() {
    SobolSequence sobol = new SobolSequence(10, new SplittableRandom(7));
    double sum = 0;
    int points = 1024;
    for (int i = 0; i < points; i++) {
      sum += Arrays.stream(sobol.point(i)).map(x -> x * x).sum() / points;
    }
    assertThat(sum).isCloseTo(10 / 3.0, within(2e-3)); // random points: 3e-2
  }

  @Test
  void scrambling_comesFromTheGeneratorAlone() {
    double[] point = new SobolSequence(5, new SplittableRandom(8)).point(17);
    assertThat(new SobolSequence(5, new SplittableRandom(8)).point(17)).isEqualTo(point);
    assertThat(new SobolSequence(5, new SplittableRandom(9)).point(17)).isNotEqualTo(point);
  }

  @Test
  void manyDimensions_goOnWithRandomCoordinates() {
    SobolSequence sobol = new SobolSequence(100, new SplittableRandom(10));
    assertThat(sobol.point(3)).hasSize(100).isEqualTo(sobol.point(3));
    double[] mean = new double[100];
    for (int i = 0; i < 2000; i++) {
      double[] point = sobol.point(i);
      for (int d = 0; d < 100; d++) {
        mean[d] += point[d] / 2000;
      }
    }
    for (double m : mean) {
      assertThat(m).isCloseTo(0.5, within(0.03));
    }
  }

  @Test
  void wrongInput_isRefused() {
    assertThatThrownBy(() -> new SobolSequence(0, new SplittableRandom(1)))
        .hasMessageContaining("at least 1 dimension");
    assertThatThrownBy(() -> SobolSequence.unscrambled(1).point(-1))
        .hasMessageContaining("at least 0");
  }
}
