package dev.leadline.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelUnitsTest {

  /** An input counts by how closely the values follow it. */
  private static final InputScaling BY_SLOPES =
      seen -> {
        double[] units = new double[seen.dimensions()];
        for (int i = 0; i < seen.size(); i++) {
          for (int j = 0; j < units.length; j++) {
            units[j] += seen.value(i) * (seen.coordinate(i, j) - 0.5);
          }
        }
        double most = Arrays.stream(units).map(Math::abs).max().orElseThrow();
        return Arrays.stream(units).map(u -> Math.max(0.01, Math.abs(u) / most)).toArray();
      };

  @Test
  void beginning_growsInQuarterOctaves() {
    int before = 0;
    List<Integer> sizes = new ArrayList<>();
    for (int size = 0; size < 70; size++) {
      int count = ModelUnits.beginning(size);
      assertThat(count).isBetween(before, size);
      if (count > before) {
        assertThat(count).isEqualTo(size);
        sizes.add(count);
      }
      before = count;
    }
    assertThat(sizes).containsExactly(6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64);
    assertThat(ModelUnits.beginning(1000)).isEqualTo(896);
  }

  @Test
  void values_areScaledByAllOfThem() {
    Observations raw = observations(30);
    ModelUnits.View view = new ModelUnits(OutputScaling.ROBUST_LOG, BY_SLOPES).of(raw);
    OutputScaling.Fitted fitted = OutputScaling.ROBUST_LOG.fit(raw.values());
    assertThat(view.observations().values()).containsExactly(fitted.toModel(raw.values()));
    assertThat(view.scaling().fromModel(0.3)).isEqualTo(fitted.fromModel(0.3));
    assertThat(view.observations().points()).isDeepEqualTo(raw.points());
  }

  @Test
  void deviations_areThoseOfTheScaledValues() {
    double[] deviations = new double[30];
    deviations[3] = 0.25;
    Observations raw = observations(30);
    ModelUnits units = new ModelUnits(OutputScaling.ROBUST_LOG, BY_SLOPES);
    ModelUnits.View view = units.of(raw.withDeviations(deviations));
    double above = view.scaling().toModel(raw.value(3) + 0.25);
    double below = view.scaling().toModel(raw.value(3) - 0.25);
    double[] expected = new double[30];
    expected[3] = (above - below) / 2;
    assertThat(view.observations().deviations()).containsExactly(expected);
    assertThat(view.observations().values()).isEqualTo(units.of(raw).observations().values());
  }

  @ParameterizedTest
  @EnumSource(OutputScaling.class)
  void units_dependOnTheBeginningAlone(OutputScaling scaling) {
    ModelUnits used = new ModelUnits(scaling, BY_SLOPES);
    Observations raw = observations(40);
    double[] units = units(used, raw);
    assertThat(Arrays.stream(units).min().orElseThrow()).isLessThan(0.5);
    Observations longer = raw;
    for (int i = 41; i < 48; i++) {
      longer = longer.with(new double[] {0.1, 0.2, i / 50.0}, 1e6 * i);
      assertThat(units(used, longer)).isEqualTo(units);
      assertThat(units(new ModelUnits(scaling, BY_SLOPES), longer)).isEqualTo(units);
    }
    assertThat(units(used, longer.with(new double[] {0.3, 0.3, 0.3}, 0))).isNotEqualTo(units);
  }

  @Test
  void beginning_isJudgedOnceAndOnItsOwnScale() {
    List<Observations> judged = new ArrayList<>();
    ModelUnits units = counting(judged);
    for (int size = 40; size < 48; size++) {
      units.of(observations(size));
    }
    assertThat(judged).hasSize(1);
    double[] first = observations(40).values();
    assertThat(judged.get(0).values())
        .containsExactly(OutputScaling.Z_SCORE.fit(first).toModel(first));
    units.of(observations(48));
    assertThat(judged).hasSize(2);
  }

  @Test
  void closeUps_doNotDriveOutTheFullView() {
    List<Observations> judged = new ArrayList<>();
    ModelUnits units = counting(judged);
    for (int step = 0; step < 7; step++) {
      units.of(observations(40 + step));
      units.of(new Observations(1, new double[20][1], new double[20]).with(new double[1], step));
      double[] others = new double[20];
      Arrays.fill(others, step);
      units.of(new Observations(1, new double[20][1], others));
    }
    assertThat(judged.stream().filter(seen -> seen.size() == 40)).hasSize(1);
  }

  @Test
  void otherValuesAtTheSamePoints_areJudgedAnew() {
    ModelUnits used = new ModelUnits(OutputScaling.Z_SCORE, BY_SLOPES);
    Observations raw = observations(40);
    Observations other =
        raw.withValues(Arrays.stream(raw.points()).mapToDouble(x -> x[2]).toArray());
    assertThat(units(used, raw)[2]).isLessThan(0.5);
    assertThat(units(used, other)[2]).isEqualTo(1);
  }

  @Test
  void fewObservations_countAlike() {
    assertThat(units(new ModelUnits(OutputScaling.Z_SCORE, BY_SLOPES), observations(5)))
        .containsExactly(1, 1, 1);
  }

  private static ModelUnits counting(List<Observations> judged) {
    return new ModelUnits(
        OutputScaling.Z_SCORE,
        seen -> {
          judged.add(seen);
          return seen.inputUnits();
        });
  }

  private static double[] units(ModelUnits units, Observations raw) {
    return units.of(raw).observations().inputUnits();
  }

  /** The same sequence for every length; the last input does nothing. */
  private static Observations observations(int size) {
    SplittableRandom random = new SplittableRandom(3);
    Observations observations = new Observations(3, new double[0][], new double[0]);
    for (int i = 0; i < size; i++) {
      double[] x = random.doubles(3).toArray();
      observations = observations.with(x, Math.sin(7 * x[0]) + x[1] * x[1]);
    }
    return observations;
  }
}
