package dev.leadline.pfn;

/** Doubles as the single precision that networks read. */
final class Floats {

  private Floats() {}

  static float[] of(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  static double[] widened(float[] values) {
    double[] doubles = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      doubles[i] = values[i];
    }
    return doubles;
  }

  /** Rows of the same width, one after the other. */
  static float[] rows(double[][] rows, int width) {
    float[] floats = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "expected %d coordinates but point %d has %d".formatted(width, i, rows[i].length));
      }
      for (int j = 0; j < width; j++) {
        floats[i * width + j] = (float) rows[i][j];
      }
    }
    return floats;
  }
}
