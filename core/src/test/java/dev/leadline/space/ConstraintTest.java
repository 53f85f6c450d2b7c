package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstraintTest {

  private static final Space SPACE =
      Space.builder()
          .real("x", -10, 10)
          .integer("min_pool", 0, 100)
          .integer("max_pool", 0, 100)
          .integer("heap-mb", 0, 4096)
          .choice("gc", "g1", "parallel", "z")
          .ordinal("size", "small", "large")
          .ordinal("batch", 16, 32)
          .flag("strings")
          .build();

  private static final Configuration CONFIGURATION =
      Configuration.empty()
          .with("x", 2.5)
          .with("min_pool", 4)
          .with("max_pool", 8)
          .with("heap-mb", 512)
          .with("gc", "z")
          .with("size", "small")
          .with("batch", 32)
          .with("strings", true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "min_pool <= max_pool | true",
        "min_pool>=max_pool | false",
        "min_pool < 4 | false",
        "min_pool + 4 == max_pool | true",
        "min_pool + 4 != max_pool | false",
        "max_pool > 2 * min_pool - 1 | true",
        "10 - 4 - 3 == 3 | true",
        "24 / 4 / 2 == 3 | true",
        "2 + 3 * 4 == 14 | true",
        "(2 + 3) * 4 == 20 | true",
        "-x == -2.5 | true",
        "x > -1e-3 | true",
        "x == 25e-1 and x == .25E+1 | true",
        "`heap-mb` >= 512 or gc != 'z' | true",
        "`heap-mb` > 512 or gc != 'z' | false",
        "gc == \"z\" | true",
        "size == 'large' | false",
        "batch / 2 == 16 | true",
        "strings | true",
        "not strings | false",
        "not strings == false | true",
        "strings == (x > 0) | true",
        "false and false or true | true",
        "true or true and false | true",
        "not (x > 1 and x < 2) | true",
        "not not true | true",
        "x / 0 > 1 | true",
      })
  void expression_isEvaluated(String expression, boolean expected) {
    assertThat(parse(expression).holds(CONFIGURATION)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "min_pool <= | position 12 the end is not expected",
        "min_pool = 3 | position 10 '=' is not known here; write == to compare",
        "poolmax > 3 | position 1 expected one of x, min_pool,",
        "gc != z | position 7 expected one of x, min_pool, max_pool, heap-mb, gc, size, batch, strings but got 'z'; quote it if it is text",
        "gc != 'zgc' | position 4 the two sides are never equal; one can be 'g1', 'parallel', 'z'",
        "gc < 'z' | position 4 text has no order; compare it by == or !=",
        "gc == 3 | position 4 text is compared with a number",
        "strings > false | position 9 a condition has no order",
        "x + gc > 1 | position 3 '+' needs numbers but one side is text",
        "x | position 1 a condition is expected but a number is found",
        "x > 1 and min_pool | position 11 a condition is expected but a number is found",
        "not x | position 5 a condition is expected but a number is found",
        "0 < x < 1 | position 7 a second comparison follows; write a < b and b < c",
        "(x > 1 | position 7 a ')' is expected but the end follows",
        "x > 1) | position 6 ')' is not expected",
        "x > 1 min_pool > 2 | position 7 'min_pool' is not expected; join conditions",
        "gc == 'z | position 7 a quote ' is not closed",
        "x > 1.2.3 | position 5 '1.2.3' is not a number",
        "x > 1 & strings | position 7 '&' is not known here",
        "and x > 1 | position 1 'and' is not expected",
      })
  void error_saysWhereAndWhatToDo(String expression, String message) {
    assertThatThrownBy(() -> parse(expression))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot read the condition \"" + expression + "\": at " + message);
  }

  @ParameterizedTest
  @CsvSource({"(,x > 1", "'not ',strings", "-,x > 1", "'x > 0 and ',strings", "'x + ',x > 1"})
  void endlessExpression_isASentenceAndNoOverflow(String opening, String end) {
    for (int times : new int[] {3_000, 300_000}) {
      assertThatThrownBy(() -> parse(opening.repeat(times) + end))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "cannot read the condition .* (is nested more than 100 deep; take some of them away"
                  + "|it still goes on after 2000 words; split it into several constraints)")
          .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(300));
    }
  }

  /** Half of what threads have by default; frames are largest before the code is compiled. */
  @Test
  void longExpression_isEvaluatedOnASmallStack() throws Exception {
    String expression = "(".repeat(100) + "x > 0" + " and x > 0".repeat(440) + ")".repeat(100);
    AtomicReference<Object> result = new AtomicReference<>();
    Thread small =
        new Thread(
            null, () -> result.set(parse(expression).holds(CONFIGURATION)), "small", 512_000);
    small.setUncaughtExceptionHandler((thread, error) -> result.set(error));
    small.start();
    small.join();
    assertThat(result.get()).isEqualTo(true);
  }

  @Test
  void space_findsErrorsWhenItIsBuilt() {
    SpaceBuilder builder = Space.builder().real("x", 0, 1).require("x > y");
    assertThatThrownBy(builder::build)
        .hasMessageContaining("position 5 expected one of x but got 'y'");
  }

  private static Constraint parse(String expression) {
    List<Parameter> parameters = SPACE.parameters();
    return Constraint.parse(expression, parameters);
  }
}
