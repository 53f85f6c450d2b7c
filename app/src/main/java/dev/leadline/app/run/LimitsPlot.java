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
  private static final double LEFT = 70;
  private static final double RIGHT = 14;
  private static final double TOP = 50;
  private static final double BOTTOM = 50;
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
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\">\n"
            .formatted(PlotText.number(width), PlotText.number(HEIGHT)));
    svg.append(STYLE);
    svg.append(
        "<rect width=\"%s\" height=\"%s\" fill=\"white\"/>\n"
            .formatted(PlotText.number(width), PlotText.number(HEIGHT)));
    svg.append(PlotText.text(LEFT, 20, "title", "start", title()));
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
            best.map(trial -> ", best " + Numbers.format(trial.value())).orElse(""));
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
    Axis up = Axis.of(shown.stream().mapToDouble(TrialRecord::value).toArray());
    allowed(svg, limit, across);
    axes(svg, limit, across, up);
    for (TrialRecord trial : shown) {
      String place = "%s %s".formatted(x(across, measured(trial, limit)), y(up, trial.value()));
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
    double bound = Double.parseDouble(x(across, limit.bound()));
    boolean isLeft = limit.side() == Limit.Side.AT_MOST;
    svg.append(
        "<rect class=\"allowed\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
            .formatted(
                PlotText.number(isLeft ? LEFT : bound),
                PlotText.number(TOP),
                PlotText.number(isLeft ? bound - LEFT : PANEL - RIGHT - bound),
                PlotText.number(HEIGHT - TOP - BOTTOM)));
    svg.append(
        "<line class=\"bound\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
            .formatted(
                PlotText.number(bound),
                PlotText.number(TOP),
                PlotText.number(bound),
                PlotText.number(HEIGHT - BOTTOM)));
  }

  private void axes(StringBuilder svg, Limit limit, Axis across, Axis up) {
    for (double tick : up.ticks()) {
      svg.append(
          "<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
              .formatted(
                  PlotText.number(LEFT), y(up, tick), PlotText.number(PANEL - RIGHT), y(up, tick)));
      svg.append(
          PlotText.text(
              LEFT - 8, Double.parseDouble(y(up, tick)) + 4, "", "end", Numbers.format(tick)));
    }
    for (double tick : across.ticks()) {
      double x = Double.parseDouble(x(across, tick));
      svg.append(PlotText.text(x, HEIGHT - BOTTOM + 18, "", "middle", Numbers.format(tick)));
    }
    svg.append(
        "<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
            .formatted(
                PlotText.number(LEFT),
                PlotText.number(TOP),
                PlotText.number(PANEL - LEFT - RIGHT),
                PlotText.number(HEIGHT - TOP - BOTTOM)));
    double middle = (LEFT + PANEL - RIGHT) / 2;
    svg.append(PlotText.text(middle, HEIGHT - 12, "", "middle", PlotText.escape(limit.metric())));
    svg.append(PlotText.text(middle, TOP - 8, "", "middle", PlotText.escape(limit.description())));
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

  private static String x(Axis axis, double value) {
    return PlotText.number(LEFT + (PANEL - LEFT - RIGHT) * axis.share(value));
  }

  private static String y(Axis axis, double value) {
    return PlotText.number(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * axis.share(value));
  }
}
