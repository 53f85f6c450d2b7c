package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaternTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.05, 0.3, 1, 6.4, 100, 1000})
  void correlation_agreesWithTheFormulaOnTheWholeCube(double lengthscale) {
    double[] distance = new double[101];
    Arrays.setAll(distance, i -> i / 100.0);
    double[] decay = new double[101];
    double[] correlation = new double[101];
    double rate = Matern.rate(lengthscale);
    Matern.decay(distance, rate, decay, 101);
    Matern.correlation(distance, decay, rate, 1, 0.5, correlation, 101);
    for (int i = 0; i < distance.length; i++) {
      double t = Math.sqrt(5) * distance[i] / lengthscale;
      assertThat(correlation[i]).isCloseTo((1 + t + t * t / 3) * Math.exp(-t) + 0.5, within(1e-13));
    }
    assertThat(correlation[0]).isEqualTo(1.5);
  }

  @Test
  void squarings_countDoublingsOfTheRate() {
    assertThat(Matern.squarings(Matern.rate(6.4), Matern.rate(0.05))).isEqualTo(7);
    assertThat(Matern.squarings(Matern.rate(0.3), Matern.rate(0.3))).isZero();
    assertThat(Matern.squarings(Matern.rate(0.3), Matern.rate(0.1))).isEqualTo(-1);
    assertThat(Matern.squarings(Matern.rate(0.1), Matern.rate(0.2))).isEqualTo(-1);
  }
}
