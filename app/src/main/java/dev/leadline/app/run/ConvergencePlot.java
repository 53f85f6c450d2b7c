package dev.leadline.app.run;

import dev.leadline.study.Direction;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A picture of a study: every trial's value and the best so far, as SVG. Immutable, thread-safe.
 */
public final class ConvergencePlot {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 400;
  private static final double LEFT = 80;
  private static final double RIGHT = 20;
  private static final double TOP = 40;
  private static final double BOTTOM = 50;
  private static final String STYLE =
      """
      <style>
        text { font: 12px sans-serif; fill: #333 }
        .title { font-size: 14px; font-weight: bold }
        .grid { stroke: #ddd }
        .trial { fill: #7a9cc6 }
        .failed { stroke: #c0392b; stroke-width: 1.5 }
        .best { fill: none; stroke: #1f4e8c; stroke-width: 2 }
      </style>
      """;

  private final String objective;
  private final Direction direction;
  private final List<OptionalDouble> values;
  private final Axis axis;

  /**
   * @param values one per trial in order; empty where it failed
   */
  public ConvergencePlot(String objective, Direction direction, List<OptionalDouble> values) {
    this.objective = objective;
    this.direction = direction;
    this.values = List.copyOf(values);
    this.axis = Axis.of(values.stream().flatMapToDouble(OptionalDouble::stream).toArray());
  }

  public String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\">\n");
    svg.append(STYLE);
    svg.append("<rect width=\"720\" height=\"400\" fill=\"white\"/>\n");
    svg.append(text(LEFT, TOP - 16, "title", "start", "best " + escape(objective) + " by trial"));
    grid(svg);
    for (int trial = 0; trial < values.size(); trial++) {
      svg.append(values.get(trial).isPresent() ? dot(trial) : cross(trial));
    }
    svg.append("<path class=\"best\" d=\"%s\"/>\n".formatted(staircase()));
    return svg.append("</svg>\n").toString();
  }

  private void grid(StringBuilder svg) {
    for (double tick : axis.ticks()) {
      String y = number(y(tick));
      svg.append(
          "<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
              .formatted(number(LEFT), y, number(WIDTH - RIGHT), y));
      svg.append(text(LEFT - 8, y(tick) + 4, "tick", "end", Numbers.format(tick)));
    }
    int step = Math.max(1, (int) Axis.niceStep(values.size(), 10));
    for (int trial = 0; trial < values.size(); trial += step) {
      double y = HEIGHT - BOTTOM + 18;
      svg.append(text(x(trial), y, "tick", "middle", Integer.toString(trial)));
    }
    svg.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "label", "middle", "trial"));
  }

  private String dot(int trial) {
    double value = values.get(trial).getAsDouble();
    return "<circle class=\"trial\" cx=\"%s\" cy=\"%s\" r=\"3\"><title>trial %s: %s</title></circle>\n"
        .formatted(number(x(trial)), number(y(value)), trial, Numbers.format(value));
  }

  private String cross(int trial) {
    return "<path class=\"failed\" d=\"M%s %sl8 8m0 -8l-8 8\"><title>trial %s failed</title></path>\n"
        .formatted(number(x(trial) - 4), number(HEIGHT - BOTTOM - 9), trial);
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
        path.append(form.formatted(number(x(trial)), number(y(best))));
      }
    }
    return path.toString();
  }

  private boolean isBetter(double value, double best) {
    return direction == Direction.MINIMISE ? value < best : value > best;
  }

  private double x(int trial) {
    return LEFT
        + (WIDTH - LEFT - RIGHT) * (values.size() < 2 ? 0.5 : trial / (values.size() - 1.0));
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
