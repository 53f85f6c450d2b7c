package dev.leadline.lab.report;

import java.util.List;

/**
 * One line of a chart with its band, or single dots.
 *
 * @param name the legend's text, which also selects the colour
 * @param points from left to right
 */
public record Series(String name, Mark mark, List<Point> points) {

  public Series {
    points = List.copyOf(points);
  }

  /** How the points are drawn. */
  public enum Mark {
    LINE,
    DOTS
  }

  /** A point of a line and the limits of the band there. */
  public record Point(double x, double y, double low, double high) {}
}
