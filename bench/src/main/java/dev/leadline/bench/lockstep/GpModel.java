package dev.leadline.bench.lockstep;

import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Exact Gaussian processes of several runs, fitted when it is time. Not thread-safe. */
final class GpModel implements AutoCloseable {

  /** When hyper-parameters are fitted anew. */
  enum Refit {
    /** At every step. */
    EVERY_STEP,
    /** When the observations have grown by a tenth since the last fit. */
    EVERY_TENTH_MORE
  }

  private final GpSpec spec;
  private final GpFit fit;
  private final Refit refit;
  private final Device device;
  private @Nullable GpParameters fitted;
  private int fittedCount;

  GpModel(GpSpec spec, GpFit fit, Refit refit, Device device) {
    this.spec = spec;
    this.fit = fit;
    this.refit = refit;
    this.device = device;
  }

  Device device() {
    return device;
  }

  /**
   * The posterior, which belongs to the scope of the caller.
   *
   * @param runs with equally many observations, of values with mean 0 and standard deviation 1
   * @param initial the number of observations before the first fit
   */
  GpPosterior condition(List<Observations> runs, int initial) {
    Tensor points = PaddedBatch.points(runs, device); // (B, N, D)
    Tensor values = PaddedBatch.values(runs, device); // (B, N)
    int due = lastFit(initial, runs.get(0).size());
    GpParameters parameters = fitted;
    if (parameters == null || fittedCount != due) {
      parameters = fit(points.narrow(1, 0, due), values.narrow(1, 0, due));
    }
    return GpPosterior.condition(spec.kernel(), parameters, points, values);
  }

  /** The number of observations at the latest fit that is due: a function of the counts alone. */
  int lastFit(int initial, int count) {
    if (refit == Refit.EVERY_STEP) {
      return count;
    }
    int last = Math.max(2, Math.min(initial, count));
    while (Math.ceil(1.1 * last) <= count) {
      last = (int) Math.ceil(1.1 * last);
    }
    return last;
  }

  private GpParameters fit(Tensor points, Tensor values) {
    release();
    try (TensorScope scope = new TensorScope()) {
      GpParameters found = fit.fit(spec, points, values);
      found.lengthscale().keep();
      found.outputScale().keep();
      found.noise().keep();
      found.mean().keep();
      fitted = found;
      fittedCount = (int) points.size(1);
      return found;
    }
  }

  private void release() {
    GpParameters old = fitted;
    if (old != null) {
      old.lengthscale().free();
      old.outputScale().free();
      old.noise().free();
      old.mean().free();
      fitted = null;
    }
  }

  @Override
  public void close() {
    release();
  }
}
