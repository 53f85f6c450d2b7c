package dev.leadline.app.report;

import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Limit;
import dev.leadline.study.TrialRecord;
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
public record LimitsPlot(Problem problem, List<TrialRecord> trials, Optional<TrialRecord> best) {

  private static final double PANEL = 360;
  private static final double HEIGHT = 360;

  /** The most that a column of the title takes, in the widest of usual fonts. */
  private static final double COLUMN = 10;

  private static final String STYLE =
      Svg.style(
          """
          .allowed { fill: #009e73; fill-opacity: 0.12 }
          .bound { stroke: #009e73; stroke-width: 2; stroke-dasharray: 6 4 }
          .kept { fill: #0072b2 }
          .broken { stroke: #d55e00; stroke-width: 1.5; fill: none }
          .best { fill: none; stroke: #0072b2; stroke-width: 2 }
          """);

  public LimitsPlot {
    trials = List.copyOf(trials);
  }

  public String svg() {
    String title = title();
    int panels = problem.limits().size();
    double left = PlotArea.in(PANEL, HEIGHT).left();
    double panel = Math.max(PANEL, (left + COLUMN * Screen.columns(title)) / panels);
    PlotArea area = PlotArea.in(panel, HEIGHT).withHeading();
    StringBuilder svg = new StringBuilder();
    svg.append(Svg.begin(panel * panels, HEIGHT, STYLE));
    svg.append(Svg.text(left, 20, "title", "start", Svg.escape(title)));
    for (int i = 0; i < panels; i++) {
      svg.append("<g transform=\"translate(%s 0)\">\n".formatted(Svg.number(i * panel)));
      panel(svg, problem.limits().get(i), area);
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private String title() {
    long kept = seen().stream().filter(this::isKept).count();
    return "%s: %d of %s within all limits%s"
        .formatted(
            problem.objective(),
            kept,
            seen().size() == 1 ? "1 trial" : seen().size() + " trials",
            best.map(trial -> ", best " + values(seen()).label(trial.value())).orElse(""));
  }

  private static Axis values(List<TrialRecord> trials) {
    return Axis.of(trials.stream().mapToDouble(TrialRecord::value).toArray());
  }

  private void panel(StringBuilder svg, Limit limit, PlotArea area) {
    List<TrialRecord> shown =
        seen().stream()
            .filter(trial -> trial.measurements().get(limit.metric()).isPresent())
            .toList();
    Axis across =
        Axis.of(
            DoubleStream.concat(
                    DoubleStream.of(limit.bound()),
                    shown.stream().mapToDouble(trial -> measured(trial, limit)))
                .toArray());
    Axis up = values(shown);
    allowed(svg, limit, area, across);
    axes(svg, limit, area, across, up);
    for (TrialRecord trial : shown) {
      String place =
          "%s %s"
              .formatted(
                  Svg.number(area.x(across, measured(trial, limit))),
                  Svg.number(area.y(up, trial.value())));
      svg.append("<g transform=\"translate(%s)\">".formatted(place));
      svg.append(
          isKept(trial)
              ? "<circle class=\"kept\" r=\"3.5\"/>"
              : "<path class=\"broken\" d=\"M-4 -4l8 8m0 -8l-8 8\"/>");
      if (best.filter(trial::equals).isPresent()) {
        svg.append("<circle class=\"best\" r=\"8\"/>");
      }
      svg.append("<title>trial %d</title></g>\n".formatted(trial.number()));
    }
  }

  private static void allowed(StringBuilder svg, Limit limit, PlotArea area, Axis across) {
    double bound = area.x(across, limit.bound());
    boolean isLeft = limit.side() == Limit.Side.AT_MOST;
    double left = isLeft ? area.left() : bound;
    double right = isLeft ? bound : area.right();
    svg.append(Svg.box("allowed", left, area.top(), right, area.bottom()));
    svg.append(Svg.line("bound", bound, area.top(), bound, area.bottom()));
  }

  private static void axes(StringBuilder svg, Limit limit, PlotArea area, Axis across, Axis up) {
    svg.append(area.levels(up));
    for (double tick : across.ticks()) {
      svg.append(area.below(area.x(across, tick), across.label(tick)));
    }
    svg.append(area.frame(Svg.escape(limit.metric())));
    String heading = Svg.escape(limit.description());
    svg.append(Svg.text(area.x(0.5), area.top() - 8, "label", "middle", heading));
  }

  private List<TrialRecord> seen() {
    return trials.stream().filter(trial -> trial.state() == TrialState.COMPLETED).toList();
  }

  private boolean isKept(TrialRecord trial) {
    return problem.isKeptBy(trial.measurements());
  }

  private static double measured(TrialRecord trial, Limit limit) {
    return trial.measurements().get(limit.metric()).orElseThrow();
  }
}
