package dev.leadline.chart;

import java.util.Locale;

/**
 * A picture in SVG on white, written element by element; places are in pixels from the upper left.
 *
 * <p>A look is the attributes of an element, such as {@code class="grid"} with a rule of the
 * picture's own, or {@code stroke="#999"}. Not thread-safe.
 */
public final class Svg {

  /** On which side of its place a text stands. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  private final StringBuilder text = new StringBuilder();

  /**
   * @param rules of CSS for the classes of this picture
   */
  public Svg(double width, double height, String rules) {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">", width, height);
    text.append("<style>\n").append("text { font: 12px sans-serif; fill: #333 }\n");
    text.append(rules).append("</style>\n");
    add("<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>", width, height);
  }

  public void text(String look, double x, double y, Anchor anchor, String words) {
    String side = anchor.name().toLowerCase(Locale.ROOT);
    add(
        "<text %s x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        look, x, y, side, escaped(words));
  }

  /** A text that is read from below, its middle at the place. */
  public void upright(String look, double x, double y, String words) {
    add(
        "<text %s transform=\"translate(%.1f,%.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
        look, x, y, escaped(words));
  }

  public void line(String look, double x1, double y1, double x2, double y2) {
    add("<line %s x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", look, x1, y1, x2, y2);
  }

  public void box(String look, double left, double top, double right, double bottom) {
    add(
        "<rect %s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        look, left, top, right - left, bottom - top);
  }

  /**
   * A dot.
   *
   * @param title shown where the pointer rests on it; empty for none
   */
  public void circle(String look, double x, double y, double radius, String title) {
    add(
        "<circle %s cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"%s",
        look, x, y, radius, end("circle", title));
  }

  /**
   * Lines and steps as SVG writes them.
   *
   * @param title shown where the pointer rests on it; empty for none
   */
  public void path(String look, String steps, String title) {
    add("<path %s d=\"%s\"%s", look, steps, end("path", title));
  }

  /** A cross of two strokes around a place. */
  public void cross(String look, double x, double y, String title) {
    path(look, "M%s %sl8 8m0 -8l-8 8".formatted(number(x - 4), number(y - 4)), title);
  }

  /** What follows until {@link #endGroup} is moved. */
  public void beginGroup(double right, double down) {
    add("<g transform=\"translate(%.1f,%.1f)\">", right, down);
  }

  public void endGroup() {
    add("</g>");
  }

  /** The picture as a text. */
  public String finish() {
    return text + "</svg>\n";
  }

  /** A coordinate as the elements above write it. */
  public static String number(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }

  private static String end(String element, String title) {
    return title.isEmpty() ? "/>" : "><title>%s</title></%s>".formatted(escaped(title), element);
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
