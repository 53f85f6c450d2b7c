package dev.leadline.lab.recorded;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The body of a table of sampled configurations: coordinates by parameter in 16 bits, then in
 * single precision the values, the weights of the path, those of its level, and the roughness.
 */
final class Sample {

  private static final double SCALE = 65535;

  private final Header header;
  private final int[][] stored;
  private final float[] values;
  private final float[] weights;
  private final float[] coarse;
  private final float[] factors;

  Sample(Header header, ByteBuffer body) {
    this.header = header;
    int rows = header.rows();
    this.stored = new int[rows][header.parameters().size()];
    for (int i = 0; i < header.parameters().size(); i++) {
      for (int row = 0; row < rows; row++) {
        stored[row][i] = Short.toUnsignedInt(body.getShort());
      }
    }
    this.values = RecordedProgram.floats(body, rows);
    this.weights = RecordedProgram.floats(body, rows);
    this.coarse = RecordedProgram.floats(body, rows);
    this.factors = RecordedProgram.floats(body, rows);
  }

  float[] values() {
    return values;
  }

  /** The row of each configuration; empty with a real parameter, where none is met again. */
  Map<List<Integer>, Integer> rows() {
    Map<List<Integer>, Integer> rows = new HashMap<>();
    if (header.parameters().stream().noneMatch(s -> s.kind() == Setting.Kind.REAL)) {
      for (int row = 0; row < stored.length; row++) {
        rows.put(IntStream.of(stored[row]).boxed().toList(), row);
      }
    }
    return rows;
  }

  Interpolation interpolation() {
    double[][] points = new double[stored.length][];
    for (int row = 0; row < points.length; row++) {
      double[] seen = header.seen(coordinates(stored[row]));
      points[row] = header.inCells(seen);
    }
    return new Interpolation(
        header,
        Objects.requireNonNull(header.path(), "the path of a sample"),
        points,
        doubles(weights),
        doubles(coarse),
        doubles(factors));
  }

  private double[] coordinates(int[] row) {
    double[] coordinates = new double[row.length];
    for (int i = 0; i < row.length; i++) {
      Setting setting = header.parameters().get(i);
      coordinates[i] =
          setting.kind() == Setting.Kind.REAL ? row[i] / SCALE : setting.placeOf(row[i]);
    }
    return coordinates;
  }

  private static double[] doubles(float[] values) {
    double[] doubles = new double[values.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values[i];
    }
    return doubles;
  }
}
