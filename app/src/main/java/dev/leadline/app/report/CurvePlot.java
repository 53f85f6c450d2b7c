package dev.leadline.app.report;

import dev.leadline.early.Curve;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A picture of the learning curves of a study, as SVG: where trials were ended early there is a
 * diamond, and the best one stands out. Immutable and thread-safe.
 */
final class CurvePlot {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 400;
  private static final PlotArea AREA = PlotArea.in(WIDTH, HEIGHT);
  private static final String STYLE =
      Svg.style(
          """
          .complete { fill: none; stroke: #7f7f7f; stroke-width: 1.2 }
          .cut { fill: none; stroke: #e7a173; stroke-width: 1 }
          .end { fill: #d55e00 }
          .best { fill: none; stroke: #0072b2; stroke-width: 2.5 }
          """);

  private final String objective;
  private final List<TrialRecord> trials;
  private final Optional<TrialRecord> best;
  private final Axis axis;
  private final int longest;

  /**
   * @param trials those that have reported are shown
   */
  CurvePlot(String objective, List<TrialRecord> trials, Optional<TrialRecord> best) {
    this.objective = objective;
    this.trials = trials.stream().filter(trial -> !trial.curve().isEmpty()).toList();
    this.best = best;
    this.axis = Axis.of(this.trials.stream().flatMapToDouble(CurvePlot::values).toArray());
    this.longest = this.trials.stream().mapToInt(t -> t.curve().lastStep()).max().orElse(1);
  }

  private static DoubleStream values(TrialRecord trial) {
    return IntStream.range(0, trial.curve().size()).mapToDouble(trial.curve()::value);
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(Svg.begin(WIDTH, HEIGHT, STYLE));
    svg.append(Svg.text(AREA.left(), AREA.top() - 16, "title", "start", title()));
    grid(svg);
    trials.stream().filter(CurvePlot::isCut).forEach(trial -> svg.append(line(trial, "cut")));
    trials.stream().filter(t -> !isCut(t)).forEach(trial -> svg.append(line(trial, "complete")));
    trials.stream().filter(CurvePlot::isCut).forEach(trial -> svg.append(diamond(trial)));
    trials.stream()
        .filter(trial -> best.filter(b -> b.number() == trial.number()).isPresent())
        .forEach(trial -> svg.append(line(trial, "best")));
    return svg.append("</svg>\n").toString();
  }

  private static boolean isCut(TrialRecord trial) {
    return trial.state() == TrialState.STOPPED;
  }

  private String title() {
    long cut = trials.stream().filter(CurvePlot::isCut).count();
    long steps = trials.stream().mapToLong(trial -> trial.curve().lastStep()).sum();
    return "%s: %d of %d trials ended early, %.0f %% of the steps made"
        .formatted(
            Svg.escape(objective), cut, trials.size(), 100.0 * steps / longest / trials.size());
  }

  private void grid(StringBuilder svg) {
    svg.append(AREA.levels(axis));
    int step = Math.max(1, (int) Axis.niceStep(longest, 10));
    for (long tick = 0; tick <= longest; tick += step) {
      svg.append(AREA.below(x((double) tick), Long.toString(tick)));
    }
    svg.append(AREA.frame("step"));
  }

  private String line(TrialRecord trial, String style) {
    Curve curve = trial.curve();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < curve.size(); i++) {
      path.append(i == 0 ? "M" : "L")
          .append(Svg.number(x(curve.step(i))))
          .append(' ')
          .append(Svg.number(y(curve.value(i))));
    }
    return "<path class=\"%s\" d=\"%s\"><title>trial %d</title></path>\n"
        .formatted(style, path, trial.number());
  }

  private String diamond(TrialRecord trial) {
    double x = x(trial.curve().lastStep());
    double y = y(trial.curve().lastValue());
    return "<path class=\"end\" d=\"M%s %sl4 4l-4 4l-4 -4z\"><title>trial %d ended</title></path>\n"
        .formatted(Svg.number(x), Svg.number(y - 4), trial.number());
  }

  private double x(double step) {
    return AREA.x(step / longest);
  }

  private double y(double value) {
    return AREA.y(axis, value);
  }
}
