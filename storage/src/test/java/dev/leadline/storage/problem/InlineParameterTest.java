package dev.leadline.storage.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InlineParameterTest {

  @Test
  void numbers_haveBoundsAndScale() {
    assertThat(InlineParameter.parse("heap=integer:256..4096:log"))
        .isEqualTo(new IntegerParameter("heap", 256, 4096, Scale.LOG));
    assertThat(InlineParameter.parse("ratio=real:-1.5..1e3"))
        .isEqualTo(new RealParameter("ratio", -1.5, 1000, Scale.LINEAR));
    assertThat(InlineParameter.parse("rate=real:.001...5:linear"))
        .isEqualTo(new RealParameter("rate", 0.001, 0.5, Scale.LINEAR));
  }

  @Test
  void options_areSeparatedByCommas() {
    assertThat(InlineParameter.parse("gc=choice:g1,parallel,z"))
        .isEqualTo(new ChoiceParameter("gc", List.of("g1", "parallel", "z")));
    assertThat(InlineParameter.parse("flags=choice:-a\\,b,c\\\\d,e:f"))
        .isEqualTo(new ChoiceParameter("flags", List.of("-a,b", "c\\d", "e:f")));
    assertThat(InlineParameter.parse("size=ordinal:1,2,4"))
        .isEqualTo(
            new OrdinalParameter(
                "size", List.of(new Value.Whole(1), new Value.Whole(2), new Value.Whole(4))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "heap=integer:256..4096:log",
        "x=real:-5.0..10.0",
        "gc=choice:g1,a\\,b,c\\\\d,two\\nlines\\r,\\\\new",
        "size=ordinal:s,m,l",
        "level=ordinal:0.5,1.0,2.0",
        "strings=flag"
      })
  void format_isReadBack(String text) {
    assertThat(InlineParameter.format(InlineParameter.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x                    | expected NAME=KIND:RANGE
          x=real               | expected real:LOW..HIGH
          x=real:0-1           | expected real:LOW..HIGH
          x=real:1..0          | lower bound
          x=real:NaN..1        | finite bounds
          x=real:-1e308..1e308 | apart but got [-1.0E308, 1.0E308]; narrow them
          x=integer:0..2000000000000 | make it a real parameter
          x=real:0..1:log      | log scale
          x=integer:0..9:log   | log scale
          x=integer:1..2.5     | a whole number but got '2.5'
          x=choice:            | at least one option
          x=choice             | at least one option
          x=word:1..2          | a kind of real
          x=flag:maybe         | after flag
          """)
  void wrongText_isQuotedInTheSentence(String text, String part) {
    assertThatThrownBy(() -> InlineParameter.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("parameter '" + text + "': ")
        .hasMessageContaining(part);
  }
}
