package dev.leadline.lab.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurveFamilyTest {

  @Test
  void families_haveACurveForEveryConfiguration() {
    List<String> all = new ArrayList<>(CurveFamily.open());
    all.addAll(CurveFamily.heldOut());
    assertThat(all).hasSize(24).doesNotHaveDuplicates();
    for (String name : CurveFamily.open()) {
      CurveFamily family = CurveFamily.named(name);
      double[] corner = new double[family.space().dimensions()];
      assertThat(family.curve(family.space().decode(corner))).as(name).hasSizeBetween(20, 100);
      assertThat(family.ends()).as(name).hasSizeGreaterThanOrEqualTo(60).isSorted();
    }
    assertThatThrownBy(() -> CurveFamily.named("none")).hasMessageContaining("no family 'none'");
  }
}
