package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LeadlineTest {

  @Test
  void help_listsEveryExitCode() {
    CommandRun run = CommandRun.of("--help");
    assertThat(run.code()).isZero();
    for (ExitCode code : ExitCode.values()) {
      assertThat(run.out()).contains(Integer.toString(code.number()));
    }
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(java.util.Arrays.stream(ExitCode.values()).map(ExitCode::meaning).toList());
  }

  @Test
  void unknownCommand_isOneSentenceAndUsageCode() {
    CommandRun run = CommandRun.of("rnu");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("rnu").doesNotContain("\tat ");
  }

  @Test
  void guide_documentsEveryExitCode() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    for (ExitCode code : ExitCode.values()) {
      assertThat(guide).contains("| %d | %s".formatted(code.number(), code.meaning()));
    }
  }
}
