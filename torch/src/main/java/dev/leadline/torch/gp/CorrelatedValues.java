package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * Values L·ε of processes of unit variance: ε is white and L the Cholesky factor of the points'
 * correlations. Nothing waits for a GPU. Immutable and thread-safe.
 *
 * @param kernel the correlation, with one lengthscale per dimension
 * @param jitter added to the diagonal
 */
public record CorrelatedValues(Kernel kernel, double jitter) {

  /* Below MANY points: one batched factorisation. From there on all tasks go through a left-looking factorisation in panels of
   * PANEL columns. A panel's correlations are made when its turn comes, only on and below the diagonal; one batched product
   * takes the earlier panels off; the block on the diagonal is factored and inverted; a second product makes the panel of L
   * and a third adds its part of L·ε. L is written once into (B, N, N), whose upper part is never touched.
   *
   * An estimate, not a measurement, for 12 × 2000 and 4 × 4500 points on a GPU with 50 of 67 TFLOP/s in double precision and
   * 4 TB/s:
   *                                            12 × 2000   4 × 4500
   *   panels                                           8         18
   *   kernels, about 25 a panel                      200        450
   *   products, B·N³/3                             32 GF     121 GF    0.6 ms, 2.4 ms
   *   correlations, 12 passes over B·N²/2         4.6 GB     7.8 GB    1.2 ms, 1.9 ms
   *   reading L, B·N³/(6·PANEL), and writing it   0.7 GB     2.2 GB    0.2 ms, 0.5 ms, hidden by the products
   *   blocks on the diagonal, 0.5 ms each                              4 ms, 9 ms, on a few multiprocessors
   * The last line is latency that another queue's work fills. A factorisation of one matrix after the other has N/64 or so
   * such steps for each task.
   *
   * The product with an inverse is accurate to about 1e-16 times the condition of L's block, at most √(PANEL/jitter): 2e-11
   * for 1e-8, which the jitter outweighs. */
  private static final int MANY = 512;

  private static final int PANEL = 256;

  /* More tasks than this many elements of L hold go one group after the other: 1 GiB. */
  private static final long ELEMENTS = 1L << 27;

  public CorrelatedValues {
    if (!(jitter >= 0)) {
      throw new IllegalArgumentException("expected a jitter of at least 0 but got " + jitter);
    }
  }

  /**
   * The values that white numbers stand for. A value depends on the numbers of its own and earlier
   * points alone.
   *
   * @param points (B, N, D)
   * @param lengthscale (B, D)
   * @param white (B, N, M), one column for each set of values
   * @return (B, N, M)
   */
  public Tensor of(Tensor points, Tensor lengthscale, Tensor white) {
    long tasks = points.size(0);
    long count = points.size(1);
    points.expect("points", tasks, count, lengthscale.size(1));
    white.expect("white numbers", tasks, count, -1);
    return count < MANY
        ? atOnce(points, lengthscale, white)
        : inGroups(Math.max(1, ELEMENTS / (count * count)), points, lengthscale, white);
  }

  Tensor inGroups(long group, Tensor points, Tensor lengthscale, Tensor white) {
    Tensor values = Tensor.zeros(white.device(), white.type(), white.shape());
    long tasks = points.size(0);
    for (long b = 0; b < tasks; b += group) {
      long some = Math.min(group, tasks - b);
      try (TensorScope scope = new TensorScope()) {
        inPanels(
            points.narrow(0, b, some),
            lengthscale.narrow(0, b, some),
            white.narrow(0, b, some),
            values.narrow(0, b, some));
      }
    }
    return values;
  }

  Tensor atOnce(Tensor points, Tensor lengthscale, Tensor white) {
    try (TensorScope scope = new TensorScope()) {
      Tensor covariance = kernel.between(points, points, lengthscale); // (B, N, N)
      covariance.diagonal().fillInPlace(1 + jitter);
      return scope.escape(factor(covariance).matmul(white));
    }
  }

  private void inPanels(Tensor points, Tensor lengthscale, Tensor white, Tensor values) {
    long count = points.size(1);
    Tensor scaled = points.minus(0.5).over(lengthscale.unsqueeze(1)); // (B, N, D)
    Tensor norm = scaled.square().sumKeeping(-1); // (B, N, 1)
    Tensor lower = Tensor.empty(white.device(), white.type(), points.size(0), count, count);
    for (long start = 0; start < count; start += PANEL) {
      long width = Math.min(PANEL, count - start);
      long below = count - start - width;
      try (TensorScope scope = new TensorScope()) {
        Tensor rows = lower.narrow(1, start, count - start);
        Tensor panel = correlations(scaled, norm, start, width); // (B, N − start, width)
        subtractEarlier(panel, rows.narrow(2, 0, start), width);
        Tensor block = factor(panel.narrow(1, 0, width)); // (B, width, width)
        Tensor columns = rows.narrow(2, start, width);
        columns.narrow(1, 0, width).copyInPlace(block);
        if (below > 0) {
          Tensor inverse = block.solveLower(Tensor.identity(width, block.device(), block.type()));
          columns
              .narrow(1, width, below)
              .setToProduct(panel.narrow(1, width, below), inverse.transpose(1, 2));
        }
        values
            .narrow(1, start, count - start)
            .plusMatmulInPlace(1, columns, white.narrow(1, start, width));
      }
    }
  }

  /** Correlations of the points from {@code start} on with the first {@code width} of them. */
  private Tensor correlations(Tensor scaled, Tensor norm, long start, long width) {
    long rest = scaled.size(1) - start;
    Tensor rowNorm = norm.narrow(1, start, rest);
    Tensor columnNorm = norm.narrow(1, start, width).transpose(1, 2);
    Tensor columns = scaled.narrow(1, start, width).transpose(1, 2); // (B, D, width)
    Tensor square = rowNorm.plus(columnNorm); // (B, rest, width)
    square.plusMatmulInPlace(-2, scaled.narrow(1, start, rest), columns);
    Tensor panel = kernel.of(square.clampMin(0));
    panel.narrow(1, 0, width).diagonal().fillInPlace(1 + jitter);
    return panel;
  }

  private static void subtractEarlier(Tensor panel, Tensor earlier, long width) {
    if (earlier.size(2) > 0) {
      panel.plusMatmulInPlace(-1, earlier, earlier.narrow(1, 0, width).transpose(1, 2));
    }
  }

  /* On a GPU the plain factorisation would wait for the device to say that it succeeded; the other one does not. */
  private static Tensor factor(Tensor matrices) {
    return matrices.device() == Device.CPU
        ? matrices.cholesky()
        : matrices.choleskyWithInfo().first();
  }
}
