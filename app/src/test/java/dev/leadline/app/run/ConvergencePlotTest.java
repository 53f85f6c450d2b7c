package dev.leadline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.study.Direction;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class ConvergencePlotTest {

  private static final List<OptionalDouble> VALUES =
      List.of(
          OptionalDouble.of(5), OptionalDouble.empty(), OptionalDouble.of(7), OptionalDouble.of(2));

  @Test
  void svg_isWellFormedAndHasOneMarkPerTrial() throws Exception {
    Document svg = parse(new ConvergencePlot("a < b & c", Direction.MINIMISE, VALUES).svg());
    assertThat(svg.getElementsByTagName("title").getLength()).isEqualTo(4);
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("a < b & c: best 2 in trial 3")
        .contains("best so far")
        .contains("failed");
  }

  @Test
  void svg_ofNoTrialsOrOneValue_isWellFormed() throws Exception {
    String empty = new ConvergencePlot("y", Direction.MINIMISE, List.of()).svg();
    parse(empty);
    assertThat(empty).contains(">best so far<").doesNotContain(">failed<");
    parse(new ConvergencePlot("y", Direction.MAXIMISE, List.of(OptionalDouble.of(0))).svg());
  }

  @Test
  void text_drawsTheBestSoFarInItsDirection() {
    List<String> down = TextPlot.lines(Direction.MINIMISE, VALUES, Screen.FILE);
    List<String> up = TextPlot.lines(Direction.MAXIMISE, VALUES, Screen.FILE);
    assertThat(down.get(9)).endsWith("|   #");
    assertThat(up.get(0)).endsWith("|  ##");
  }

  @Test
  void text_isNarrowOnANarrowScreen() {
    List<OptionalDouble> many = Collections.nCopies(200, OptionalDouble.of(1));
    for (int width : new int[] {10, 24, 40}) {
      Screen narrow = new Screen(Screen.Kind.LIVE, width);
      assertThat(TextPlot.lines(Direction.MINIMISE, many, narrow))
          .hasSize(11)
          .allMatch(line -> line.length() < width);
    }
  }

  @Test
  void axis_isLogarithmicOverManyDecades() {
    Axis axis = Axis.of(new double[] {1e-3, 1e4});
    assertThat(axis.kind()).isEqualTo(Axis.Kind.LOG);
    assertThat(axis.ticks()).contains(1.0);
    assertThat(axis.value(axis.share(10))).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(Axis.of(new double[] {-1, 1e9}).kind()).isEqualTo(Axis.Kind.LINEAR);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "0.39788735,0.39789",
    "1500,1500",
    "1234567.8,1234600",
    "1e-7,1E-7",
    "-2.5,-2.5"
  })
  void numbers_haveFiveDigits(double value, String expected) {
    assertThat(Numbers.format(value)).isEqualTo(expected);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }
}
