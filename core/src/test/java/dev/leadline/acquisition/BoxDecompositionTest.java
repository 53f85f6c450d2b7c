package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxDecompositionTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void boxes_holdEveryPointThatNothingDominatesOnceAndNoOther(int goals) {
    SplittableRandom random = new SplittableRandom(goals);
    double[] reference = new double[goals];
    Arrays.fill(reference, 0.9);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[][] front = points(repeat, goals, random);
      BoxDecomposition region = BoxDecomposition.of(front, reference);
      for (int i = 0; i < 200; i++) {
        double[] point = random.doubles(goals).toArray();
        boolean isFree =
            ParetoFront.dominates(point, reference)
                && Arrays.stream(front).noneMatch(other -> ParetoFront.dominates(other, point));
        assertThat(boxesWith(region, point)).isEqualTo(isFree ? 1 : 0);
      }
    }
  }

  @Test
  void boxes_areFew() {
    double[][] front = points(40, 3, new SplittableRandom(5));
    assertThat(BoxDecomposition.of(front, new double[] {1, 1, 1}).size()).isLessThanOrEqualTo(81);
  }

  @Test
  void equalCoordinates_makeNoEmptyBoxes() {
    double[][] front = {{0.5, 0.5, 0.5}, {0.5, 0.2, 0.5}, {0.5, 0.2, 0.5}, {0.2, 0.7, 0.5}};
    assertThat(Hypervolume.of(front, new double[] {1, 1, 1}))
        .isCloseTo(Volumes.byInclusion(front, new double[] {1, 1, 1}), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void hypervolume_isThatOfInclusionAndExclusion(int goals) {
    SplittableRandom random = new SplittableRandom(7 + goals);
    double[] reference = random.doubles(goals, 0.7, 1).toArray();
    for (int count = 0; count < 9; count++) {
      double[][] some = points(count, goals, random);
      assertThat(Hypervolume.of(some, reference))
          .isCloseTo(Volumes.byInclusion(some, reference), within(1e-12));
    }
  }

  @Test
  void goals_areTwoOrThree() {
    assertThatThrownBy(() -> BoxDecomposition.of(new double[0][], new double[4]))
        .hasMessage("expected two or three goals but got 4");
  }

  static double[][] points(int count, int goals, SplittableRandom random) {
    return IntStream.range(0, count)
        .mapToObj(i -> random.doubles(goals).toArray())
        .toArray(double[][]::new);
  }

  private static long boxesWith(BoxDecomposition region, double[] point) {
    return IntStream.range(0, region.size())
        .filter(
            box ->
                IntStream.range(0, point.length)
                    .allMatch(
                        k -> {
                          int lower = region.lower(box, k);
                          double[] knots = region.knots(k);
                          return point[k] < knots[region.upper(box, k)]
                              && (lower < 0 || point[k] >= knots[lower]);
                        }))
        .count();
  }
}
