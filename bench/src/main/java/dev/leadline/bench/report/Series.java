package dev.leadline.bench.report;

import java.util.List;

/**
 * One line of a chart with its band.
 *
 * @param name the legend's text, which also selects the colour
 * @param points from left to right
 */
record Series(String name, List<Point> points) {

  Series {
    points = List.copyOf(points);
  }

  /** A point of a line and the limits of the band there. */
  record Point(double x, double y, double low, double high) {}
}
