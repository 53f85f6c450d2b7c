package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Computes means and variances at many points, block by block on all cores. Thread-safe. */
final class Forecaster {

  /* The variance needs v = Wk, N²/2 multiplications per point and member, which is nearly all of
  the time. It is a matrix product cut into bands of 16 rows of W by 16 rows of the kernel by a
  block of points, 34 kB that stay in the first-level cache. A point's numbers do not depend on
  its block or thread. */

  private static final int BAND = 16;
  private static final int BLOCK = 160;

  /** What a point takes, in multiplications, beside its variances: mostly its cosine series. */
  private static final int PER_POINT = 8000;

  private final CommitteeConfig config;
  private final Factorisation factorisation;
  private final List<Member> members;
  private final List<Integer> additive;
  private final List<double[]> terms;
  private final Queue<Scratch> free = new ConcurrentLinkedQueue<>();

  Forecaster(CommitteeConfig config, Factorisation factorisation, List<Member> members) {
    this.config = config;
    this.factorisation = factorisation;
    this.members = members;
    additive =
        members.stream()
            .map(member -> config.additiveIndex(config.kernelOf(member.index())))
            .filter(index -> index >= 0)
            .distinct()
            .toList();
    terms = additive.isEmpty() ? List.of() : factorisation.terms();
  }

  Forecast at(double[][] points) {
    Forecast forecast = new Forecast(members, points.length);
    long n = factorisation.size();
    long operations = points.length * (n * n * members.size() + PER_POINT);
    int pairs = (points.length + 2 * BLOCK - 1) / (2 * BLOCK);
    int blocks = Math.min(2 * pairs, points.length);
    ParallelFor.run(
        blocks,
        operations,
        b -> {
          Scratch scratch = borrow();
          int from = (int) ((long) points.length * b / blocks);
          int to = (int) ((long) points.length * (b + 1) / blocks);
          block(points, from, to, scratch, forecast);
          free.add(scratch);
        });
    return forecast;
  }

  private Scratch borrow() {
    Scratch scratch = free.poll();
    return scratch == null
        ? new Scratch(
            new KernelSweep(
                config, factorisation.units(), factorisation.points(), terms, BLOCK, additive),
            new Columns(factorisation.units(), config.additive().frequencies(), BLOCK))
        : scratch;
  }

  private void block(double[][] points, int from, int to, Scratch scratch, Forecast forecast) {
    KernelSweep sweep = scratch.sweep;
    scratch.columns.fill(points, from, to);
    sweep.place(scratch.columns, to - from);
    int current = -1;
    for (int k = members.size() - 1; k >= 0; k--) {
      Member member = members.get(k);
      int kernel = config.kernelOf(member.index());
      if (kernel != current) {
        sweep.step(kernel, scratch.columns);
        current = kernel;
      }
      mean(member, sweep, scratch.sum);
      System.arraycopy(scratch.sum, 0, forecast.mean()[k], from, to - from);
      explained(member, sweep, scratch);
      member.variances(sweep.prior(), scratch.sum, forecast.variance()[k], from, to);
    }
  }

  private static void mean(Member member, KernelSweep sweep, double[] sum) {
    double[] a = Arrays.copyOf(member.solution(), sweep.value().length);
    Arrays.fill(sum, 0, sweep.width(), 0);
    for (int i = 0; i < a.length; i += 4) {
      VectorLoops.addFour(sum, sweep.value(), i, a[i], a[i + 1], a[i + 2], a[i + 3], sweep.width());
    }
  }

  /** Writes |Wk|² of every point of the block. */
  private static void explained(Member member, KernelSweep sweep, Scratch scratch) {
    double[][] rows = member.factor().rows();
    Arrays.fill(scratch.sum, 0, sweep.width(), 0);
    for (int from = 0; from < rows.length; from += BAND) {
      int to = Math.min(from + BAND, rows.length);
      band(rows, from, to, sweep, scratch.band);
      for (int i = from; i < to; i++) {
        VectorLoops.addSquares(scratch.sum, scratch.band[i - from], sweep.width());
      }
    }
  }

  private static void band(double[][] rows, int from, int to, KernelSweep sweep, double[][] band) {
    for (int i = from; i < to; i++) {
      Arrays.fill(band[i - from], 0, sweep.width(), 0);
    }
    for (int start = 0; start < to; start += BAND) {
      for (int i = from; i < to; i++) {
        double[] w = rows[i];
        int end = Math.min(start + BAND, w.length);
        for (int j = start; j < end; j += 4) {
          VectorLoops.addFour(
              band[i - from], sweep.value(), j, w[j], w[j + 1], w[j + 2], w[j + 3], sweep.width());
        }
      }
    }
  }

  private static final class Scratch {
    final KernelSweep sweep;
    final Columns columns;
    final double[] sum = new double[BLOCK];
    final double[][] band = new double[BAND][BLOCK];

    Scratch(KernelSweep sweep, Columns columns) {
      this.sweep = sweep;
      this.columns = columns;
    }
  }
}
