package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownResultsTest {

  /* Narrower in x, wider in c, and with a parameter that the results do not name. */
  private static final Space SPACE =
      Space.builder()
          .real("x", 0, 0.5)
          .choice("c", "a", "b,c", "d")
          .flag("fast")
          .defaults(Configuration.empty().with("fast", false))
          .build();
  private static final Problem PROBLEM = new Problem(SPACE, Direction.MINIMISE, "loss");

  @TempDir Path directory;
  private StoredStudy study;

  @BeforeEach
  void open() {
    StudySetup setup = StudySetup.of(PROBLEM).strategy("random");
    study = StoredStudy.open(directory.resolve("new.db"), setup);
  }

  @Test
  void otherStudy_isLearntFromWhereItIsInTheSpace() {
    Space old = Space.builder().real("x", -1, 1).choice("c", "a", "b,c").build();
    Path file = directory.resolve("old.db");
    StudySetup setup = StudySetup.of(new Problem(old, Direction.MINIMISE, "loss"));
    Configuration inside = Configuration.empty().with("x", 0.25).with("c", "b,c");
    try (StoredStudy other = StoredStudy.open(file, setup.strategy("random"))) {
      other.observe(inside, 1.5);
      other.observe(inside, 1.5);
      other.observe(inside.with("x", 0.75), 1);
      other.observeFailure(inside.with("c", "a"), "oom");
      other.ask();
    }
    List<KnownResult> results = KnownResults.read(file, PROBLEM);
    assertThat(study.adopt(results).words())
        .isEqualTo(
            "3 results; 1 left out, the first because: trial 2: expected a number in [0.0, 0.5] for 'x' but got '0.75'");
    Configuration learnt = inside.with("fast", false);
    assertThat(study.trials())
        .containsExactly(
            Trial.completed(0, learnt, 1.5),
            Trial.completed(1, learnt, 1.5),
            Trial.failed(2, learnt.with("c", "a"), "oom"));
    assertThat(study.adopt(results).words()).startsWith("0 results (3 more were known)");
    assertThat(study.trials()).hasSize(3);
  }

  @Test
  void whatWaits_isNotTriedIfItsValueIsKnown() throws Exception {
    Configuration first = Configuration.empty().with("x", 0.25).with("c", "a");
    Configuration second = first.with("x", 0.5);
    study.enqueue(first);
    study.enqueue(second);
    Path table = Files.writeString(directory.resolve("known.csv"), "x,c,loss\n0.5,a,3\n0.25,a,\n");
    assertThat(study.adopt(KnownResults.read(table, PROBLEM)).words()).isEqualTo("2 results");
    assertThat(study.trials())
        .extracting(Trial::state)
        .containsExactly(TrialState.RUNNING, TrialState.COMPLETED, TrialState.FAILED);
    assertThat(study.ask().number()).isZero(); // it may have failed for another reason
    assertThat(study.ask().number()).isEqualTo(3);
  }

  @Test
  void table_isLearntFrom() throws Exception {
    Path file = directory.resolve("old.csv");
    Files.writeString(
        file,
        """
        date,loss,c,x,state,reason
        monday,1.5,"b,c",0.25,done,
        tuesday,,a,0.5,failed,"the ""oom"" killer"

        wednesday,,a,0.1,running,
        """);
    assertThat(study.adopt(KnownResults.read(file, PROBLEM)).words()).isEqualTo("2 results");
    assertThat(study.best().orElseThrow().value()).isEqualTo(1.5);
    assertThat(study.trials().get(1).reason()).isEqualTo("the \"oom\" killer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nan", "NaN", "NA", "-inf", "Infinity"})
  void valueThatIsNoNumber_isAFailure(String text) {
    KnownResult result =
        KnownResults.ofTable("t.csv", "loss,x,c\n%s,0.25,a\n".formatted(text), PROBLEM).get(0);
    assertThat(result.value()).isNull();
    assertThat(result.reason()).isEqualTo("the value was " + text);
  }

  @Test
  void measurements_areColumnsOfTheirNames() {
    Problem limited = PROBLEM.within(Limit.parse("p99 <= 5")).within(Limit.parse("rss <= 9"));
    String table = "loss,p99,rss,x,c\n1.5,20,,0.25,a\n";
    assertThat(KnownResults.ofTable("t.csv", table, limited).get(0).measurements())
        .isEqualTo(Measurements.of("p99", 20));
    assertThatThrownBy(() -> KnownResults.ofTable("t.csv", table.replace("20", "none"), limited))
        .hasMessageContaining("t.csv:2: expected a finite number");
  }

  @Test
  void columnsWithoutTheirPoint_areReadToo() {
    Space space = Space.builder().real("x", 0, 9).build();
    String table =
        """
        trial,state,value,x,reason,attempts,created,finished,seconds,output
        0,done,1.5,6.0,,1,2026-01-01T00:00:00Z,2026-01-01T00:00:07Z,7.0,t/0-1
        1,failed,,6.5,oom,1,2026-01-01T00:00:00Z,2026-01-01T00:00:07Z,7.0,t/1-1
        2,running,,7.0,,1,2026-01-01T00:00:00Z,,,t/2-1
        """;
    List<KnownResult> results =
        KnownResults.ofTable("t.csv", table, new Problem(space, Direction.MINIMISE, "loss"));
    assertThat(results).extracting(KnownResult::value).containsExactly(1.5, null);
    assertThat(results.get(0).settings()).isEqualTo(Map.of("x", "6.0"));
    assertThat(results.get(1).reason()).isEqualTo("oom");
  }

  @Test
  void columnOfAParameter_isNeverAnythingElse() {
    Space space = Space.builder().choice("state", "running", "idle").choice("reason", "a").build();
    Problem problem = new Problem(space, Direction.MINIMISE, "loss");
    String table = "loss,state,reason\n1,running,a\n,idle,a\n";
    assertThat(KnownResults.ofTable("t.csv", table, problem))
        .extracting(KnownResult::settings)
        .containsExactly(
            Map.of("state", "running", "reason", "a"), Map.of("state", "idle", "reason", "a"));
    assertThatThrownBy(
            () ->
                KnownResults.ofTable(
                    "t.csv",
                    "x,value\n1,2\n",
                    new Problem(
                        Space.builder().real("value", 0, 9).build(), Direction.MINIMISE, "value")))
        .hasMessage("t.csv:1: expected a column '.value' but got [x, value]");
  }

  @Test
  void emptyOption_thatMayBeAMissingValue_isRefused() {
    Space space =
        Space.builder()
            .choice("c", "", "a")
            .choice("d", "", "b")
            .defaults(Configuration.empty().with("d", "b"))
            .build();
    Problem problem = new Problem(space, Direction.MINIMISE, "loss");
    assertThat(KnownResults.ofTable("t.csv", "loss,c,d\n1,,\"\"\n", problem).get(0).settings())
        .isEqualTo(Map.of("c", "", "d", ""));
    assertThatThrownBy(() -> KnownResults.ofTable("t.csv", "loss,c,d\n1,,\n", problem))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "t.csv:2: expected the empty option of 'd' in quotes (\"\") or its default 'b' but got nothing, which may be either");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          x,c;0.5,a            | t.csv:1: expected a column 'loss' or 'value' but got [x, c]
          loss,x;1,0.5,3       | t.csv:2: expected 2 fields as in the first line but got 3
          loss,x;one,0.5       | t.csv:2: expected a finite number, or nothing if it failed, but got 'one'
          loss,x;"1,0.5        | t.csv:2: a quote is not closed
          loss,value,x;1,2,0.5 | t.csv:1: expected one column with the value but got 'loss' and 'value'; rename the right one to '.value'
          loss,x,x;1,0.5,0.1   | t.csv:1: expected one column 'x' but got several; rename or remove one
          loss,x;"1"2,0.5      | t.csv:2: expected a comma after a closing quote
          """)
  void wrongTable_isASentenceWithItsPlace(String text, String sentence) {
    assertThatThrownBy(() -> KnownResults.ofTable("t.csv", text.replace(';', '\n'), PROBLEM))
        .isInstanceOf(InputException.class)
        .hasMessage(sentence);
  }

  @Test
  void resultsOfAnotherGoal_areRefused() {
    StudyHeader header = new StudyHeader("maximise loss\nx=real:0.0..1.0\n", "", "random", 0);
    StudySnapshot other = new StudySnapshot(header, List.of());
    assertThatThrownBy(() -> KnownResults.ofStudy("old.db", other, PROBLEM))
        .hasMessage(
            "old.db: expected results of 'minimise loss' but they are of 'maximise loss'; use results of the same goal");
  }
}
