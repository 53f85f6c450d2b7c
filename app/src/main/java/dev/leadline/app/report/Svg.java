package dev.leadline.app.report;

import java.util.Locale;

/** The pieces of which pictures in SVG are made. */
final class Svg {

  private Svg() {}

  /** The style of a picture: what all have, and rules of its own. */
  static String style(String rules) {
    return """
        <style>
          text { font: 12px sans-serif; fill: #333 }
          .title { font-size: 14px; font-weight: bold }
          .grid { stroke: #ddd }
          .frame { fill: none; stroke: #999 }
        %s</style>
        """
        .formatted(rules.indent(2));
  }

  /** The beginning of a picture on white. */
  static String begin(double width, double height, String style) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n",
            width,
            height)
        + style
        + String.format(
            Locale.ROOT, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>\n", width, height);
  }

  static String text(double x, double y, String style, String anchor, String text) {
    return "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(style, number(x), number(y), anchor, text);
  }

  /** A text that is read from below. */
  static String upright(double x, double y, String text) {
    return "<text text-anchor=\"middle\" transform=\"translate(%s,%s) rotate(-90)\">%s</text>\n"
        .formatted(number(x), number(y), text);
  }

  static String line(String style, double x1, double y1, double x2, double y2) {
    return "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
        .formatted(style, number(x1), number(y1), number(x2), number(y2));
  }

  static String box(String style, double left, double top, double right, double bottom) {
    return "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
        .formatted(style, number(left), number(top), number(right - left), number(bottom - top));
  }

  static String number(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
