package dev.leadline.app.report;

import dev.leadline.study.Direction;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A picture of a study: every trial's value and the best so far, as SVG. Immutable, thread-safe.
 */
public final class ConvergencePlot {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 400;
  private static final PlotArea AREA = PlotArea.in(WIDTH, HEIGHT);
  private static final double INSET = 10;
  private static final String STYLE =
      Svg.style(
          """
          .trial { fill: #7f7f7f }
          .beyond { fill: none; stroke: #7f7f7f }
          .failed { stroke: #d55e00; stroke-width: 1.5 }
          .best { fill: none; stroke: #0072b2; stroke-width: 2 }
          """);

  private final String objective;
  private final Direction direction;
  private final List<OptionalDouble> values;
  private final Map<Integer, Double> beyond;
  private final Axis axis;

  /**
   * @param values one per trial in order; empty where it failed or is beyond a limit
   * @param beyond the values of those beyond a limit, by their place in that order
   */
  public ConvergencePlot(
      String objective,
      Direction direction,
      List<OptionalDouble> values,
      Map<Integer, Double> beyond) {
    this.objective = objective;
    this.direction = direction;
    this.values = List.copyOf(values);
    this.beyond = Map.copyOf(beyond);
    this.axis =
        Axis.of(
            DoubleStream.concat(
                    values.stream().flatMapToDouble(OptionalDouble::stream),
                    beyond.values().stream().mapToDouble(value -> value))
                .toArray());
  }

  public String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(Svg.begin(WIDTH, HEIGHT, STYLE));
    svg.append(Svg.text(AREA.left(), AREA.top() - 16, "title", "start", title()));
    legend(svg);
    grid(svg);
    for (int trial = 0; trial < values.size(); trial++) {
      svg.append(mark(trial));
    }
    svg.append("<path class=\"best\" d=\"%s\"/>\n".formatted(staircase()));
    return svg.append("</svg>\n").toString();
  }

  private String title() {
    int best = -1;
    for (int trial = 0; trial < values.size(); trial++) {
      if (values.get(trial).isPresent() && (best < 0 || isBetter(value(trial), value(best)))) {
        best = trial;
      }
    }
    String found = best < 0 ? "" : ": best %s in trial %d".formatted(axis.label(value(best)), best);
    return Svg.escape(objective) + found;
  }

  private void legend(StringBuilder svg) {
    double y = AREA.top() - 20;
    double right = AREA.right();
    if (!beyond.isEmpty()) {
      double below = AREA.bottom() + 34;
      svg.append(dot("beyond", right - 98, below)).append("/>\n");
      svg.append(Svg.text(right, below + 4, "key", "end", "beyond a limit"));
    }
    if (values.stream().filter(OptionalDouble::isEmpty).count() > beyond.size()) {
      svg.append(cross(right - 233, y - 4)).append("/>\n");
      svg.append(Svg.text(right - 220, y + 4, "key", "start", "failed"));
    }
    svg.append(dot("trial", right - 155, y)).append("/>\n");
    svg.append(Svg.text(right - 146, y + 4, "key", "start", "trial"));
    svg.append(
        "<path class=\"best\" d=\"M%s %sh24\"/>\n"
            .formatted(Svg.number(right - 98), Svg.number(y)));
    svg.append(Svg.text(right, y + 4, "key", "end", "best so far"));
  }

  private void grid(StringBuilder svg) {
    svg.append(AREA.levels(axis));
    int step = Math.max(1, (int) Axis.niceStep(values.size(), 10));
    for (int trial = 0; trial < values.size(); trial += step) {
      svg.append(AREA.below(x(trial), Integer.toString(trial)));
    }
    svg.append(AREA.frame("trial"));
    svg.append(AREA.upright(Svg.escape(objective)));
  }

  private String mark(int trial) {
    if (values.get(trial).isPresent()) {
      return dot("trial", trial, value(trial), "");
    }
    Double value = beyond.get(trial);
    return value == null ? cross(trial) : dot("beyond", trial, value, ", beyond a limit");
  }

  private String dot(String style, int trial, double value, String note) {
    return "%s><title>trial %s: %s%s</title></circle>\n"
        .formatted(dot(style, x(trial), y(value)), trial, axis.label(value), note);
  }

  private static String dot(String style, double x, double y) {
    return "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3\""
        .formatted(style, Svg.number(x), Svg.number(y));
  }

  private String cross(int trial) {
    return "%s><title>trial %s failed</title></path>\n"
        .formatted(cross(x(trial) - 4, AREA.bottom() - 9), trial);
  }

  private static String cross(double x, double y) {
    return "<path class=\"failed\" d=\"M%s %sl8 8m0 -8l-8 8\""
        .formatted(Svg.number(x), Svg.number(y));
  }

  private double value(int trial) {
    return values.get(trial).orElse(Double.NaN);
  }

  /** The best value so far, as the path of a falling (or rising) staircase. */
  private String staircase() {
    StringBuilder path = new StringBuilder();
    double best = Double.NaN;
    for (int trial = 0; trial < values.size(); trial++) {
      OptionalDouble value = values.get(trial);
      if (value.isPresent() && (Double.isNaN(best) || isBetter(value.getAsDouble(), best))) {
        best = value.getAsDouble();
      }
      if (!Double.isNaN(best)) {
        String form = path.length() == 0 ? "M%s %s" : "H%sV%s";
        path.append(form.formatted(Svg.number(x(trial)), Svg.number(y(best))));
      }
    }
    return path.toString();
  }

  private boolean isBetter(double value, double best) {
    return direction == Direction.MINIMISE ? value < best : value > best;
  }

  private double x(int trial) {
    double fraction = values.size() < 2 ? 0.5 : trial / (values.size() - 1.0);
    return AREA.left() + INSET + (AREA.right() - AREA.left() - 2 * INSET) * fraction;
  }

  private double y(double value) {
    return AREA.y(axis, value);
  }
}
