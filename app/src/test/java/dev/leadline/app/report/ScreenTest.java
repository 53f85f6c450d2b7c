package dev.leadline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.study.Trial;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScreenTest {

  private static final Map<String, String> XTERM = Map.of("TERM", "xterm");
  private static final Map<String, String> DUMB = Map.of("TERM", "dumb");

  @Test
  void progressOnATerminal_fitsItsWidthAndUsesNoEscapeSequence() {
    String printed = print(screen("40 37", XTERM));
    assertThat(printed).contains("\r[1/3]").doesNotContain("\u001b");
    assertThat(printed.split("[\r\n]")).allMatch(line -> Screen.columns(line) < 37);
  }

  @Test
  void progressOnATerminal_coversTheLongerLineBefore() {
    String printed = print(screen("40 200", XTERM));
    String longest = "[1/3]  best 0.25 (trial 0)  expected improvement 0.125  left 1s";
    assertThat(printed)
        .contains("\r" + longest + "\r" + "[2/3]" + " ".repeat(longest.length() - 5))
        .endsWith("\r     \r");
  }

  @Test
  void progressOnADumbTerminal_isALinePerTrialThatFits() {
    for (Map<String, String> environment : List.of(DUMB, Map.<String, String>of())) {
      String printed = print(screen("40 37", environment));
      assertThat(printed).doesNotContain("\r", "\u001b");
      assertThat(printed.lines()).hasSize(2).allMatch(line -> Screen.columns(line) <= 37);
    }
  }

  @Test
  void progressInAFile_isWhole() {
    assertThat(print(screen(null, XTERM)))
        .contains("trial 1 failed: exit code 1: 日本  [31m red and a rather long story")
        .doesNotContain("\r", "\u001b");
  }

  @Test
  void size_isTheUsualOneWhereTheTerminalDoesNotKnowIt() {
    assertThat(screen("0 0", XTERM).width()).isEqualTo(80);
    assertThat(screen("", XTERM).width()).isEqualTo(80);
    assertThat(screen("1 1", XTERM).width()).isEqualTo(10);
  }

  @Test
  void colours_areLeftOutWhereTheyAreNotWanted() {
    assertThat(Screen.allowsColours(XTERM)).isTrue();
    assertThat(Screen.allowsColours(DUMB)).isFalse();
    assertThat(Screen.allowsColours(Map.of("TERM", "xterm", "NO_COLOR", "1"))).isFalse();
    assertThat(Screen.allowsColours(Map.of("TERM", "xterm", "NO_COLOR", ""))).isTrue();
  }

  @Test
  void fit_countsColumnsNotCharacters() {
    Screen ten = new Screen(Screen.Kind.PLAIN, 10);
    assertThat(ten.fit("日本日本日")).isEqualTo("日本日本日");
    assertThat(ten.fit("日本日本日本")).isEqualTo("日本日...");
    assertThat(ten.fit("e\u0301".repeat(10))).isEqualTo("e\u0301".repeat(10));
    assertThat(ten.fit("0123456789a")).isEqualTo("0123456...");
    assertThat(ten.fit("a\r\n\u001b[2J")).isEqualTo("a   [2J");
  }

  private static Screen screen(@Nullable String size, Map<String, String> environment) {
    Properties properties = new Properties();
    if (size != null) {
      properties.setProperty("leadline.screen.err", size);
    }
    return Screen.of(Screen.Stream.ERR, environment, properties);
  }

  /** A run of two trials, the second of which fails with a story full of escape sequences. */
  private static String print(Screen screen) {
    StringWriter text = new StringWriter();
    ProgressPrinter printer = new ProgressPrinter(new PrintWriter(text), screen, "seconds");
    Configuration settings = Configuration.empty().with("x", 0.25);
    Trial first = Trial.completed(0, settings, 0.25);
    String story = "exit code 1: 日本 \u001b[31m red and a rather long story";
    ProgressPrinter.Progress one =
        new ProgressPrinter.Progress(
            1,
            1,
            OptionalInt.of(3),
            Optional.of(first),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.of(0.125),
            Optional.of(Duration.ofSeconds(1)));
    ProgressPrinter.Progress two =
        new ProgressPrinter.Progress(
            2,
            1,
            OptionalInt.of(3),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            Optional.empty());
    printer.finished(first, one);
    printer.waiting(one);
    printer.waiting(two);
    printer.finished(Trial.failed(1, settings, story), two);
    printer.waiting(two);
    printer.clear();
    return text.toString();
  }
}
