package dev.leadline.lab.report;

import dev.leadline.chart.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts of plain lines and dots with linear axes, as SVG. Not thread-safe. */
public final class LineChart {

  private final String title;
  private final String xLabel;
  private final String yLabel;
  private final Map<String, List<Series>> panels = new LinkedHashMap<>();

  public LineChart(String title, String xLabel, String yLabel) {
    this.title = title;
    this.xLabel = xLabel;
    this.yLabel = yLabel;
  }

  /** Adds a line to the panel of this title. */
  public void line(String panel, String name, double[] x, double[] y) {
    line(panel, name, x, y, new double[x.length]);
  }

  /** Adds a line with a band of y ± half. */
  public void line(String panel, String name, double[] x, double[] y, double[] half) {
    add(panel, name, Series.Mark.LINE, x, y, half);
  }

  /** Adds single dots. */
  public void dots(String panel, String name, double[] x, double[] y) {
    add(panel, name, Series.Mark.DOTS, x, y, new double[x.length]);
  }

  private void add(
      String panel, String name, Series.Mark mark, double[] x, double[] y, double[] half) {
    if (x.length != y.length || x.length != half.length) {
      throw new IllegalArgumentException(
          "expected as many y as x but got %d, %d and %d"
              .formatted(x.length, y.length, half.length));
    }
    List<Series.Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      points.add(new Series.Point(x[i], y[i], y[i] - half[i], y[i] + half[i]));
    }
    panels.computeIfAbsent(panel, k -> new ArrayList<>()).add(new Series(name, mark, points));
  }

  /** The SVG text. */
  public String render() {
    List<Panel> all = new ArrayList<>();
    panels.forEach((name, series) -> all.add(new Panel(name, series)));
    return new SmallMultiples(title, xLabel, yLabel, Axis.Kind.LINEAR, Axis.Kind.LINEAR)
        .render(all);
  }
}
