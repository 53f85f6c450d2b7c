package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void completion_knowsTheCommands() {
    assertThat(CommandRun.of("completion").out()).contains("ask-tell", "--strategy");
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
    assertThat(CommandRun.of("show", "a.db", "--csv", "--csv").err())
        .startsWith("leadline: expected at most one of --trial=N | --top=N | --csv[=FORM] | --json")
        .contains("but got --csv and --csv; leave one out");
    assertThat(CommandRun.of("show", " ").err()).contains("but got an empty text; name a study");
    assertThat(CommandRun.of("help", "rnu").err()).startsWith("leadline: unknown command 'rnu'");
  }

  @Test
  void guide_documentsEveryExitCode() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    for (ExitCode code : ExitCode.values()) {
      assertThat(guide).contains("| %d | %s".formatted(code.number(), code.meaning()));
    }
  }

  /** Every command prints through the two streams that are checked here. */
  @Test
  void outputThatCannotBeWritten_isNoSuccess() throws Exception {
    for (List<String> command :
        List.of(List.of("--help"), List.of("completion"), List.of("model", "--list"))) {
      ByteArrayOutputStream heard = new ByteArrayOutputStream();
      StandardStream full = new StandardStream(new FileOutputStream("/dev/full"));
      int code =
          Leadline.execute(
              LaboratoryCommands.absent(),
              full,
              new StandardStream(heard),
              command.toArray(String[]::new));
      assertThat(code).as("%s", command).isEqualTo(ExitCode.STORAGE.number());
      assertThat(heard.toString(StandardCharsets.UTF_8))
          .contains("standard output could not be written (No space left on device)");
    }
    StandardStream full = new StandardStream(new FileOutputStream("/dev/full"));
    StandardStream out = new StandardStream(new ByteArrayOutputStream());
    assertThat(Leadline.execute(LaboratoryCommands.absent(), out, full, "help")).isZero();
    assertThat(Leadline.execute(LaboratoryCommands.absent(), out, full, "rnu"))
        .isEqualTo(ExitCode.USAGE.number());
  }

  /** As behind {@code | head}: quietly, as the system's signal ends other programs. */
  @Test
  void readerThatIsGone_endsTheCommandQuietly() {
    for (List<String> command : List.of(List.of("completion"), List.of("--help"), List.of("rnu"))) {
      ByteArrayOutputStream heard = new ByteArrayOutputStream();
      StandardStream gone = new StandardStream(new Unread());
      boolean isError = command.contains("rnu");
      int code =
          Leadline.execute(
              LaboratoryCommands.absent(),
              isError ? new StandardStream(heard) : gone,
              isError ? gone : new StandardStream(heard),
              command.toArray(String[]::new));
      assertThat(code).as("%s", command).isEqualTo(ExitCode.UNREAD.number());
      assertThat(heard.size()).isZero();
    }
  }

  private static final class Unread extends OutputStream {

    @Override
    public void write(int octet) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  @Test
  void laboratory_isListedAndSaysWhereItIs() {
    assertThat(CommandRun.of("help").out()).containsPattern("(?s)run .*The laboratory:.*pretrain ");
    for (String line : List.of("bench run --plan smoke", "pretrain --help")) {
      CommandRun run = CommandRun.of(line.split(" "));
      assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
      assertThat(run.err()).contains("belongs to the laboratory, which is not installed here");
    }
  }
}
