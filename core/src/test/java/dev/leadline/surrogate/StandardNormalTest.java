package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardNormalTest {

  /* mpmath with 40 digits: Phi = erfc(-u/sqrt(2))/2; print(u, log(Phi), log(npdf(u) + u*Phi)). */
  @ParameterizedTest
  @CsvSource({
    "-150, -11255.929618266808, -11260.940342433996",
    "-37.5, -707.66898931750719, -711.29474844751272",
    "-20, -203.91715537109726, -206.9178385094251",
    "-8.03, -35.257521771860322, -37.36998380144168",
    "-7.97, -34.770239655499071, -36.875619956280592",
    "-3.3, -7.6346161480711279, -8.9692054862003032",
    "-1.03, -1.8871366328726788, -2.5425746062813581",
    "-0.5, -1.1759117615936186, -1.6205162643873199",
    "0, -0.69314718055994531, -0.91893853320467274",
    "0.7, -0.27702394227713124, -0.17093141922474068",
    "5, -2.8665161296376359e-7, 1.6094379231264314",
  })
  void logarithms_agreeWithMultiplePrecision(double u, double logCdf, double logImprovement) {
    assertThat(StandardNormal.logCdf(u)).isCloseTo(logCdf, withinPercentage(1e-11));
    assertThat(StandardNormal.logImprovement(u)).isCloseTo(logImprovement, withinPercentage(1e-11));
    if (u > -37) {
      assertThat(StandardNormal.cdf(u)).isCloseTo(Math.exp(logCdf), withinPercentage(1e-10));
      assertThat(StandardNormal.improvement(u))
          .isCloseTo(Math.exp(logImprovement), withinPercentage(1e-10));
    }
  }

  /* mpmath with 40 digits: erfc(t/sqrt(2))/2/npdf(t). */
  @ParameterizedTest
  @CsvSource({
    "0, 1.2533141373155003",
    "0.06, 1.1955000824836691",
    "0.55, 0.84900103187995431",
    "1, 0.65567954241879847",
    "3.14, 0.29295270027239533",
    "7.9, 0.12464449448509558",
    "8.1, 0.12165521307644847",
    "40, 0.024984404205720571",
  })
  void millsRatio_agreesWithMultiplePrecision(double t, double expected) {
    assertThat(StandardNormal.millsRatio(t)).isCloseTo(expected, withinPercentage(1e-12));
  }

  @Test
  void quantile_invertsTheCdf() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      double p = Math.exp(-random.nextDouble() * 600);
      assertThat(StandardNormal.logCdf(StandardNormal.quantile(p)))
          .isCloseTo(Math.log(p), withinPercentage(1e-10));
      double u = random.nextDouble(-5, 5);
      assertThat(StandardNormal.quantile(StandardNormal.cdf(u))).isCloseTo(u, within(1e-9));
    }
    assertThat(StandardNormal.quantile(0.5)).isZero();
    assertThat(StandardNormal.quantile(0.975))
        .isCloseTo(1.9599639845400545, withinPercentage(1e-10));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, Double.NaN})
  void quantile_refusesWhatIsNoProbability(double probability) {
    assertThatThrownBy(() -> StandardNormal.quantile(probability))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("strictly between 0 and 1");
  }

  @Test
  void functions_areMonotoneAcrossTheirBranches() {
    double previousCdf = Double.NEGATIVE_INFINITY;
    double previousImprovement = Double.NEGATIVE_INFINITY;
    for (double u = -12; u <= 12; u += 1.0 / 1024) {
      double logCdf = StandardNormal.logCdf(u);
      double logImprovement = StandardNormal.logImprovement(u);
      assertThat(logCdf).isGreaterThanOrEqualTo(previousCdf);
      assertThat(logImprovement).isGreaterThan(previousImprovement);
      previousCdf = logCdf;
      previousImprovement = logImprovement;
    }
  }

  @Test
  void logarithms_stayFiniteFarOut() {
    assertThat(StandardNormal.logImprovement(-1e150)).isFinite();
    assertThat(StandardNormal.logCdf(-1e150)).isFinite();
  }

  @Test
  void halfNormalImprovement_isSmoothWhereTheSeriesEnds() {
    for (double v = 0; v < 0.3; v += 0.01) {
      double numeric = 0; // ∫₀ᵛ P(|Z| < t) dt by the midpoint rule
      int steps = 2000;
      for (int i = 0; i < steps; i++) {
        double t = (i + 0.5) * v / steps;
        numeric += (1 - 2 * StandardNormal.cdf(-t)) * v / steps;
      }
      assertThat(StandardNormal.halfNormalImprovement(v))
          .isCloseTo(numeric, withinPercentage(1e-4));
    }
  }
}
