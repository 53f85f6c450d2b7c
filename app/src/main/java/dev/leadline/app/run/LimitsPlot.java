package dev.leadline.app.run;

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
  private static final PlotArea AREA = PlotArea.in(PANEL, HEIGHT).withHeading();
  private static final String STYLE =
      PlotText.style(
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
    double width = PANEL * problem.limits().size();
    StringBuilder svg = new StringBuilder();
    svg.append(PlotText.begin(width, HEIGHT, STYLE));
    svg.append(PlotText.text(AREA.left(), 20, "title", "start", title()));
    for (int i = 0; i < problem.limits().size(); i++) {
      svg.append("<g transform=\"translate(%s 0)\">\n".formatted(PlotText.number(i * PANEL)));
      panel(svg, problem.limits().get(i));
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private String title() {
    long kept = seen().stream().filter(this::isKept).count();
    return "%s: %d of %s within all limits%s"
        .formatted(
            PlotText.escape(problem.objective()),
            kept,
            seen().size() == 1 ? "1 trial" : seen().size() + " trials",
            best.map(trial -> ", best " + values(seen()).label(trial.value())).orElse(""));
  }

  private static Axis values(List<TrialRecord> trials) {
    return Axis.of(trials.stream().mapToDouble(TrialRecord::value).toArray());
  }

  private void panel(StringBuilder svg, Limit limit) {
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
    allowed(svg, limit, across);
    axes(svg, limit, across, up);
    for (TrialRecord trial : shown) {
      String place =
          "%s %s"
              .formatted(
                  PlotText.number(AREA.x(across, measured(trial, limit))),
                  PlotText.number(AREA.y(up, trial.value())));
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

  private void allowed(StringBuilder svg, Limit limit, Axis across) {
    double bound = AREA.x(across, limit.bound());
    boolean isLeft = limit.side() == Limit.Side.AT_MOST;
    double left = isLeft ? AREA.left() : bound;
    double right = isLeft ? bound : AREA.right();
    svg.append(PlotText.box("allowed", left, AREA.top(), right, AREA.bottom()));
    svg.append(PlotText.line("bound", bound, AREA.top(), bound, AREA.bottom()));
  }

  private void axes(StringBuilder svg, Limit limit, Axis across, Axis up) {
    svg.append(AREA.levels(up));
    for (double tick : across.ticks()) {
      svg.append(AREA.below(AREA.x(across, tick), across.label(tick)));
    }
    svg.append(AREA.frame(PlotText.escape(limit.metric())));
    String heading = PlotText.escape(limit.description());
    svg.append(PlotText.text(AREA.x(0.5), AREA.top() - 8, "label", "middle", heading));
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
