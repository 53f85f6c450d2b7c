package dev.leadline.app.run;

import dev.leadline.curve.Curve;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Locale;
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
  private static final double LEFT = 80;
  private static final double RIGHT = 20;
  private static final double TOP = 40;
  private static final double BOTTOM = 50;
  private static final String STYLE =
      PlotText.style(
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
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\">\n");
    svg.append(STYLE).append("<rect width=\"720\" height=\"400\" fill=\"white\"/>\n");
    svg.append(text(LEFT, TOP - 16, "title", "start", title()));
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
        .formatted(escape(objective), cut, trials.size(), 100.0 * steps / longest / trials.size());
  }

  private void grid(StringBuilder svg) {
    for (double tick : axis.ticks()) {
      String y = number(y(tick));
      svg.append(
          "<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
              .formatted(number(LEFT), y, number(WIDTH - RIGHT), y));
      svg.append(text(LEFT - 8, y(tick) + 4, "tick", "end", Numbers.format(tick)));
    }
    int step = Math.max(1, (int) Axis.niceStep(longest, 10));
    for (int tick = 0; tick <= longest; tick += step) {
      svg.append(text(x(tick), HEIGHT - BOTTOM + 18, "tick", "middle", Integer.toString(tick)));
    }
    svg.append(
        "<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
            .formatted(
                number(LEFT),
                number(TOP),
                number(WIDTH - LEFT - RIGHT),
                number(HEIGHT - TOP - BOTTOM)));
    svg.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "label", "middle", "step"));
  }

  private String line(TrialRecord trial, String style) {
    Curve curve = trial.curve();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < curve.size(); i++) {
      path.append(i == 0 ? "M" : "L")
          .append(number(x(curve.step(i))))
          .append(' ')
          .append(number(y(curve.value(i))));
    }
    return "<path class=\"%s\" d=\"%s\"><title>trial %d</title></path>\n"
        .formatted(style, path, trial.number());
  }

  private String diamond(TrialRecord trial) {
    double x = x(trial.curve().lastStep());
    double y = y(trial.curve().lastValue());
    return "<path class=\"end\" d=\"M%s %sl4 4l-4 4l-4 -4z\"><title>trial %d ended</title></path>\n"
        .formatted(number(x), number(y - 4), trial.number());
  }

  private double x(double step) {
    return LEFT + (WIDTH - LEFT - RIGHT) * step / longest;
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * axis.share(value);
  }

  private static String text(double x, double y, String style, String anchor, String text) {
    return "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(style, number(x), number(y), anchor, text);
  }

  private static String number(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
