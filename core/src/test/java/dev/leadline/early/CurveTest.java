package dev.leadline.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CurveTest {

  private static final Curve CURVE = Curve.of(new int[] {1, 2, 5}, new double[] {4, 2, 1});

  @Test
  void text_isReadBack() {
    assertThat(CURVE).hasToString("1:4.0 2:2.0 5:1.0");
    assertThat(Curve.parse(CURVE.toString())).isEqualTo(CURVE).hasSameHashCodeAs(CURVE);
    assertThat(Curve.parse("")).isEqualTo(Curve.empty());
    assertThatThrownBy(() -> Curve.parse("7")).hasMessageContaining("but got '7'");
  }

  @Test
  void reports_comeInOrderAndAreFinite() {
    assertThat(CURVE.with(6, 0.5).lastStep()).isEqualTo(6);
    assertThatThrownBy(() -> CURVE.with(5, 0.5)).hasMessageContaining("after 5 but got 5");
    assertThatThrownBy(() -> CURVE.with(7, Double.NaN)).hasMessageContaining("finite value");
    assertThatThrownBy(() -> Curve.empty().with(0, 1)).hasMessageContaining("after 0 but got 0");
  }

  @Test
  void looks_goByWhatHadBeenReported() {
    assertThat(CURVE.until(4)).hasToString("1:4.0 2:2.0");
    assertThat(CURVE.mean(0, 2)).isEqualTo(3);
    assertThat(CURVE.mean(3, 4)).as("nothing in between").isEqualTo(2);
    assertThat(CURVE.mean(0, 0.5)).as("nothing yet").isEqualTo(4);
    assertThat(CURVE.roughness()).isEqualTo(1.5);
    assertThat(CURVE.until(1).roughness()).isZero();
  }

  @Test
  void deviation_isHowDifferentlyCompleteCurvesWentOn() {
    Curve two = CURVE.until(2); // at 2
    Curve slow = Curve.of(new int[] {1, 2, 5}, new double[] {9, 8, 5});
    assertThat(two.deviation(1, List.of(CURVE))).as("as it went").isZero();
    assertThat(two.deviation(1, List.of(slow))).as("3 down instead of 1").isEqualTo(2);
    assertThat(two.deviation(2, List.of(CURVE, slow))).isEqualTo(Math.sqrt((1 + 9) / 2.0));
    assertThat(two.deviation(1, List.of())).isZero();
  }
}
