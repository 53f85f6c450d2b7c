package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/**
 * The cosine series of several additive kernels between one point and a block of others. A scratch
 * pad for one thread.
 */
final class CosineSums {

  /* Kernels differ in the weights of their frequencies alone, so the products of one frequency are added up over the inputs
  once: D·F multiplications for the first kernel and F for each further one. With a single kernel CosineSeries.add is faster. */

  private final double[][] weights; // (kernels, F up to a multiple of four)
  private final double[][] products; // (F up to a multiple of four, capacity)
  private final int dimensions;
  private final int frequencies;

  /**
   * @param indices of the kernels among the additive ones
   * @param capacity the largest block
   */
  CosineSums(AdditiveKernels additive, List<Integer> indices, int dimensions, int capacity) {
    this.dimensions = dimensions;
    frequencies = additive.frequencies();
    int padded = VectorLoops.padded(frequencies);
    weights =
        indices.stream()
            .map(index -> additive.coefficients(index, dimensions))
            .map(all -> Arrays.copyOf(Arrays.copyOf(all, frequencies), padded))
            .toArray(double[][]::new);
    products = new double[padded][capacity];
  }

  /**
   * Adds up the products of every frequency.
   *
   * @param terms of the point, in the order of {@link CosineSeries}
   * @param rows the terms of the block, one row per term
   */
  void multiply(double[] terms, double[][] rows, int width) {
    for (int m = 0; m < frequencies; m++) {
      Arrays.fill(products[m], 0, width, 0);
      int f = m;
      int apart = frequencies;
      for (int left = dimensions; left >= 4; left -= 4, f += 4 * apart) {
        VectorLoops.addFour(
            products[m],
            rows,
            f,
            apart,
            terms[f],
            terms[f + apart],
            terms[f + 2 * apart],
            terms[f + 3 * apart],
            width);
      }
      if ((dimensions & 2) != 0) {
        VectorLoops.addTwo(
            products[m], rows[f], rows[f + apart], terms[f], terms[f + apart], width);
        f += 2 * apart;
      }
      if ((dimensions & 1) != 0) {
        VectorLoops.addScaled(products[m], rows[f], terms[f], width);
      }
    }
  }

  /** Adds up the squares of every frequency: the products of every point with itself. */
  void square(double[][] rows, int width) {
    for (int m = 0; m < frequencies; m++) {
      Arrays.fill(products[m], 0, width, 0);
      for (int j = 0; j < dimensions; j++) {
        VectorLoops.addSquares(products[m], rows[j * frequencies + m], width);
      }
    }
  }

  /** Adds the series of one of the kernels to a row, by its place in the list. */
  void addTo(double[] row, int place, int width) {
    CosineSeries.add(row, weights[place], products, width);
  }
}
