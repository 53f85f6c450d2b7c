package dev.leadline.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'loss 0.25'               | 0.25
          '1 2 3'                   | 3
          'took 12.5ms'             | 12.5
          'value = -1.5e-3'         | -0.0015
          '-.5'                     | -0.5
          'score:+7'                | 7
          'a=1\nb=2\nthe end\n\n'   | 2
          'loss: nan'               | NaN
          'loss 3 then -inf'        | -Infinity
          'range 1-5'               | 5
          'step3 done 8 of v1.2'    | 8
          '1,234.5 ms'              | 1234.5
          '-1,234.5e3'              | -1234500
          '12,345,678 cycles'       | 12345678
          'sum=1,234,567.25,'       | 1234567.25
          '1_000_000 rows'          | 1000000
          "1'234.5 CHF"             | 1234.5
          '12\u202f345 lignes'      | 12345
          '\u22125 degrees'         | -5
          '1,2,3'                   | 3
          '-1,2,3e2'                | 300
          '3.5,4.5'                 | 4.5
          '[0.1,0.25]'              | 0.25
          'epoch 12,0.345'          | 0.345
          '0,123,456'               | 456
          '1,,2.5'                  | 2.5
          'x=1,y=2'                 | 2
          '1, 234'                  | 234
          '3,-4'                    | -4
          'at last 5...'            | 5
          '5.e3'                    | 5000
          '7 on 127.0.0.1'          | 7
          '2x'                      | 2
          '1,234 then 8'            | 8
          """)
  void lastNumber_isTheLastOneOnStandardOutput(String text, double expected) throws IOException {
    String output = text.translateEscapes().replace("\"", "");
    assertThat(find(new Metric.LastNumber(), output, "99")).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,234 ms",
        "0,5",
        "3,14",
        "1234,567",
        "1.234,5",
        "1.234.567,89",
        "1.234.567",
        "12,34,567",
        "0x10",
        "loss 3 at 0x7ffe",
        "-0XFF",
        "12_34",
        "1'23"
      })
  void lastNumber_thatMayMeanSeveral_isNotGuessed(String line) throws IOException {
    Reading reading = reading(new Metric.LastNumber(), "first 7\n" + line + "\n", "");
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problem()).contains("(the line is '" + line + "')", "print it in");
  }

  @Test
  void longList_isReadToItsEnd() throws IOException {
    assertThat(find(new Metric.LastNumber(), "100,".repeat(200_000) + "42", "")).hasValue(42);
  }

  @Test
  void regexAndJson_readNumbersAlike() throws IOException {
    Metric regex = Metric.Regex.parse("took (.*) ms");
    assertThat(find(regex, "took 12,345,678.5 ms", "")).hasValue(12345678.5);
    assertThat(find(regex, "took 7 ms\ntook over ms", "")).hasValue(7);
    assertThat(reading(regex, "took 1,234 ms", "took 5 ms").problem()).contains("'1,234'");
    assertThat(reading(Metric.Regex.parse("took .* ms"), "took 0x10 ms", "").problem())
        .contains("hexadecimal");
    Metric json = new Metric.JsonKey("loss");
    assertThat(find(json, "{\"loss\": \"1,234.5\"}", "")).hasValue(1234.5);
    assertThat(find(json, "{\"loss\": %s}".formatted("9".repeat(400)), "")).hasValue(Double.NaN);
    assertThat(reading(json, "{\"loss\": \"1,234\"}", "").problem()).contains("'1,234'");
  }

  @Test
  void lastNumber_isNotInWordsOrOnStandardError() throws IOException {
    assertThat(find(new Metric.LastNumber(), "no numbers in x2 or v1.2.3", "5")).isEmpty();
  }

  @Test
  void lastNumber_survivesAHugeLineAndAnyBytes() throws IOException {
    Path file = directory.resolve("huge");
    byte[] bytes = new byte[3 << 20];
    java.util.Arrays.fill(bytes, (byte) 0xFE);
    Files.write(file, bytes);
    Files.writeString(file, "\n42\n", java.nio.file.StandardOpenOption.APPEND);
    assertThat(new Metric.LastNumber().find(file, file).value()).hasValue(42);
  }

  @Test
  void regex_takesTheFirstGroupOfTheLastMatch() throws IOException {
    Metric metric = Metric.Regex.parse("p99=(\\S+) ms");
    assertThat(find(metric, "p99=7 ms\np99=5.5 ms, max 80\n", "p99=1 ms")).hasValue(5.5);
    assertThat(find(metric, "nothing", "p99=9 ms")).hasValue(9);
    assertThat(find(metric, "nothing", "nothing")).isEmpty();
  }

  @Test
  void regexWithoutGroup_takesTheNumberInTheMatch() throws IOException {
    assertThat(find(Metric.Regex.parse("rate: .* per"), "rate: 12 per s 99", "")).hasValue(12);
    assertThat(Metric.Regex.parse("p99").expectation()).contains("no group in parentheses");
    assertThat(Metric.Regex.parse("p(99)").expectation()).isEqualTo("a line that matches 'p(99)'");
  }

  @Test
  void wrongRegex_isASentence() {
    assertThatThrownBy(() -> Metric.Regex.parse("(")).isInstanceOf(UserError.class);
  }

  @Test
  void json_readsLinesAndObjectsOverSeveralLines() throws IOException {
    assertThat(find(new Metric.JsonKey("loss"), "{\"loss\": 3}\n{\"loss\": 2.5}\nbye\n", ""))
        .hasValue(2.5);
    String pretty = "log 9\n{\n  \"stats\": {\n    \"p99\": 12\n  }\n}\n";
    assertThat(find(new Metric.JsonKey("stats.p99"), pretty, "")).hasValue(12);
    assertThat(find(new Metric.JsonKey("loss"), "{\"loss\": \"nan\"}", "")).hasValue(Double.NaN);
    assertThat(find(new Metric.JsonKey("loss"), "{\"other\": 1}\nloss 5\n", "")).isEmpty();
  }

  /** As Python and JavaScript write NaN: an earlier object must not stand in for the last one. */
  @ParameterizedTest
  @ValueSource(strings = {"NaN", "null"})
  void json_takesNoEarlierValueForOneThatIsNoNumber(String text) throws IOException {
    String printed = "{\"loss\": 0.25}\n{\"loss\": %s}\nbye\n".formatted(text);
    assertThat(find(new Metric.JsonKey("loss"), printed, "")).hasValue(Double.NaN);
    String infinite = printed.replace(text, "-Infinity");
    assertThat(find(new Metric.JsonKey("loss"), infinite, "")).hasValue(Double.NEGATIVE_INFINITY);
  }

  /** As R, Python, JavaScript and C print what is no number: an earlier value must not stand in. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "None", "NaN", "-nan", "NA", "n/a"})
  void named_takesNoEarlierValueForOneThatIsNoNumber(String text) throws IOException {
    for (String form : List.of("loss=%s", "loss: %s,", "{\"loss\": %s}", "'loss' : '%s'")) {
      String printed = "loss=0.25\n%s done\n".formatted(form.formatted(text));
      assertThat(find(new Metric.Named("loss"), printed, "")).as(form).hasValue(Double.NaN);
    }
    String printed = "loss=0.25\nloss=%s\n".formatted(text);
    for (String pattern : List.of("loss=(.*)", "loss=.*")) {
      Metric regex = Metric.Regex.parse(pattern);
      assertThat(find(regex, printed, "")).as(pattern).hasValue(Double.NaN);
    }
    assertThat(find(new Metric.Named("loss"), "loss=0.25\nloss " + text + "bert 7", ""))
        .hasValue(0.25);
  }

  @Test
  void json_takesNoEarlierValueForAPathThatEndsInNull() throws IOException {
    String printed = "{\"stats\": {\"p99\": 3}}\n{\"stats\": null}\n";
    assertThat(find(new Metric.JsonKey("stats.p99"), printed, "")).hasValue(Double.NaN);
  }

  @Test
  void named_isOnStandardErrorToo_elseItIsTheLastNumber() throws IOException {
    Metric metric = new Metric.NamedOrLast("tps");
    assertThat(reading(metric, "7\n", "warm-up\ntps = 450\n"))
        .isEqualTo(Reading.of(450).in("tps = 450"));
    assertThat(reading(metric, "tpsx 450\n7 s", "")).isEqualTo(Reading.of(7).in("7 s"));
    assertThat(reading(metric, "tps = 1,234\n7\n", "").problem()).contains("'tps = 1,234'");
    assertThat(metric.after("7").readings("saved 8")).containsExactly(Reading.of(8));
    assertThat(metric.after("tps 7").readings("saved 8")).isEmpty();
  }

  @Test
  void lastNumber_isNoWord() throws IOException {
    assertThat(find(new Metric.LastNumber(), "7\nnone of null is n/a\n", "")).hasValue(7);
  }

  private OptionalDouble find(Metric metric, String stdout, String stderr) throws IOException {
    return reading(metric, stdout, stderr).value();
  }

  private Reading reading(Metric metric, String stdout, String stderr) throws IOException {
    Path out = Files.writeString(directory.resolve("out"), stdout);
    Path err = Files.writeString(directory.resolve("err"), stderr);
    return metric.find(out, err);
  }
}
