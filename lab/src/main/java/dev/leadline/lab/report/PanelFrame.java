package dev.leadline.lab.report;

import dev.leadline.chart.Axis;
import dev.leadline.chart.Chart;
import dev.leadline.chart.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** A panel's frame, axes and lines. */
record PanelFrame(Chart chart) {

  private static final int LEFT = 78;
  private static final int RIGHT = 16;
  private static final int TOP = 26;
  private static final int BOTTOM = 46;

  /**
   * The frame that holds a panel's lines, and its bands as far as a log axis can.
   *
   * @param width of the panel with its labels, in pixels, as height is
   */
  static PanelFrame of(Panel panel, int width, int height, Axis.Kind xKind, Axis.Kind yKind) {
    Axis x = Axis.of(xKind, values(panel, Series.Point::x));
    DoubleStream upper =
        DoubleStream.concat(values(panel, Series.Point::y), values(panel, Series.Point::high));
    // On a log axis the lower limit of a band may be anything down to zero: it is clipped.
    DoubleStream lower =
        yKind == Axis.Kind.LOG ? DoubleStream.empty() : values(panel, Series.Point::low);
    Axis y = Axis.of(yKind, DoubleStream.concat(upper, lower));
    return new PanelFrame(new Chart(LEFT, TOP, width - RIGHT, height - BOTTOM, x, y));
  }

  private static DoubleStream values(Panel panel, ToDoubleFunction<Series.Point> value) {
    return panel.series().stream().flatMap(s -> s.points().stream()).mapToDouble(value);
  }

  void draw(Svg svg, Series series, Palette palette) {
    String colour = palette.look(series.name()).colour();
    if (series.mark() == Series.Mark.DOTS) {
      for (Series.Point p : series.points()) {
        chart.dot(svg, "fill=\"%s\"".formatted(colour), p.x(), p.y(), 1.6, "");
      }
      return;
    }
    if (series.points().stream().anyMatch(p -> p.high() > p.low())) {
      svg.path("fill=\"%s\" fill-opacity=\"0.15\"".formatted(colour), band(series), "");
    }
    String look = "fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"%s\"";
    svg.path(look.formatted(colour, palette.look(series.name()).dashes()), line(series), "");
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

  private Vertex place(double x, double y) {
    double shown = Math.max(y, chart.up().value(0)); // a band ends at the frame
    return new Vertex(Math.round(10 * chart.x(x)), Math.round(10 * chart.y(shown)));
  }
}
