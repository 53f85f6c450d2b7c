package dev.leadline.storage.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.study.Direction;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceFileTest {

  private static final String LINE = "parameters: [{name: x, real: [0, 1]}]\n";

  @Test
  void everyKind_isRead() {
    Problem problem =
        SpaceFile.parse(
            "all.yaml",
            """
            maximise: throughput
            parameters:
              - {name: heap_mb, integer: [256, 4096], scale: log}
              - {name: ratio, real: [0.0, 1.0]}
              - {name: rate, real: [1e-5, 0.1], scale: log}
              - {name: gc, choice: [g1, parallel, z]}
              - {name: strings, flag: true}
              - {name: size, ordinal: [s, m, l]}
              - {name: block, ordinal: [1, 2, 8]}
            require: ["heap_mb >= 512 or gc != 'z'"]
            """,
            Optional.empty());
    assertThat(problem.direction()).isEqualTo(Direction.MAXIMISE);
    assertThat(problem.objective()).isEqualTo("throughput");
    assertThat(problem.canonicalText())
        .isEqualTo(
            """
            maximise throughput
            heap_mb=integer:256..4096:log
            ratio=real:0.0..1.0
            rate=real:1.0E-5..0.1:log
            gc=choice:g1,parallel,z
            strings=flag
            size=ordinal:s,m,l
            block=ordinal:1,2,8
            require heap_mb >= 512 or gc != 'z'
            """);
  }

  @Test
  void goal_isToMinimiseUnlessSaid() {
    Problem problem = SpaceFile.parse("a.yaml", LINE, Optional.empty());
    assertThat(problem.direction()).isEqualTo(Direction.MINIMISE);
    assertThat(problem.objective()).isEqualTo(Problem.UNNAMED);
  }

  @Test
  void goal_mayStandInAmericanSpelling() {
    Problem one = SpaceFile.parse("a.yaml", LINE + "maximize: speed\n", Optional.empty());
    assertThat(one.direction()).isEqualTo(Direction.MAXIMISE);
    String goals = LINE + "minimize: [ms]\nmaximise: [hits]\n";
    assertThat(SpaceFile.parse("a.yaml", goals, Optional.empty()).several().orElseThrow().words())
        .contains("ms", "hits");
    String twice = LINE + "minimize: ms\nminimise: ms\n";
    assertThatThrownBy(() -> SpaceFile.parse("a.yaml", twice, Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'minimise' once but got it in two spellings");
  }

  @Test
  void goal_askedForElsewhereMustNotContradictTheFile() {
    Optional<Direction> maximise = Optional.of(Direction.MAXIMISE);
    assertThat(SpaceFile.parse("a.yaml", LINE, maximise).direction()).isEqualTo(Direction.MAXIMISE);
    assertThat(SpaceFile.parse("a.yaml", LINE + "maximise: speed\n", maximise).direction())
        .isEqualTo(Direction.MAXIMISE);
    assertThatThrownBy(() -> SpaceFile.parse("a.yaml", LINE + "minimise: time\n", maximise))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("a.yaml", "the file says minimise", "--maximise; remove one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: x, real: [1, 0]}                  | lower bound of 'x' below the upper one but got [1.0, 0.0]
          {name: x, integer: [9, 2]}               | lower bound of 'x' not above the upper one
          {name: x, choice: []}                    | at least one option for 'x'
          {name: x, real: [.nan, 1]}               | finite bounds for 'x'
          {name: x, real: [0, NaN]}                | finite bounds for 'x'
          {name: x, real: [0, 1], scale: log}      | positive bounds for 'x' on a log scale
          {name: x, integer: [-1, 8], scale: log}  | positive bounds for 'x' on a log scale
          {name: x, real: [0, 1], scale: cubic}    | scale of linear or log but got 'cubic'
          {name: x, choice: [a, b], scale: log}    | only real and integer parameters have one
          {name: x, real: [0]}                     | a lower and an upper bound but got [0]
          {name: x, real: [0, one]}                | a number but got 'one'
          {name: x, integer: [0, 1.5]}             | a whole number but got '1.5'
          {name: x, float: [0, 1]}                 | a kind of real, integer, choice, ordinal, flag but got 'float'
          {name: x}                                | one kind of real
          {name: x, real: [0, 1], flag: true}      | one kind of real
          {real: [0, 1]}                           | expected a 'name'
          {name: 9x, real: [0, 1]}                 | parameter name
          just text                                | a parameter like {name
          """)
  void wrongEntry_isNamedByFileAndLine(String entry, String part) {
    String text = "minimise: y\nparameters:\n  - {name: fine, real: [0, 1]}\n  - " + entry + "\n";
    assertThatThrownBy(() -> SpaceFile.parse("bad.yaml", text, Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("bad.yaml:4: ")
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          minimise: y                                                       | bad.yaml:1: expected a list 'parameters'
          parameters: []                                                    | at least one parameter
          parameters: 5                                                     | a list of parameters
          parametres: []                                                    | but got 'parametres'
          parameters: [                                                     | expected YAML
          - 1                                                               | the keys minimise
          {minimise: a, maximise: b, parameters: [{name: x, real: [0, 1]}]} | not both
          {parameters: [{name: x, flag: true}, {name: x, flag: true}]}      | 'x' twice
          {parameters: [{name: x, real: [0, 1]}], require: ["x <"]}         | bad.yaml:1:
          {parameters: [{name: x, real: [0, 1]}], require: ["y < 1"]}       | 'y'
          {parameters: [{name: x, real: [0, 1], default: 2}]}               | bad.yaml:1: expected a number in [0.0, 1.0]
          {parameters: [{name: x, real: [0, 1]}], start: [{x: 2}]}          | bad.yaml:1: expected a number in [0.0, 1.0]
          {parameters: [{name: x, real: [0, 1]}], start: [{y: 1}]}          | bad.yaml:1: expected one of the parameters [x]
          {parameters: [{name: x, real: [0, 1]}], start: [{}]}              | bad.yaml:1: expected a value for 'x'
          {parameters: [{name: x, real: [0, 1]}], stop: "bset < 1"}         | bad.yaml:1: cannot read the condition "bset < 1": at position 1 expected one of trials, failed,
          {parameters: [{name: x, real: [0, 1]}], stop: [{best: 1}]}        | bad.yaml:1: expected a rule in quotes
          {parameters: [{name: x, flag: true, when: "y"}]}                  | bad.yaml:1: cannot read the condition "y": at position 1 expected one of x but got 'y'
          {parameters: [{name: x, flag: true, when: "x"}]}                  | bad.yaml:1: expected conditions that do not depend on each other in a circle but got x -> x
          {parameters: [{name: x, flag: true}], early: {rule: best}}        | bad.yaml:1: expected a rule of asha, median or model but got 'best'
          {parameters: [{name: x, flag: true}], early: {after: 3}}          | bad.yaml:1: expected a 'rule' of asha, median or model but there is none
          {parameters: [{name: x, flag: true}], early: {rule: asha, factor: 1}} | bad.yaml:1: expected factor of at least 2 but got 1
          {parameters: [{name: x, flag: true}], early: {rule: median, chance: 0.1}} | bad.yaml:1: expected one of first, after with the rule median but got 'chance'
          {parameters: [{name: x, flag: true}], early: [asha]}              | bad.yaml:1: expected a rule like {rule: model, chance: 0.01}
          {parameters: [{name: x, real: [0, 1]}], limits: ["p99 < 50"]}     | bad.yaml:1: expected <= or >= but got '<' in 'p99 < 50'
          {parameters: [{name: x, real: [0, 1]}], limits: ["p99 <= fifty"]} | bad.yaml:1: expected a number on the right of the limit but got 'fifty'
          {parameters: [{name: x, real: [0, 1]}], limits: "p99 <= .inf"}    | bad.yaml:1: expected a number on the right of the limit but got '.inf'
          {parameters: [{name: x, real: [0, 1]}], limits: ["50 >= p99"]}    | bad.yaml:1: expected a metric, <= or >= and a number
          {parameters: [{name: x, real: [0, 1]}], limits: [{p99: 50}]}      | bad.yaml:1: expected a limit in quotes
          {parameters: [{name: x, real: [0, 1]}], limits: ["x <= 1"]}       | bad.yaml:1: expected a limit on something that is measured but 'x' is a parameter
          {minimise: y, parameters: [{name: x, flag: true}], limits: ["y <= 1"]} | bad.yaml:1: expected a limit on something besides the value but 'y' is what is optimised
          {parameters: [{name: x, flag: true}], limits: ["p <= 2", "p >= 0", "p <= 1"]} | bad.yaml:1: expected one limit on each side of 'p' but got another
          {parameters: [{name: x, flag: true}], limits: ["p <= 1", "p >= 2"]} | bad.yaml:1: expected limits that something keeps but got 'p <= 1.0' and 'p >= 2.0'; change one
          {minimise: "", parameters: [{name: x, flag: true}]}               | bad.yaml:1: expected the name of the value but there is none
          {minimise: "a\\nb", parameters: [{name: x, flag: true}]}          | bad.yaml:1: expected the name of the value in one line
          {parameters: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[   | bad.yaml:1: expected at most 50 lists inside each other
          {parameters: [{name: x, real: [0, 1]}], start: 5}                 | settings like {heap: 512
          {parameters: [{name: x, real: [0, 1]}], parameters: []}           | expected 'parameters' once
          """)
  void wrongFile_isASentence(String text, String part) {
    assertThatThrownBy(() -> SpaceFile.parse("bad.yaml", text, Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("bad.yaml")
        .hasMessageContaining(part);
  }

  /** Readers take a text in pieces, and an emoji is two characters. */
  @Test
  void emoji_mayStandAnywhere() {
    for (int at : new int[] {1000, 1022, 1023, 1024, 1025, 1026, 2046, 2047, 2048, 2049, 4096}) {
      String start = "parameters: [{name: x, choice: [";
      String option = "a".repeat(at - start.length()) + "\ud83d\ude00";
      Problem problem = SpaceFile.parse("a.yaml", start + option + "]}]\n", Optional.empty());
      assertThat(problem.canonicalText()).contains("x=choice:" + option + "\n");
    }
    assertThatThrownBy(() -> SpaceFile.parse("a.yaml", LINE + "# \ud83d", Optional.empty()))
        .isInstanceOf(InputException.class);
  }

  @Test
  void numbersInQuotes_areText() {
    Problem problem =
        SpaceFile.parse(
            "a.yaml",
            """
            parameters:
              - {name: a, ordinal: ["8", '11']}
              - {name: b, ordinal: ["8", 11]}
              - {name: c, ordinal: [1d, 7d]}
            """,
            Optional.empty());
    assertThat(problem.canonicalText())
        .contains("a=ordinal:\\8,11\n", "b=ordinal:8,11\n", "c=ordinal:1d,7d\n");
  }

  @Test
  void secondDocument_isASentence() {
    assertThatThrownBy(() -> SpaceFile.parse("bad.yaml", LINE + "---\na: 1\n", Optional.empty()))
        .hasMessageEndingWith("expected YAML but found another document");
  }

  @Test
  void emptyFile_isASentence() {
    assertThatThrownBy(() -> SpaceFile.parse("bad.yaml", "# nothing\n", Optional.empty()))
        .hasMessageContaining("the file is empty");
  }

  @Test
  void missingFile_isASentence() {
    assertThatThrownBy(() -> SpaceFile.describe(Path.of("no-such.yaml"), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessage("no-such.yaml: there is no such file; check --space");
  }

  @Test
  void startAndDefaults_areRead() {
    StudyDescription description =
        SpaceFile.describe(
            "all.yaml",
            """
            parameters:
              - {name: heap, integer: [256, 4096], default: 512}
              - {name: gc, choice: [g1, z]}
              - {name: region, integer: [1, 32], when: "gc == 'g1'", default: 4}
            stop: ["best <= 3 and trials > 20", "chance < 0.05"]
            start:
              - {gc: g1}
              - {gc: z, heap: 1024}
            """,
            Optional.empty());
    assertThat(description.start())
        .containsExactly(
            Configuration.empty().with("heap", 512).with("gc", "g1").with("region", 4),
            Configuration.empty().with("heap", 1024).with("gc", "z"));
    assertThat(description.problem().canonicalText())
        .contains("\ndefault heap=512\n", "\nstop best <= 3 and trials > 20\nstop chance < 0.05\n");
  }
}
