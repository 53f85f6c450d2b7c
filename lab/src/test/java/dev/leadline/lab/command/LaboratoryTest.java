package dev.leadline.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaboratoryTest {

  @Test
  void help_listsBothGroups() {
    String help = CommandRun.of("help").out();
    assertThat(help.substring(0, help.indexOf("The laboratory:"))).contains("  run", "  ask-tell");
    assertThat(help.substring(help.indexOf("The laboratory:")))
        .contains("  bench", "  pretrain")
        .doesNotContain("  run");
  }
}
