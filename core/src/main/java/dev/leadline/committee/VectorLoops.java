package dev.leadline.committee;

import java.util.Arrays;

/** Inner loops over contiguous doubles, in the form the just-in-time compiler vectorises. */
final class VectorLoops {

  /* One array is written per loop, every array is read at the loop index itself, and at most five
  arrays take part: with a second output, an offset or more inputs the compiler falls back to
  scalar code, three times slower. */

  private VectorLoops() {}

  /** The smallest multiple of four that is at least n: the length rows are padded to. */
  static int padded(int n) {
    return (n + 3) & ~3;
  }

  /** Adds four rows, each with its own factor, to a sum. */
  static void addFour(
      double[] sum,
      double[][] rows,
      int first,
      double w0,
      double w1,
      double w2,
      double w3,
      int length) {
    addFour(sum, rows, first, 1, w0, w1, w2, w3, length);
  }

  /** The same for rows that are some apart. */
  static void addFour(
      double[] sum,
      double[][] rows,
      int first,
      int apart,
      double w0,
      double w1,
      double w2,
      double w3,
      int length) {
    double[] r0 = rows[first];
    double[] r1 = rows[first + apart];
    double[] r2 = rows[first + 2 * apart];
    double[] r3 = rows[first + 3 * apart];
    for (int c = 0; c < length; c++) {
      sum[c] += w0 * r0[c] + w1 * r1[c] + w2 * r2[c] + w3 * r3[c];
    }
  }

  /** Adds two rows, each with its own factor, to a sum. */
  static void addTwo(double[] sum, double[] r0, double[] r1, double w0, double w1, int length) {
    for (int c = 0; c < length; c++) {
      sum[c] += w0 * r0[c] + w1 * r1[c];
    }
  }

  /** Adds the squares of a row to a sum. */
  static void addSquares(double[] sum, double[] row, int length) {
    for (int c = 0; c < length; c++) {
      sum[c] += row[c] * row[c];
    }
  }

  /** Adds the squares of a row, times a factor, to a sum. */
  static void addSquares(double[] sum, double[] row, double factor, int length) {
    for (int c = 0; c < length; c++) {
      sum[c] += factor * row[c] * row[c];
    }
  }

  /** The products of two arrays, entry by entry. */
  static double[] product(double[] a, double[] b) {
    double[] product = new double[a.length];
    multiply(a, b, product);
    return product;
  }

  /** Writes the products of two arrays, entry by entry. */
  static void multiply(double[] a, double[] b, double[] product) {
    for (int c = 0; c < product.length; c++) {
      product[c] = a[c] * b[c];
    }
  }

  /** Adds the squared differences of a row from one number to a sum. */
  static void addSquaredDifferences(double[] sum, double[] row, double number, int length) {
    for (int c = 0; c < length; c++) {
      double difference = row[c] - number;
      sum[c] += difference * difference;
    }
  }

  /** The dot product of two arrays whose length is a multiple of four. */
  static double dot(double[] a, double[] b, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int c = 0; c < length; c += 4) {
      s0 += a[c] * b[c];
      s1 += a[c + 1] * b[c + 1];
      s2 += a[c + 2] * b[c + 2];
      s3 += a[c + 3] * b[c + 3];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * The dot products of four arrays with many others, with the bits of {@link #dot}.
   *
   * @param four the first of the arrays, by its place among all
   * @param rows entry c of every other array in row c
   * @param length of the arrays, a multiple of four
   * @param parts 16 rows of scratch, as long as the products
   * @param products four rows, of which the first entries are written
   * @param width the number of others
   */
  static void dots(
      double[][] arrays,
      int four,
      double[][] rows,
      int length,
      double[][] parts,
      double[][] products,
      int width) {
    for (double[] part : parts) {
      Arrays.fill(part, 0, width, 0);
    }
    int whole = length & ~15;
    for (int c = 0; c < whole; c += 16) { // 16 rows stay in the first-level cache
      for (int i = 0; i < 16; i++) {
        addInTurn(parts[i], rows, c + (i & 3), arrays[four + (i >> 2)], width);
      }
    }
    for (int c = whole; c < length; c += 4) {
      for (int i = 0; i < 16; i++) {
        addScaled(parts[i], rows[c + (i & 3)], arrays[four + (i >> 2)][c + (i & 3)], width);
      }
    }
    for (int i = 0; i < 4; i++) {
      add(parts[4 * i], parts[4 * i + 1], parts[4 * i + 2], parts[4 * i + 3], products[i], width);
    }
  }

  private static void add(
      double[] p0, double[] p1, double[] p2, double[] p3, double[] sum, int length) {
    for (int c = 0; c < length; c++) {
      sum[c] = (p0[c] + p1[c]) + (p2[c] + p3[c]);
    }
  }

  /** Adds every fourth of 16 rows, each with its own factor, to a sum, one after the other. */
  private static void addInTurn(
      double[] sum, double[][] rows, int first, double[] factors, int length) {
    double w0 = factors[first];
    double w1 = factors[first + 4];
    double w2 = factors[first + 8];
    double w3 = factors[first + 12];
    double[] r0 = rows[first];
    double[] r1 = rows[first + 4];
    double[] r2 = rows[first + 8];
    double[] r3 = rows[first + 12];
    for (int c = 0; c < length; c++) {
      sum[c] = (((sum[c] + w0 * r0[c]) + w1 * r1[c]) + w2 * r2[c]) + w3 * r3[c];
    }
  }

  /** Adds a row, times a factor, to a sum. */
  static void addScaled(double[] sum, double[] row, double factor, int length) {
    for (int c = 0; c < length; c++) {
      sum[c] += factor * row[c];
    }
  }
}
