package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest extends StudyCommandFixture {

  @Test
  void badInput_isOneSentenceAndStartsNothing() {
    assertRefused(run(5, "--param", "x=real:1..0", "--", "echo"), ExitCode.USAGE, "lower bound");
    assertRefused(
        run(5, "--param", "x=choice:", "--", "echo"), ExitCode.USAGE, "at least one option");
    assertRefused(
        run(5, "--param", "x=real:NaN..1", "--", "echo"), ExitCode.USAGE, "finite bounds");
    assertRefused(run(5, "--param", "x=real:0..1:log", "--", "echo"), ExitCode.USAGE, "log scale");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--", "echo", "{y}"),
        ExitCode.USAGE,
        "unknown placeholder {y}");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--", "echo", "{x?1:2}"),
        ExitCode.USAGE,
        "the command: expected a flag in {x?yes:no} but 'x' is never true; write {x} for its value");
    assertRefused(
        run(5, "--param", "x=choice:on,off", "--", "echo", "{x?1:2}"),
        ExitCode.USAGE,
        "never true");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--", "no-such-program"),
        ExitCode.USAGE,
        "not on the PATH");
    assertRefused(run(5, "--space", "no-such.yaml", "--", "echo"), ExitCode.USAGE, "no such file");
    assertRefused(run(5, "--", "echo"), ExitCode.USAGE, "--space FILE or --param");
    assertRefused(
        run(0, "--param", "x=real:0..1", "--", "echo"), ExitCode.USAGE, "--trials of 1 or more");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--timeout", "5", "--", "echo"),
        ExitCode.USAGE,
        "a duration like");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--strategy", "magic", "--", "echo"),
        ExitCode.USAGE,
        "'magic'");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--require", "y<1", "--", "echo"), ExitCode.USAGE, "'y'");
    String parentheses = "(".repeat(3000) + "x < 1" + ")".repeat(3000);
    assertRefused(
        run(5, "--param", "x=real:0..1", "--require", parentheses, "--", "echo"),
        ExitCode.USAGE,
        "split it into several constraints");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --default x=0.5 --default x=0.6                       | expected one default of 'x' but got another
          --minimise --maximise                                 | expected --minimise or --maximise, not both
          --minimise --goal minimise:a --goal minimise:b        | --goal comes with --minimise; leave one out
          --limit m<=1 --metric m=json:a --metric m=json:b      | expected one place of 'm' but got another
          --limit m<=1 --metric m=key:a                         | expected --metric m=regex:PATTERN or --metric m=json:KEY but got 'key:a'
          --limit m<=1 --limit m>=2                             | expected limits that something keeps
          --early median --step epoch                           | expected --step regex:PATTERN or --step json:KEY but got 'epoch'
          --json=                                               | expected --json KEY
          --regex a --json b                                    | leadline: --regex=PATTERN, --json=KEY are mutually exclusive
          --seed many                                           | expected a whole number of at most 9223372036854775807 but got 'many'
          --parallel 99999999999                                | expected a whole number of at most 2147483647 but got '99999999999'
          --model no-such                                       | there is none at no-such
          --param y=choice:a\0b                                 | the space has a character 0
          """)
  void badOptions_areOneSentenceAndStartNothing(String options, String part) {
    String[] words = options.replace("\\0", "\0").split(" ");
    String[] command = {"--param", "x=real:0..1", "--", "echo", "{x}"};
    CommandRun run = run(5, with(command, words));
    assertThat(run.code()).as(run.err()).isIn(ExitCode.USAGE.number(), ExitCode.STORAGE.number());
    assertThat(run.err()).contains(part).doesNotContain("\tat ");
    assertThat(file).doesNotExist();
  }

  @Test
  void constraintsThatNothingSatisfies_areASentence() {
    for (String kind : List.of("real", "integer")) {
      file = directory.resolve(kind + ".db");
      CommandRun run =
          run(5, "--param", "x=" + kind + ":0..1", "--require", "x > 2", "--", "echo", "{x}");
      assertRefused(run, ExitCode.FAILED, "the constraints [x > 2]");
    }
  }

  @Test
  void badStudyFile_isOneSentenceAndStaysUnharmed() throws Exception {
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertUnharmed("x=integer:0..1", "made for another space");
    Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 5000));
    assertUnharmed("x=real:0..1", "damaged");
    Files.writeString(file, "my notes");
    assertUnharmed("x=real:0..1", "something else");
  }

  @Test
  void damage_isCodeThreeEverywhere() throws Exception {
    run(6, "--param", "x=real:0..1", "--", "echo", "{x}");
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(25);
    for (int i = 0; i < 30; i++) {
      byte[] damaged =
          Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length) : whole.length);
      for (int j = 0; j < damaged.length && i % 3 == 1; j += 1 + random.nextInt(900)) {
        damaged[j] ^= (byte) (1 + random.nextInt(255));
      }
      if (i % 3 == 2) {
        Arrays.fill(damaged, 4096, damaged.length, (byte) i);
      }
      Files.write(file, damaged);
      for (CommandRun refused :
          List.of(
              CommandRun.of("show", file.toString()),
              CommandRun.of("show", file.toString(), "--json"),
              CommandRun.of("retry", file.toString()))) {
        assertRefused(refused, ExitCode.STORAGE, file.toString());
      }
      if (damaged.length > 0) {
        assertRefused(run(9, "--param", "x=real:0..1", "--", "echo", "{x}"), ExitCode.STORAGE, "");
      }
    }
    for (String form : List.of("--csv", "--json", "--salvage=" + directory.resolve("new.db"))) {
      assertRefused(CommandRun.of("show", directory.toString(), form), ExitCode.STORAGE, "");
    }
  }

  private void assertUnharmed(String parameter, String part) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertRefused(run(5, "--param", parameter, "--", "echo", "{x}"), ExitCode.STORAGE, part);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }
}
