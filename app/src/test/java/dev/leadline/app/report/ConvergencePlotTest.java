package dev.leadline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.chart.Axis;
import dev.leadline.chart.ConvergencePlot;
import dev.leadline.chart.CurvePlot;
import dev.leadline.chart.ImportancePlot;
import dev.leadline.chart.SlicePlot;
import dev.leadline.early.Curve;
import dev.leadline.insight.Importance;
import dev.leadline.insight.Slice;
import dev.leadline.space.Configuration;
import dev.leadline.space.SignificantDigits;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
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
    Document svg =
        parse(
            new ConvergencePlot(
                    "a < b & c", Direction.MINIMISE, VALUES, Map.of(), OptionalDouble.empty())
                .svg());
    assertThat(svg.getElementsByTagName("title").getLength()).isEqualTo(4);
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("a < b & c: best 2 in trial 3")
        .contains("best so far")
        .contains("failed");
  }

  @Test
  void svg_ofNoTrialsOrOneValue_isWellFormed() throws Exception {
    String empty =
        new ConvergencePlot("y", Direction.MINIMISE, List.of(), Map.of(), OptionalDouble.empty())
            .svg();
    parse(empty);
    assertThat(empty).contains(">best so far<").doesNotContain(">failed<");
    parse(
        new ConvergencePlot(
                "y",
                Direction.MAXIMISE,
                List.of(OptionalDouble.of(0)),
                Map.of(),
                OptionalDouble.empty())
            .svg());
  }

  @Test
  void axis_isLogarithmicOverManyDecades() {
    Axis axis = Axis.of(DoubleStream.of(1e-3, 1e4));
    assertThat(axis.kind()).isEqualTo(Axis.Kind.LOG);
    assertThat(axis.ticks()).contains(1.0);
    assertThat(axis.value(axis.fraction(10)))
        .isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(Axis.of(DoubleStream.of(-1, 1e9)).kind()).isEqualTo(Axis.Kind.LINEAR);
  }

  @ParameterizedTest
  @CsvSource({
    "12345678.9, 12345678.901",
    "1, 1.00000000000001",
    "1, 1.0000000000000002",
    "-1.7e308, 1.7e308",
    "1e-300, 1.7e308",
    "5e-324, 1e300"
  })
  void axis_hasItsTicksInsideAndLabelsThatDiffer(double least, double most) {
    Axis axis = Axis.of(DoubleStream.of(least, most));
    assertThat(axis.fraction(least)).isBetween(0.0, 0.5);
    assertThat(axis.fraction(most)).isBetween(0.5, 1.0);
    assertThat(axis.label(least)).isNotEqualTo(axis.label(most));
    assertThat(Arrays.stream(axis.ticks()).boxed().toList())
        .isNotEmpty()
        .allSatisfy(tick -> assertThat(axis.fraction(tick)).isBetween(0.0, 1.0))
        .extracting(axis::label)
        .doesNotHaveDuplicates();
  }

  @Test
  void plotsOfAModel_areWellFormedAndNameWhatTheyShow() throws Exception {
    Space space = Space.builder().real("x", -1, 1).choice("kind", "a", "b").build();
    try (Study study =
        Study.builder(space)
            .strategy(Strategies.committee())
            .limits(List.of(Limit.parse("mb <= 1")))
            .build()) {
      for (int i = 0; i < 12; i++) {
        Trial trial = study.ask();
        double x = trial.configuration().real("x");
        study.tell(trial, x * x, Measurements.of("mb", 1 + x));
      }
      Document convergence = parse(ConvergencePlot.of(study, "loss").svg());
      assertThat(convergence.getDocumentElement().getTextContent())
          .contains("loss: best", "beyond a limit");
      try (StudyModel model = study.model().orElseThrow()) {
        Document importance = parse(new ImportancePlot(Importance.of(model, 1)).svg());
        assertThat(importance.getDocumentElement().getTextContent()).contains("x", "kind", " %");
        Configuration best = study.best().orElseThrow().configuration();
        Document slices = parse(new SlicePlot("loss", Slice.through(best, model)).svg());
        assertThat(slices.getElementsByTagName("circle").getLength()).isEqualTo(41 + 2);
        assertThat(slices.getDocumentElement().getTextContent())
            .contains("loss", "kind", "80 % between")
            .doesNotContain("NaN");
      }
    }
  }

  @Test
  void curves_mayHaveAsManyStepsAsThereAreWholeNumbers() throws Exception {
    Curve curve = Curve.empty().with(1, 5).with(Integer.MAX_VALUE, 3);
    Trial trial = Trial.completed(0, Configuration.empty(), 3).with(curve);
    Document plot = parse(new CurvePlot("loss", List.of(trial), Optional.of(trial)).svg());
    assertThat(
            plot.getElementsByTagName("polyline").getLength()
                + plot.getElementsByTagName("path").getLength())
        .isPositive();
    assertThat(plot.getDocumentElement().getTextContent()).contains("loss").doesNotContain("NaN");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "0.39788735, 120, 0.39789",
    "1234567.8, 0, 1234600",
    "1234567.8, 900000, 1234600",
    "1476.0912, 900, 1476.1",
    "12345678.9004321, 0.001, 12345678.900432",
    "1, Infinity, 1"
  })
  void numbers_haveMoreDigitsWhereTheyShareTheFirst(double value, double range, String expected) {
    assertThat(SignificantDigits.text(value, range)).isEqualTo(expected);
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
    assertThat(SignificantDigits.text(value)).isEqualTo(expected);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }
}
