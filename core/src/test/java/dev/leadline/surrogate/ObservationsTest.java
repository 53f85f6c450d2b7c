package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationsTest {

  @Test
  void awaitedPoints_areCheckedAndStayWithWhatIsMadeOfTheObservations() {
    Observations some =
        new Observations(2, new double[][] {{0, 0}, {1, 1}, {.5, 0}}, new double[] {1, 2, 3});
    double[][] running = {{.25, .75}};
    Observations waiting = some.awaiting(running);
    assertThat(some.awaited()).isEmpty();
    for (Observations made :
        List.of(
            waiting,
            waiting.withValues(new double[] {4, 5, 6}),
            waiting.withInputUnits(new double[] {1, .5}),
            waiting.at(new int[] {2}),
            waiting.first(1),
            waiting.with(new double[] {0, 1}, 7))) {
      assertThat(made.awaited()).isDeepEqualTo(running);
    }
    assertThatThrownBy(() -> some.awaiting(new double[][] {{.5}}))
        .hasMessageContaining("expected 2 coordinates");
    assertThatThrownBy(() -> some.awaiting(new double[][] {{.5, 2}}))
        .hasMessageContaining("[0, 1]");
  }

  private static final Observations TWO =
      new Observations(2, new double[][] {{0, 1}, {0.25, 0.5}}, new double[] {3, -1});

  @Test
  void deviations_areCheckedAndStayWithTheirValues() {
    Observations sure = TWO.with(new double[] {1, 1}, 5);
    assertThat(sure.deviations()).containsExactly(0, 0, 0);
    Observations some = sure.withDeviations(new double[] {0, 2, 0.5});
    assertThat(some.at(new int[] {2, 0}).deviations()).containsExactly(0.5, 0);
    assertThat(some.first(2).deviations()).containsExactly(0, 2);
    assertThat(some.with(new double[] {0, 0}, 1).deviations()).containsExactly(0, 2, 0.5, 0);
    assertThat(some.awaiting(new double[0][]).deviations()).containsExactly(0, 2, 0.5);
    assertThat(some.withInputUnits(new double[] {1, .5}).deviations()).containsExactly(0, 2, 0.5);
    assertThat(some.withValues(new double[] {1, 2, 3}).deviations())
        .as("other values, as if measured")
        .containsExactly(0, 0, 0);
    assertThatThrownBy(() -> sure.withDeviations(new double[] {0, 0, -1}))
        .hasMessage("expected finite deviations of at least 0 but got -1.0");
    assertThatThrownBy(() -> sure.withDeviations(new double[] {0}))
        .hasMessage("expected 3 deviations but got 1");
  }

  @Test
  void evenly_keepsAtMostSoManyInTheirOrder() {
    Observations many = new Observations(1, new double[0][], new double[0]);
    for (int i = 0; i < 10; i++) {
      many = many.with(new double[] {i / 10.0}, i);
    }
    many = many.withInputUnits(new double[] {0.5});
    assertThat(many.evenly(4).values()).containsExactly(0, 2, 5, 7);
    assertThat(many.evenly(4).point(3)).containsExactly(0.7);
    assertThat(many.evenly(4).inputUnits()).containsExactly(0.5);
    assertThat(many.evenly(10)).isSameAs(many);
  }

  @Test
  void oneMore_leavesTheFirstAlone() {
    double[] point = {0.75, 1};
    Observations three = TWO.with(point, 7);
    point[0] = 0;
    assertThat(TWO.size()).isEqualTo(2);
    assertThat(three.size()).isEqualTo(3);
    assertThat(three.point(2)).containsExactly(0.75, 1);
    assertThat(three.coordinate(1, 0)).isEqualTo(0.25);
    assertThat(three.values()).containsExactly(3, -1, 7);
  }

  @Test
  void otherValues_standAtTheSamePoints() {
    Observations scaled = TWO.withValues(new double[] {1, 0});
    assertThat(scaled.points()).isDeepEqualTo(TWO.points());
    assertThat(scaled.values()).containsExactly(1, 0);
    assertThat(TWO.value(0)).isEqualTo(3);
  }

  @Test
  void inputUnits_areAllOneUnlessGivenAndStay() {
    assertThat(TWO.inputUnits()).containsExactly(1, 1);
    double[] units = {1, 0.5};
    Observations measured = TWO.withInputUnits(units);
    units[0] = 0;
    assertThat(measured.inputUnits()).containsExactly(1, 0.5);
    assertThat(measured.with(new double[] {0, 0}, 0).inputUnits()).containsExactly(1, 0.5);
    assertThat(measured.withValues(new double[] {0, 1}).inputUnits()).containsExactly(1, 0.5);
    assertThat(measured.first(1).inputUnits()).containsExactly(1, 0.5);
    assertThat(measured.first(1).values()).containsExactly(3);
    assertThat(TWO.inputUnits()).containsExactly(1, 1);
  }

  @Test
  void wrongOnes_areRefused() {
    assertThatThrownBy(() -> TWO.with(new double[] {0, 1.5}, 0))
        .hasMessage("expected coordinates in [0, 1] but point 2 has 1.5");
    assertThatThrownBy(() -> TWO.with(new double[] {0}, 0))
        .hasMessage("expected 2 coordinates but point 2 has 1");
    assertThatThrownBy(() -> TWO.with(new double[] {0, 0}, Double.NaN))
        .hasMessage("expected finite values but value 2 is NaN");
    assertThatThrownBy(() -> TWO.withValues(new double[] {1}))
        .hasMessage("expected 2 values but got 1");
    assertThatThrownBy(() -> TWO.withInputUnits(new double[] {1}))
        .hasMessage("expected one unit for each of 2 inputs but got 1");
    assertThatThrownBy(() -> TWO.withInputUnits(new double[] {1, 0}))
        .hasMessage("expected units in (0, 1] but got 0.0");
  }
}
