package dev.leadline.app.report;

import dev.leadline.chart.Axis;
import dev.leadline.chart.Chart;
import dev.leadline.chart.Svg;
import dev.leadline.chart.Svg.Anchor;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Limit;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A picture of what a study may have and what it may not: for each limit the values of all trials
 * against what was measured, the allowed side shaded, as SVG. Immutable and thread-safe.
 *
 * @param best the best trial that keeps all limits, if there is one
 */
public record LimitsPlot(Problem problem, List<Trial> trials, Optional<Trial> best) {

  private static final double PANEL = 360;
  private static final double HEIGHT = 350;
  private static final double HEADING = 10;
  private static final double MARGIN = 80;

  /** The most that a column of the title takes, in the widest of usual fonts. */
  private static final double COLUMN = 10;

  private static final String RULES =
      Chart.RULES
          + """
          .allowed { fill: #009e73; fill-opacity: 0.12 }
          .bound { stroke: #009e73; stroke-width: 2; stroke-dasharray: 6 4 }
          .kept { fill: #0072b2 }
          .broken { stroke: #d55e00; stroke-width: 1.5; fill: none }
          .best { fill: none; stroke: #0072b2; stroke-width: 2 }
          """;

  public LimitsPlot {
    trials = trials.stream().filter(trial -> trial.state() == TrialState.COMPLETED).toList();
  }

  public String svg() {
    String title = title();
    int panels = problem.limits().size();
    double panel = Math.max(PANEL, (MARGIN + COLUMN * Screen.columns(title)) / panels);
    Svg svg = new Svg(panel * panels, HEIGHT + HEADING, RULES);
    svg.text("class=\"title\"", MARGIN, 20, Anchor.START, title);
    for (int i = 0; i < panels; i++) {
      svg.beginGroup(i * panel, HEADING);
      panel(svg, problem.limits().get(i), panel);
      svg.endGroup();
    }
    return svg.finish();
  }

  private String title() {
    long kept = trials.stream().filter(this::isKept).count();
    return "%s: %d of %s within all limits%s"
        .formatted(
            problem.objective(),
            kept,
            trials.size() == 1 ? "1 trial" : trials.size() + " trials",
            best.map(trial -> ", best " + values(trials).label(trial.value())).orElse(""));
  }

  private static Axis values(List<Trial> trials) {
    return Axis.of(trials.stream().mapToDouble(Trial::value));
  }

  private void panel(Svg svg, Limit limit, double width) {
    List<Trial> shown =
        trials.stream()
            .filter(trial -> trial.measurements().get(limit.metric()).isPresent())
            .toList();
    DoubleStream measured = shown.stream().mapToDouble(trial -> measured(trial, limit));
    Axis across = Axis.of(DoubleStream.concat(DoubleStream.of(limit.bound()), measured));
    Chart chart = Chart.in(width, HEIGHT, across, values(shown));
    allowed(svg, limit, chart);
    chart.frame(svg, limit.metric(), "");
    double middle = (chart.left() + chart.right()) / 2;
    svg.text("class=\"label\"", middle, chart.top() - 8, Anchor.MIDDLE, limit.description());
    for (Trial trial : shown) {
      double x = chart.x(measured(trial, limit));
      double y = chart.y(trial.value());
      String name = "trial " + trial.number();
      if (isKept(trial)) {
        svg.circle("class=\"kept\"", x, y, 3.5, name);
      } else {
        svg.cross("class=\"broken\"", x, y, name);
      }
      if (best.filter(trial::equals).isPresent()) {
        svg.circle("class=\"best\"", x, y, 8, "");
      }
    }
  }

  private static void allowed(Svg svg, Limit limit, Chart chart) {
    double bound = chart.x(limit.bound());
    boolean isLeft = limit.side() == Limit.Side.AT_MOST;
    double left = isLeft ? chart.left() : bound;
    double right = isLeft ? bound : chart.right();
    svg.box("class=\"allowed\"", left, chart.top(), right, chart.bottom());
    svg.line("class=\"bound\"", bound, chart.top(), bound, chart.bottom());
  }

  private boolean isKept(Trial trial) {
    return problem.isKeptBy(trial.measurements());
  }

  private static double measured(Trial trial, Limit limit) {
    return trial.measurements().get(limit.metric()).orElseThrow();
  }
}
