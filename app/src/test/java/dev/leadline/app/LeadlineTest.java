package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "run --prallel 3 --trials 9 --param x=real:0..1 -- echo {x}, '--prallel', --parallel",
    "run --trials 9 --prallel=3 --param x=real:0..1 -- echo {x}, '--prallel', --parallel",
    "run --trials 9 --tiemout 3s --param x=real:0..1 -- echo {x}, '--tiemout', --timeout",
    "ask-tell --parm x=real:0..1, '--parm', --param",
    "show --cvs, '--cvs', --csv",
    "shwo tune.db, 'shwo', show",
  })
  void misspeltWord_isReportedBeforeWhatIsMissingWithTheNearestName(
      String line, String word, String nearest) {
    CommandRun run = CommandRun.of(line.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err())
        .startsWith("leadline: unknown ")
        .contains("'%s'; did you mean %s?".formatted(word, nearest))
        .doesNotContain("issing");
  }

  @Test
  void unknownWordWithoutANearName_getsNoHint() {
    assertThat(CommandRun.of("run", "--zzz", "--", "echo").err())
        .startsWith("leadline: unknown option '--zzz'" + System.lineSeparator());
    assertThat(CommandRun.of("show", "a.db", "b.db").err())
        .startsWith("leadline: unexpected argument 'b.db'; leave it out");
  }

  @Test
  void guide_documentsEveryExitCode() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    for (ExitCode code : ExitCode.values()) {
      assertThat(guide).contains("| %d | %s".formatted(code.number(), code.meaning()));
    }
  }
}
