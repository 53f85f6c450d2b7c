package dev.leadline.torch.judge;

import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Gathers the losses of the tasks of one cell, group by group. Not thread-safe. */
final class OracleGapTally {

  /* Covariances of a group have this many elements at most, half a gigabyte. */
  private static final long ELEMENTS = 1L << 26;

  private final GpPrior prior;
  private final int context;
  private final List<JudgedModel.Score> scores = new ArrayList<>();
  private final List<double[]> exact = new ArrayList<>();
  private final List<double[]> binned = new ArrayList<>();
  private final List<double[]> fitted = new ArrayList<>();
  private int fittedTasks;

  OracleGapTally(GpPrior prior, int context) {
    this.prior = prior;
    this.context = context;
  }

  /** The sizes of the groups in which so many tasks of so many points go. */
  static int[] groups(int tasks, int points) {
    int each = (int) Math.max(1, Math.min(tasks, ELEMENTS / ((long) points * points)));
    return IntStream.range(0, (tasks + each - 1) / each)
        .map(i -> Math.min(each, tasks - i * each))
        .toArray();
  }

  void add(OracleTasks tasks, JudgedModel model, FittedProcesses processes) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      GpPosterior.Moments moments = tasks.exact();
      exact.add(tasks.loss(moments).mean(1).toDoubleArray());
      double[] losses = model.binnedLosses(tasks, moments);
      if (losses != null) {
        binned.add(losses);
      }
    }
    scores.add(model.score(tasks));
    double[] losses = processes.losses(tasks, fittedTasks);
    fitted.add(losses);
    fittedTasks += losses.length;
  }

  OracleGapCell cell() {
    JudgedModel.Score score = JudgedModel.Score.joined(scores);
    double[] own = score.losses();
    double[] oracle = joined(exact);
    return new OracleGapCell(
        prior.dimensions(),
        prior.split(),
        context,
        own.length,
        score.meanLoss(),
        mean(oracle),
        PairedDifference.of(own, oracle),
        binned.isEmpty() ? null : PairedDifference.of(joined(binned), oracle),
        comparison(own),
        score.coverage(0.5),
        score.coverage(0.8),
        score.coverage(0.95),
        Double.isNaN(score.meanSpread()) ? null : score.meanSpread());
  }

  /* The first group is fitted as far as the plan goes, then the next: the fitted tasks are the first ones of the cell. */
  private OracleGapCell.@Nullable Fitted comparison(double[] own) {
    double[] losses = joined(fitted);
    return losses.length == 0
        ? null
        : new OracleGapCell.Fitted(losses.length, mean(losses), PairedDifference.of(own, losses));
  }

  private static double[] joined(List<double[]> parts) {
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }
}
