package dev.leadline.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeEvidence;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowEndTest {

  private static final ScalingEvidence COMMITTEE =
      new CommitteeEvidence(CommitteeConfig.standard());
  private static final OutputScaling SCALING = OutputScaling.ROBUST_LOG;

  @Test
  void valuesOverDecades_areSpread() {
    Observations valley = observations(x -> Math.exp(12 * distance(x)));
    assertThat(LowEnd.best(SCALING, valley, COMMITTEE)).isNotEqualTo(LowEnd.AS_IS);
  }

  @Test
  void smoothValues_stayAsTheyAre() {
    assertThat(LowEnd.best(SCALING, observations(x -> distance(x) * distance(x)), COMMITTEE))
        .isEqualTo(LowEnd.AS_IS);
    assertThat(LowEnd.best(SCALING, observations(x -> -Math.exp(-9 * distance(x))), COMMITTEE))
        .isEqualTo(LowEnd.AS_IS);
  }

  @Test
  void pureNoise_staysAsItIs() {
    SplittableRandom random = new SplittableRandom(8);
    assertThat(LowEnd.best(SCALING, observations(x -> random.nextGaussian()), COMMITTEE))
        .isEqualTo(LowEnd.AS_IS);
  }

  @Test
  void equalValues_stayAsTheyAre() {
    assertThat(LowEnd.best(SCALING, observations(x -> 3), COMMITTEE)).isEqualTo(LowEnd.AS_IS);
  }

  @Test
  void choice_doesNotDependOnTheUnitOfTheValues() {
    Observations valley = observations(x -> Math.exp(12 * distance(x)));
    LowEnd best = LowEnd.best(SCALING, valley, COMMITTEE);
    for (double factor : new double[] {1e-9, 1e9}) {
      double[] others = Arrays.stream(valley.values()).map(y -> factor * y - factor).toArray();
      assertThat(LowEnd.best(SCALING, valley.withValues(others), COMMITTEE)).isEqualTo(best);
    }
  }

  @Test
  void logarithm_isMilderTheMoreIsKnown() {
    double before = 0;
    for (int observations = 1; observations < 100; observations++) {
      double share = LowEnd.spread(observations, 2).share();
      assertThat(share).isGreaterThan(before);
      before = share;
    }
    assertThat(LowEnd.spread(50, 10).share()).isCloseTo(0.01, within(1e-12));
    assertThat(LowEnd.spread(1000, 2).share()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.001, 0.1, 1})
  void way_leadsBackAndItsSlopeIsItsDerivative(double share) {
    LowEnd lowEnd = new LowEnd(share);
    double[] values = {3, 3.001, 3.5, 8, 40, 2e5, 1e7};
    OutputScaling.Fitted fitted = SCALING.fit(values, lowEnd);
    for (double y : new double[] {-50, 2.9, 3.0005, 3.2, 9, 4e4, 5e7}) {
      double step = 1e-2 * Math.max(1e-3, Math.abs(y - 3));
      double slope = (fitted.toModel(y + step) - fitted.toModel(y - step)) / (2 * step);
      assertThat(fitted.logDerivative(y)).isCloseTo(Math.log(slope), within(1e-3));
      assertThat(fitted.fromModel(fitted.toModel(y))).isCloseTo(y, within(1e-7 * Math.abs(y)));
    }
  }

  @Test
  void lowValues_areToldApart() {
    double[] values = {0, 1, 2, 3e6, 4e6, 5e6, 6e6, 7e6};
    assertThat(gap(values, LowEnd.AS_IS)).isLessThan(1e-5);
    assertThat(gap(values, new LowEnd(0.001))).isGreaterThan(10 * gap(values, LowEnd.AS_IS));
  }

  private static double gap(double[] values, LowEnd lowEnd) {
    OutputScaling.Fitted fitted = SCALING.fit(values, lowEnd);
    return fitted.toModel(2) - fitted.toModel(0);
  }

  private static double distance(double[] x) {
    return Math.hypot(x[0] - 0.4, x[1] - 0.7);
  }

  private static Observations observations(ToDoubleFunction<double[]> function) {
    SplittableRandom random = new SplittableRandom(5);
    Observations observations = new Observations(2, new double[0][], new double[0]);
    for (int i = 0; i < 30; i++) {
      double[] x = random.doubles(2).toArray();
      observations = observations.with(x, function.applyAsDouble(x));
    }
    return observations;
  }
}
