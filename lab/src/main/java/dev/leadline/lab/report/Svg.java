package dev.leadline.lab.report;

import java.util.Locale;

/** An SVG picture on white, written element by element. Not thread-safe. */
final class Svg {

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">",
        width, height);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
  }

  /** Adds a line of text, numbers with a point. */
  void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  void text(double x, double y, String anchor, int size, String words) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>",
        x, y, anchor, size, escaped(words));
  }

  /** Text that runs upwards, centred on the point. */
  void upwards(double x, double y, int size, String words) {
    add(
        "<text transform=\"translate(%.1f,%.1f) rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\">%s</text>",
        x, y, size, escaped(words));
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>", x1, y1, x2, y2, style);
  }

  String close() {
    return text + "</svg>\n";
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
