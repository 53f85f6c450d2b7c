package dev.leadline.bench.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Many small charts on one page, as SVG: lines with bands, one colour per name, one legend.
 *
 * @param title above everything
 * @param xLabel under every chart
 * @param xAxis the spacing along x
 */
record SmallMultiples(String title, String xLabel, Axis.Kind xAxis, Axis.Kind yAxis) {

  private static final int COLUMNS = 4;
  private static final int WIDTH = 280;
  private static final int HEIGHT = 210;
  private static final int LEFT = 46;
  private static final int RIGHT = 12;
  private static final int TOP = 26;
  private static final int BOTTOM = 34;
  private static final int HEADER = 34;
  private static final int LEGEND = 24;

  /** Colours that stay apart for colour-blind readers, then darker ones. */
  private static final List<String> COLOURS =
      List.of(
          "#7f7f7f", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
          "#8c564b", "#9467bd", "#bcbd22", "#17becf", "#1b4332", "#7f1d1d");

  String render(List<Panel> panels) {
    Set<String> names = new LinkedHashSet<>();
    panels.forEach(panel -> panel.series().forEach(series -> names.add(series.name())));
    List<String> order = List.copyOf(names);
    int columns = Math.min(COLUMNS, Math.max(1, panels.size()));
    int rows = (panels.size() + columns - 1) / columns;
    int legendRows = (order.size() + columns * 2 - 1) / (columns * 2);
    int width = Math.max(3, columns) * WIDTH;
    int top = HEADER + legendRows * LEGEND;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"10\">\n"
            .formatted(width, top + rows * HEIGHT));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(svg, 10, 22, "start", 15, title);
    legend(svg, order, columns * 2);
    for (int i = 0; i < panels.size(); i++) {
      int x = i % columns * WIDTH;
      int y = top + i / columns * HEIGHT;
      svg.append("<g transform=\"translate(%d,%d)\">\n".formatted(x, y));
      panel(svg, panels.get(i), order);
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private void legend(StringBuilder svg, List<String> names, int columns) {
    for (int i = 0; i < names.size(); i++) {
      double x = 14 + i % columns * (WIDTH / 2.0);
      int row = i / columns;
      double y = HEADER + 10.0 + row * LEGEND;
      svg.append(
          line(
              "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"3\"/>\n",
              x, y, x + 22, y, colour(names, names.get(i))));
      text(svg, x + 28, y + 4, "start", 12, names.get(i));
    }
  }

  private void panel(StringBuilder svg, Panel panel, List<String> names) {
    Axis x =
        Axis.over(
            xAxis,
            panel.series().stream().flatMap(s -> s.points().stream()).mapToDouble(Series.Point::x));
    Axis y =
        Axis.over(
            yAxis,
            panel.series().stream().flatMap(s -> s.points().stream()).mapToDouble(Series.Point::y));
    text(svg, WIDTH / 2.0, 18, "middle", 12, panel.title());
    grid(svg, x, y);
    for (Series series : panel.series()) {
      String colour = colour(names, series.name());
      if (series.points().stream().anyMatch(p -> p.high() > p.low())) {
        svg.append(
            "<path d=\"%s\" fill=\"%s\" fill-opacity=\"0.13\"/>\n"
                .formatted(band(series, x, y), colour));
      }
      svg.append(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>\n"
              .formatted(path(series, x, y), colour));
    }
    text(svg, WIDTH / 2.0, HEIGHT - 4, "middle", 10, xLabel);
  }

  private static void grid(StringBuilder svg, Axis x, Axis y) {
    for (double tick : y.ticks()) {
      double at = py(y, tick);
      svg.append(
          line(
              "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#e4e4e4\"/>\n",
              LEFT, at, WIDTH - RIGHT, at));
      text(svg, LEFT - 4, at + 3, "end", 9, Digits.of(tick));
    }
    for (double tick : x.ticks()) {
      double at = px(x, tick);
      svg.append(
          line(
              "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e4e4e4\"/>\n",
              at, TOP, at, HEIGHT - BOTTOM));
      text(svg, at, HEIGHT - BOTTOM + 12, "middle", 9, Digits.of(tick));
    }
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n"
            .formatted(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM));
  }

  private static String path(Series series, Axis x, Axis y) {
    return series.points().stream()
        .map(p -> line("%.1f,%.1f", px(x, p.x()), py(y, p.y())))
        .collect(Collectors.joining(" L", "M", ""));
  }

  private static String band(Series series, Axis x, Axis y) {
    StringBuilder outline = new StringBuilder("M");
    List<Series.Point> points = series.points();
    for (Series.Point p : points) {
      outline.append(line("%.1f,%.1f L", px(x, p.x()), py(y, p.high())));
    }
    for (int i = points.size() - 1; i >= 0; i--) {
      Series.Point p = points.get(i);
      outline.append(line(i > 0 ? "%.1f,%.1f L" : "%.1f,%.1f Z", px(x, p.x()), py(y, p.low())));
    }
    return outline.toString();
  }

  private static double px(Axis axis, double value) {
    return LEFT + axis.place(value) * (WIDTH - LEFT - RIGHT);
  }

  private static double py(Axis axis, double value) {
    return HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - TOP - BOTTOM);
  }

  private static String colour(List<String> names, String name) {
    return COLOURS.get(names.indexOf(name) % COLOURS.size());
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, int size, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    svg.append(
        line(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n",
            x, y, anchor, size, escaped));
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
