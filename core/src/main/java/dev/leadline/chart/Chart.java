package dev.leadline.chart;

import dev.leadline.chart.Svg.Anchor;
import java.util.function.DoubleFunction;

/**
 * A frame between two axes, in which marks are placed by their values. Immutable and thread-safe.
 *
 * @param left in pixels from the left edge of the picture, as right is
 * @param top in pixels from its upper edge, as bottom is
 */
public record Chart(double left, double top, double right, double bottom, Axis across, Axis up) {

  /** The looks of frame, grid and title in every picture, as rules of CSS. */
  public static final String RULES =
      """
      .title { font-size: 14px; font-weight: bold }
      .grid { stroke: #ddd }
      .frame { fill: none; stroke: #999 }
      """;

  private static final double LEFT = 80;
  private static final double RIGHT = 20;
  private static final double TOP = 40;
  private static final double BOTTOM = 50;

  /** So many characters have room beside the data. */
  private static final int SHORT = 9;

  /** A chart that fills a picture of this size but for the labels around it. */
  public static Chart in(double width, double height, Axis across, Axis up) {
    return new Chart(LEFT, TOP, width - RIGHT, height - BOTTOM, across, up);
  }

  public double x(double value) {
    return left + (right - left) * across.fraction(value);
  }

  public double y(double value) {
    return bottom - (bottom - top) * up.fraction(value);
  }

  /** Writes a line above the chart. */
  public void title(Svg svg, String words) {
    svg.text("class=\"title\"", left, top - 16, Anchor.START, words);
  }

  /**
   * Draws frame, grid and numbers; long numbers of the upright axis stand on their lines.
   *
   * @param acrossLabel what runs from left to right
   * @param upLabel what runs from below to above
   */
  public void frame(Svg svg, String acrossLabel, String upLabel) {
    frame(svg, acrossLabel, upLabel, across::label);
  }

  /** The same with words in the place of the numbers below. */
  public void frame(
      Svg svg, String acrossLabel, String upLabel, DoubleFunction<String> acrossWords) {
    for (double tick : up.ticks()) {
      String number = up.label(tick);
      svg.line("class=\"grid\"", left, y(tick), right, y(tick));
      if (number.length() <= SHORT) {
        svg.text("class=\"tick\"", left - 8, y(tick) + 4, Anchor.END, number);
      } else {
        svg.text("class=\"tick\"", left + 4, y(tick) - 3, Anchor.START, number);
      }
    }
    for (double tick : across.ticks()) {
      if (across.kind() != Axis.Kind.WHOLE) {
        svg.line("class=\"grid\"", x(tick), top, x(tick), bottom);
      }
      svg.text("class=\"tick\"", x(tick), bottom + 18, Anchor.MIDDLE, acrossWords.apply(tick));
    }
    svg.box("class=\"frame\"", left, top, right, bottom);
    svg.text("class=\"label\"", (left + right) / 2, bottom + 38, Anchor.MIDDLE, acrossLabel);
    if (!upLabel.isEmpty()) {
      svg.upright("class=\"label\"", left - 64, (top + bottom) / 2, upLabel);
    }
  }

  public void dot(Svg svg, String look, double x, double y, double radius, String title) {
    svg.circle(look, x(x), y(y), radius, title);
  }

  /** The way through points, by straight lines. */
  public String line(double[] x, double[] y) {
    return path("L%s %s", x, y);
  }

  /** The way through points, first level and then upright. */
  public String stairs(double[] x, double[] y) {
    return path("H%sV%s", x, y);
  }

  private String path(String step, double[] x, double[] y) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      String form = i == 0 ? "M%s %s" : step;
      path.append(form.formatted(Svg.number(x(x[i])), Svg.number(y(y[i]))));
    }
    return path.toString();
  }
}
