package dev.leadline.storage.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.StopRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemTest {

  @Test
  void canonicalText_isReadBack() {
    Space space =
        Space.builder()
            .logInteger("heap", 256, 4096)
            .real("ratio", -1, 1e9)
            .choice("gc", "g1", "a,b", "c\\d", "e\nf")
            .ordinal("batch", 16, 32)
            .flag("strings")
            .defaults(Configuration.empty().with("gc", "a,b").with("heap", 512))
            .when("batch", "gc != 'g1' and strings")
            .require("heap >= 512\n  or gc != 'g1'\n")
            .build();
    Problem problem =
        new Problem(space, Direction.MAXIMISE, "requests per second")
            .within(Limit.parse("p99_ms <= 50"))
            .within(Limit.parse("hit.rate>=-1.5e-3"))
            .until(List.of(StopRule.parse("best >= 900"), StopRule.parse("stalled\r\n>= 20")))
            .endingEarly(Optional.of(EarlyStop.parse("asha first=2")));
    Problem read = Problem.parse(problem.canonicalText());
    assertThat(read.canonicalText()).isEqualTo(problem.canonicalText());
    assertThat(read.direction()).isEqualTo(Direction.MAXIMISE);
    assertThat(read.objective()).isEqualTo("requests per second");
    assertThat(problem.canonicalText())
        .contains("require heap >= 512 or gc != 'g1'\n", "stop stalled >= 20\n");
    assertThat(read.stop()).isEqualTo(problem.stop());
    assertThat(read.early()).isEqualTo(problem.early());
    assertThat(read.limits()).hasSize(2).isEqualTo(problem.limits());
    assertThat(read.metrics()).containsExactly("p99_ms", "hit.rate");
    assertThat(read.space().toString()).isEqualTo(space.toString());
  }

  @Test
  void textThatLooksLikeNumbers_isReadBackAsText() {
    Space space =
        Space.builder()
            .ordinal("size", "8", "11")
            .ordinal("day", "1d", "7d")
            .ordinal("same", "1.0", "1.00")
            .ordinal("odd", "NaN", "1")
            .choice("suffix", "")
            .choice("either", "", "x")
            .build();
    String text = new Problem(space, Direction.MINIMISE, "loss").canonicalText();
    assertThat(text)
        .contains("size=ordinal:\\8,11\n", "day=ordinal:1d,7d\n", "suffix=choice:\\e\n");
    assertThat(Problem.parse(text).space().parameters()).isEqualTo(space.parameters());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u2028b", "a\u0085", " two words ", "k=v", "\u000b"})
  void namesOfWhatIsMeasured_areReadBack(String name) {
    Space space = Space.builder().flag("f").build();
    Problem one = new Problem(space, Direction.MAXIMISE, name);
    assertThat(Problem.parse(one.canonicalText()).objective()).isEqualTo(name);
    Goals goals =
        new Goals(
            List.of(Goal.maximise("first"), Goal.minimise(name)), Map.of("first", 1.0, name, 2.5));
    Problem two = one.with(goals);
    assertThat(Problem.parse(two.canonicalText()).several()).hasValue(goals);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loss\n", "\nloss", "a\rb", "loss\r\n"})
  void nameThatIsNotInOneLine_isRefused(String name) {
    Space space = Space.builder().flag("f").build();
    assertThatThrownBy(() -> new Problem(space, Direction.MINIMISE, name))
        .hasMessageContaining("expected the name of the value in one line");
    assertThatThrownBy(() -> Goal.minimise(name)).hasMessageContaining("in one line");
  }

  @Test
  void constraintInJava_isLeftAside() {
    Space space = Space.builder().real("x", 0, 1).require("x is fine", c -> true).build();
    String text = new Problem(space, Direction.MINIMISE, "loss").canonicalText();
    assertThatThrownBy(() -> Problem.parse(text)).isInstanceOf(IllegalArgumentException.class);
    Problem read = Problem.parseUnconstrained(text);
    assertThat(read.space().parameters()).isEqualTo(space.parameters());
    assertThat(read.space().constraints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x=real:0..1", "minimise loss\nx=real:1..0", "minimise loss\n?"})
  void otherText_isRefused(String text) {
    assertThatThrownBy(() -> Problem.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
