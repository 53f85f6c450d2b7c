package dev.leadline.committee;

import java.util.Arrays;

/**
 * A block of points as columns: their coordinates in the units of the inputs and their cosine
 * series. A scratch pad, filled again for every block; shared between threads once it is filled and
 * its series has been asked for.
 */
final class Columns {

  private final double[] units;
  private final int frequencies;
  private final double[][] plain;
  private final double[][] measured;
  private double[][] series = {};
  private boolean seriesFilled;
  private int width;

  /**
   * @param units of the inputs, in which distances are measured
   * @param frequencies of the cosine series
   * @param capacity the largest block
   */
  Columns(double[] units, int frequencies, int capacity) {
    this.units = units;
    this.frequencies = frequencies;
    plain = new double[units.length][capacity];
    measured = new double[units.length][capacity];
  }

  /** Takes the points from one index up to another. */
  void fill(double[][] points, int from, int to) {
    width = to - from;
    seriesFilled = false;
    for (int j = 0; j < plain.length; j++) {
      for (int c = 0; c < width; c++) {
        plain[j][c] = points[from + c][j];
        measured[j][c] = plain[j][c] * units[j];
      }
    }
  }

  /** The number of points. */
  int width() {
    return width;
  }

  /** Coordinates in the units of the inputs, (D, capacity). Not to change. */
  double[][] measured() {
    return measured;
  }

  /** The terms of {@link CosineSeries}, one row per term. Not to change. */
  double[][] series() {
    if (!seriesFilled) {
      if (series.length == 0) {
        series = new double[CosineSeries.length(plain.length, frequencies)][];
        Arrays.setAll(series, f -> new double[plain[0].length]);
      }
      CosineSeries.fill(plain, frequencies, series, width);
      seriesFilled = true;
    }
    return series;
  }
}
