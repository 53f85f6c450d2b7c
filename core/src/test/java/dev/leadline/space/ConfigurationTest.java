package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConfigurationTest {

  private static final Configuration CONFIGURATION =
      Configuration.empty().with("x", 0.5).with("n", 3).with("gc", "z").with("on", true);

  @Test
  void getters_returnWhatWasPut() {
    assertThat(CONFIGURATION.real("x")).isEqualTo(0.5);
    assertThat(CONFIGURATION.integer("n")).isEqualTo(3);
    assertThat(CONFIGURATION.real("n")).isEqualTo(3.0);
    assertThat(CONFIGURATION.choice("gc")).isEqualTo("z");
    assertThat(CONFIGURATION.flag("on")).isTrue();
  }

  @Test
  void getters_refuseOtherKindsAndNames() {
    assertThatThrownBy(() -> CONFIGURATION.integer("x"))
        .hasMessageContaining("whole number in 'x'");
    assertThatThrownBy(() -> CONFIGURATION.flag("gc")).hasMessageContaining("a flag in 'gc'");
    assertThatThrownBy(() -> CONFIGURATION.real("gc")).hasMessageContaining("holds z");
    assertThatThrownBy(() -> CONFIGURATION.choice("y")).hasMessageContaining("[x, n, gc, on]");
  }

  @Test
  void equality_isByValue() {
    Configuration same =
        Configuration.empty().with("x", 0.5).with("n", 3).with("gc", "z").with("on", true);
    assertThat(same).isEqualTo(CONFIGURATION).hasSameHashCodeAs(CONFIGURATION);
    assertThat(same.with("x", 0.25)).isNotEqualTo(CONFIGURATION);
    assertThat(Configuration.empty().with("x", -0.0))
        .isEqualTo(Configuration.empty().with("x", 0.0));
  }

  @Test
  void text_keepsTheOrder() {
    assertThat(CONFIGURATION).hasToString("x=0.5, n=3, gc=z, on=true");
  }
}
