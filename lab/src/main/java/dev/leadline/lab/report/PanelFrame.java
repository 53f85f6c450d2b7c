package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Where a chart's data lies on the page: the frame and the two axes.
 *
 * @param width of the chart with its labels, in pixels, as height is
 */
record PanelFrame(int width, int height, FigureAxis x, FigureAxis y) {

  private static final int LEFT = 58;
  private static final int RIGHT = 16;
  private static final int TOP = 26;
  private static final int BOTTOM = 40;
  private static final int TICK_SIZE = 10;
  private static final String GRID = "stroke=\"#e4e4e4\"";

  /** The frame that holds a panel's lines, and its bands as far as a log axis can. */
  static PanelFrame of(
      Panel panel, int width, int height, FigureAxis.Kind xKind, FigureAxis.Kind yKind) {
    FigureAxis x = FigureAxis.over(xKind, values(panel, Series.Point::x));
    DoubleStream upper =
        DoubleStream.concat(values(panel, Series.Point::y), values(panel, Series.Point::high));
    // On a log axis the lower limit of a band may be anything down to zero: it is clipped.
    DoubleStream lower =
        yKind == FigureAxis.Kind.LOG ? DoubleStream.empty() : values(panel, Series.Point::low);
    FigureAxis y = FigureAxis.over(yKind, DoubleStream.concat(upper, lower)).withMargin();
    return new PanelFrame(width, height, x, y);
  }

  private static DoubleStream values(Panel panel, ToDoubleFunction<Series.Point> value) {
    return panel.series().stream().flatMap(s -> s.points().stream()).mapToDouble(value);
  }

  void drawEmpty(Svg svg, String title, String xLabel, String yLabel) {
    double middle = (LEFT + width - RIGHT) / 2.0;
    svg.text(middle, TOP - 8, "middle", 12, title);
    for (double tick : y.ticks()) {
      svg.line(LEFT, py(tick), width - RIGHT, py(tick), GRID);
      svg.text(LEFT - 4, py(tick) + 3.5, "end", TICK_SIZE, Digits.of(tick));
    }
    for (double tick : x.ticks()) {
      svg.line(px(tick), TOP, px(tick), height - BOTTOM, GRID);
      svg.text(px(tick), height - BOTTOM + 13, "middle", TICK_SIZE, Digits.of(tick));
    }
    svg.add(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>",
        LEFT, TOP, width - LEFT - RIGHT, height - TOP - BOTTOM);
    svg.text(middle, height - BOTTOM + 28, "middle", 11, xLabel);
    svg.upwards(14, (TOP + height - BOTTOM) / 2.0, 11, yLabel);
  }

  void draw(Svg svg, Series series, Palette palette) {
    Palette.Look look = palette.look(series.name());
    String colour = look.colour();
    if (series.mark() == Series.Mark.DOTS) {
      for (Series.Point p : series.points()) {
        svg.add(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\" fill=\"%s\"/>",
            px(p.x()), py(p.y()), colour);
      }
      return;
    }
    if (series.points().stream().anyMatch(p -> p.high() > p.low())) {
      svg.add("<path d=\"%s\" fill=\"%s\" fill-opacity=\"0.15\"/>", band(series), colour);
    }
    svg.add(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"%s\"/>",
        line(series), colour, look.dashes());
  }

  private String line(Series series) {
    return path(series.points().stream().map(p -> place(p.x(), p.y())).toList());
  }

  private String band(Series series) {
    List<Vertex> outline = new ArrayList<>();
    series.points().forEach(p -> outline.add(place(p.x(), p.high())));
    for (int i = series.points().size() - 1; i >= 0; i--) {
      Series.Point p = series.points().get(i);
      outline.add(place(p.x(), p.low()));
    }
    return path(outline) + "Z";
  }

  /** A place on the page, or a step between two, in tenths of a pixel. */
  private record Vertex(long x, long y) {

    Vertex from(Vertex before) {
      return new Vertex(x - before.x, y - before.y);
    }

    @Override
    public String toString() {
      return number(x) + "," + number(y);
    }

    /** As short as it can be: pictures have thousands. */
    private static String number(long tenths) {
      String whole =
          Math.abs(tenths) < 10 && tenths != 0 ? "" : Long.toString(Math.abs(tenths) / 10);
      String part = tenths % 10 == 0 ? "" : "." + Math.abs(tenths % 10);
      return (tenths < 0 ? "-" : "") + whole + part;
    }
  }

  /**
   * A path in steps, without the vertices on the way along a level stretch, of which regrets have
   * many.
   */
  private static String path(List<Vertex> vertices) {
    StringBuilder text = new StringBuilder();
    Vertex last = new Vertex(0, 0);
    for (int i = 0; i < vertices.size(); i++) {
      boolean inner = i > 0 && i < vertices.size() - 1;
      if (!inner
          || vertices.get(i - 1).y != vertices.get(i).y
          || vertices.get(i + 1).y != vertices.get(i).y) {
        text.append(text.isEmpty() ? "M" : "l").append(vertices.get(i).from(last));
        last = vertices.get(i);
      }
    }
    return text.toString();
  }

  private Vertex place(double valueX, double valueY) {
    return new Vertex(Math.round(10 * px(valueX)), Math.round(10 * py(valueY)));
  }

  private double px(double value) {
    return LEFT + x.place(value) * (width - LEFT - RIGHT);
  }

  private double py(double value) {
    return height - BOTTOM - y.place(value) * (height - TOP - BOTTOM);
  }
}
