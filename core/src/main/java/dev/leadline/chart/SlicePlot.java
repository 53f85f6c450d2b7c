package dev.leadline.chart;

import dev.leadline.insight.Slice;
import dev.leadline.space.Value;
import dev.leadline.study.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A picture of what is believed along each parameter: the median and the range that holds 80 % of
 * the prediction, a panel for each, as SVG. Immutable and thread-safe.
 */
public record SlicePlot(String objective, List<Slice> slices) {

  private static final double PANEL = 360;
  private static final double HEIGHT = 300;
  private static final int PANELS_IN_A_ROW = 3;
  private static final String RULES =
      Chart.RULES
          + """
          .range { stroke: #0072b2; stroke-opacity: 0.25; stroke-width: 6 }
          .median { fill: #0072b2 }
          """;

  public SlicePlot {
    slices = List.copyOf(slices);
  }

  public String svg() {
    int across = Math.min(PANELS_IN_A_ROW, Math.max(1, slices.size()));
    int rows = (slices.size() + across - 1) / across;
    Svg svg = new Svg(PANEL * across, HEIGHT * Math.max(1, rows), RULES);
    for (int i = 0; i < slices.size(); i++) {
      int row = i / across;
      svg.beginGroup(PANEL * (i % across), HEIGHT * row);
      panel(svg, slices.get(i));
      svg.endGroup();
    }
    return svg.finish();
  }

  private void panel(Svg svg, Slice slice) {
    List<Value> values = slice.values();
    boolean isNumeric =
        values.stream().allMatch(v -> v instanceof Value.Real || v instanceof Value.Whole);
    double[] places =
        IntStream.range(0, values.size())
            .mapToDouble(i -> isNumeric ? Double.parseDouble(values.get(i).toString()) : i)
            .toArray();
    Axis across =
        isNumeric
            ? Axis.of(DoubleStream.of(places))
            : new Axis(Axis.Kind.WHOLE, -0.5, places.length - 0.5);
    Axis up =
        Axis.of(
            slice.predictions().stream()
                .flatMap(Optional::stream)
                .flatMapToDouble(
                    prediction -> DoubleStream.of(prediction.low(), prediction.high())));
    Chart chart = Chart.in(PANEL, HEIGHT, across, up);
    DoubleFunction<String> words =
        isNumeric ? across::label : place -> values.get((int) place).toString();
    chart.frame(svg, slice.input(), objective, words);
    for (int i = 0; i < places.length; i++) {
      double place = places[i];
      slice.predictions().get(i).ifPresent(prediction -> mark(svg, chart, place, prediction));
    }
  }

  private static void mark(Svg svg, Chart chart, double place, Prediction prediction) {
    double x = chart.x(place);
    svg.line("class=\"range\"", x, chart.y(prediction.low()), x, chart.y(prediction.high()));
    String title =
        "%s, 80 %% between %s and %s"
            .formatted(
                chart.up().label(prediction.median()),
                chart.up().label(prediction.low()),
                chart.up().label(prediction.high()));
    chart.dot(svg, "class=\"median\"", place, prediction.median(), 2, title);
  }
}
