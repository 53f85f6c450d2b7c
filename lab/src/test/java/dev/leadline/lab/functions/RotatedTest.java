package dev.leadline.lab.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RotatedTest {

  static final List<TestFunction> ALL = Rotated.all();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void rotation_keepsLengthsAndAngles(int d) {
    double[][] rows = Rotated.rotation(d, new Random(3));
    for (int i = 0; i < d; i++) {
      for (int k = 0; k <= i; k++) {
        double product = 0;
        for (int j = 0; j < d; j++) {
          product += rows[i][j] * rows[k][j];
        }
        assertThat(product).isCloseTo(i == k ? 1 : 0, within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void optimum_liesOffTheCentreAndAwayFromTheFaces(TestFunction function) {
    double offCentre = 0;
    for (double place : function.unitMinimiser()) {
      assertThat(place).isBetween(0.3, 0.7);
      offCentre = Math.max(offCentre, Math.abs(place - 0.5));
    }
    assertThat(offCentre).isGreaterThan(0.1);
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void inputs_interact(TestFunction function) {
    double none = function.at(function.minimiser());
    for (int i = 1; i < function.dimensions(); i++) {
      double one = function.at(moved(function, 0));
      double other = function.at(moved(function, i));
      double both = function.at(moved(function, 0, i));
      assertThat(Math.abs(both - one - other + none)).isGreaterThan(1e-4 * both);
    }
  }

  /** Values at the centre of the box, computed in Python from the description of the class. */
  @Test
  void instance_isTheOneThatRecordsHold() {
    assertThat(named("rotated-ellipsoid-5d").at(new double[5]))
        .isCloseTo(26.17147179187847, within(1e-9));
    assertThat(named("rotated-levy-20d").at(new double[20]))
        .isCloseTo(33.77430044949543, within(1e-9));
  }

  private static TestFunction named(String name) {
    return ALL.stream().filter(f -> f.toString().equals(name)).findFirst().orElseThrow();
  }

  private static double[] moved(TestFunction function, int... inputs) {
    double[] point = function.minimiser();
    for (int i : inputs) {
      point[i] += 0.1 * (function.upper()[i] - function.lower()[i]);
    }
    return point;
  }
}
