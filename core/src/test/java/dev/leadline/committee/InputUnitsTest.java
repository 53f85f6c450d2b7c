package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputUnitsTest {

  private static final InputUnits UNITS = new InputUnits(CommitteeConfig.standard());

  @Test
  void irrelevantInputs_getSmallUnits() {
    Observations observations = observed(50, 5, 3, x -> Math.sin(6 * x[1]) + 3 * x[3] * x[1]);
    double[] units = UNITS.of(observations);
    assertThat(units[1]).isEqualTo(1);
    for (int j : new int[] {0, 2, 4}) {
      assertThat(units[j]).isBetween(0.05, 0.3).isLessThan(units[3] / 1.5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void inputsAllAlike_countAlike(int dimensions) {
    for (int size : new int[] {6, 20, 60}) {
      Observations bowl = observed(size, dimensions, size, InputUnitsTest::bowl);
      assertThat(UNITS.of(bowl)).containsOnly(1);
    }
  }

  @Test
  void noise_saysNothingOfInputs() {
    SplittableRandom random = new SplittableRandom(8);
    for (int size : new int[] {10, 30, 100}) {
      Observations noise = observed(size, 5, size, x -> random.nextGaussian());
      assertThat(UNITS.of(noise)).containsOnly(1);
    }
  }

  @Test
  void tooFewObservationsOrInputs_countAlike() {
    assertThat(UNITS.of(observed(0, 3, 1, x -> x[0]))).containsExactly(1, 1, 1);
    assertThat(UNITS.of(observed(2, 3, 1, x -> x[0]))).containsExactly(1, 1, 1);
    assertThat(UNITS.of(observed(30, 1, 1, x -> x[0]))).containsExactly(1);
    assertThat(UNITS.of(observed(30, 3, 1, x -> 0))).containsExactly(1, 1, 1);
  }

  @Test
  void manyObservations_areJudgedByAnEvenSelection() {
    Observations all = observed(512, 3, 4, x -> Math.sin(9 * x[0]) + x[1]);
    double[][] points = new double[512][];
    double[] values = new double[512];
    for (int i = 0; i < 512; i++) {
      points[i] = i % 4 == 0 ? all.point(i) : new double[] {0.5, 0.5, 0.5};
      values[i] = i % 4 == 0 ? all.value(i) : 1e3;
    }
    double[] units = UNITS.of(all);
    assertThat(units[2]).isLessThan(0.2);
    assertThat(UNITS.of(new Observations(3, points, values))).isEqualTo(units);
  }

  @Test
  void unitsTheObservationsComeIn_doNotMatter() {
    Observations all = observed(40, 3, 4, x -> Math.sin(9 * x[0]) + x[1]);
    assertThat(UNITS.of(all.withInputUnits(Samples.units(3, 0.1)))).isEqualTo(UNITS.of(all));
  }

  @Test
  void units_makeUnseenValuesLikelier() {
    ToDoubleFunction<double[]> ridge = x -> Math.sin(7 * x[0]) + Math.cos(5 * x[0] * x[1]);
    Observations known = observed(50, 6, 5, ridge);
    Observations unseen = observed(200, 6, 6, ridge);
    Committee committee = new Committee(CommitteeConfig.standard());
    double plain = meanLogDensity(committee, known, unseen);
    double measured =
        meanLogDensity(
            committee,
            known.withInputUnits(new CommitteeInputScaling(committee.config()).inputUnits(known)),
            unseen);
    assertThat(measured).isGreaterThan(plain + 0.2);
  }

  private static double meanLogDensity(
      Committee committee, Observations known, Observations unseen) {
    var predictive = committee.condition(known).at(unseen.points());
    double sum = 0;
    for (int i = 0; i < unseen.size(); i++) {
      sum += predictive.get(i).logDensity(unseen.value(i));
    }
    return sum / unseen.size();
  }

  private static double bowl(double[] x) {
    return Arrays.stream(x).map(v -> (v - 0.4) * (v - 0.4)).sum();
  }

  private static Observations observed(
      int size, int dimensions, long seed, ToDoubleFunction<double[]> function) {
    double[][] points = Samples.points(size, dimensions, seed);
    return new Observations(
        dimensions, points, Arrays.stream(points).mapToDouble(function).toArray());
  }
}
