package dev.leadline.torch.judge;

import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.prior.Split;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.function.LongSupplier;

/** Exact processes with fitted hyper-parameters, as long as there is time. Not thread-safe. */
final class FittedProcesses {

  private static final double SMALLEST_DEVIATION = 1e-9;

  private final OracleGapPlan.Fitting plan;
  private final GpSpec spec;
  private final LongSupplier nanoTime;
  private double seconds;

  FittedProcesses(OracleGapPlan.Fitting plan, GpSpec spec, LongSupplier nanoTime) {
    this.plan = plan;
    this.spec = spec;
    this.nanoTime = nanoTime;
  }

  /**
   * The mean losses of the first tasks, none if none are to be fitted.
   *
   * @param before how many tasks of the cell were fitted already
   */
  double[] losses(OracleTasks tasks, int before) {
    int some = Math.min(plan.tasks() - before, tasks.count());
    boolean wanted =
        tasks.prior().split() == Split.UNIFORM
            && tasks.contextX().size(1) <= plan.largestContext()
            && seconds < plan.seconds();
    if (some <= 0 || !wanted) {
      return new double[0];
    }
    long start = nanoTime.getAsLong();
    double[] losses = losses(tasks.first(some));
    seconds += (nanoTime.getAsLong() - start) / 1e9;
    return losses;
  }

  /* Fitted on values of mean 0 and deviation 1, judged in the task's own units. */
  private double[] losses(OracleTasks tasks) {
    try (TensorScope scope = new TensorScope()) {
      Tensor mean = tasks.contextY().meanKeeping(1); // (B, 1)
      Tensor centred = tasks.contextY().minus(mean);
      Tensor deviation = centred.square().meanKeeping(1).sqrt();
      Tensor flat = deviation.lessThan(SMALLEST_DEVIATION).to(deviation.type());
      Tensor unit = deviation.plus(flat);
      Tensor values = centred.over(unit);
      GpParameters found = plan.search().fit(spec, tasks.contextX(), values);
      GpPosterior.Moments scaled =
          GpPosterior.condition(spec.kernel(), found, tasks.contextX(), values).at(tasks.queryX());
      GpPosterior.Moments moments =
          new GpPosterior.Moments(
              scaled.mean().times(unit).plus(mean), scaled.variance().times(unit.square()));
      Tensor noise = found.noise().times(unit.squeeze(1).square());
      return tasks.loss(tasks.ofTargets(moments, noise)).mean(1).toDoubleArray();
    }
  }
}
