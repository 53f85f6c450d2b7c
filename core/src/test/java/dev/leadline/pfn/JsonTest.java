package dev.leadline.pfn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void text_roundTrip_keepsOrderAndNumbersAsWritten() throws Exception {
    String text = "{\"z\":[1,-2.50,3e+8],\"a\":{\"ok\":true,\"no\":null},\"e\":[],\"o\":{}}";
    assertThat(Json.parse(text).text()).isEqualTo(text);
    assertThat(Json.parse(Json.parse(text).pretty()).text()).isEqualTo(text);
  }

  @Test
  void string_escapes_roundTrip() throws Exception {
    String value = "a\"b\\c\n\t\u0001é𝛑";
    assertThat(Json.parse(Json.of(value).text())).isEqualTo(Json.of(value));
    assertThat(Json.parse("\"\\u00e9\\/\\b\\f\\n\\r\\t\"")).isEqualTo(Json.of("é/\b\f\n\r\t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\":1,\"a\":2}",
        "01",
        "1.",
        "+1",
        ".5",
        "NaN",
        "tru",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "[1] 2",
        "{a:1}",
        "'a'",
        "[1 2]",
        "// c\n1"
      })
  void parse_textThatIsNotJson_isRefused(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith("not valid JSON: expected ");
  }

  @Test
  void parse_deepNesting_isRefusedBeforeTheStackEnds() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("levels of nesting");
  }
}
