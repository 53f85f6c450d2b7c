package dev.leadline.chart;

import dev.leadline.early.Curve;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A picture of the learning curves of a study, as SVG: where trials were ended early there is a
 * diamond, and the best one stands out. Immutable and thread-safe.
 *
 * @param trials those that have reported are shown
 */
public record CurvePlot(String objective, List<Trial> trials, Optional<Trial> best) {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 400;
  private static final String RULES =
      Chart.RULES
          + """
          .complete { fill: none; stroke: #7f7f7f; stroke-width: 1.2 }
          .cut { fill: none; stroke: #e7a173; stroke-width: 1 }
          .end { fill: #d55e00 }
          .best { fill: none; stroke: #0072b2; stroke-width: 2.5 }
          """;

  public CurvePlot {
    trials = trials.stream().filter(trial -> !trial.curve().isEmpty()).toList();
  }

  public String svg() {
    int longest = trials.stream().mapToInt(trial -> trial.curve().lastStep()).max().orElse(1);
    DoubleStream values = trials.stream().flatMapToDouble(trial -> values(trial.curve()));
    Axis steps = Axis.of(Axis.Kind.WHOLE, DoubleStream.of(0, longest));
    Chart chart = Chart.in(WIDTH, HEIGHT, steps, Axis.of(values));
    Svg svg = new Svg(WIDTH, HEIGHT, RULES);
    chart.title(svg, title(longest));
    chart.frame(svg, "step", "");
    List<Trial> cut = trials.stream().filter(CurvePlot::isCut).toList();
    cut.forEach(trial -> line(svg, chart, trial, "cut"));
    trials.stream().filter(t -> !isCut(t)).forEach(trial -> line(svg, chart, trial, "complete"));
    cut.forEach(trial -> diamond(svg, chart, trial));
    trials.stream()
        .filter(trial -> best.filter(b -> b.number() == trial.number()).isPresent())
        .forEach(trial -> line(svg, chart, trial, "best"));
    return svg.finish();
  }

  private static boolean isCut(Trial trial) {
    return trial.state() == TrialState.STOPPED;
  }

  private static DoubleStream values(Curve curve) {
    return IntStream.range(0, curve.size()).mapToDouble(curve::value);
  }

  private String title(int longest) {
    long cut = trials.stream().filter(CurvePlot::isCut).count();
    long steps = trials.stream().mapToLong(trial -> trial.curve().lastStep()).sum();
    return "%s: %d of %d trials ended early, %.0f %% of the steps made"
        .formatted(objective, cut, trials.size(), 100.0 * steps / longest / trials.size());
  }

  private static void line(Svg svg, Chart chart, Trial trial, String style) {
    Curve curve = trial.curve();
    double[] steps = IntStream.range(0, curve.size()).mapToDouble(curve::step).toArray();
    String line = chart.line(steps, values(curve).toArray());
    svg.path("class=\"%s\"".formatted(style), line, "trial " + trial.number());
  }

  private static void diamond(Svg svg, Chart chart, Trial trial) {
    String x = Svg.number(chart.x(trial.curve().lastStep()));
    String y = Svg.number(chart.y(trial.curve().lastValue()) - 4);
    String diamond = "M%s %sl4 4l-4 4l-4 -4z".formatted(x, y);
    svg.path("class=\"end\"", diamond, "trial %d ended".formatted(trial.number()));
  }
}
