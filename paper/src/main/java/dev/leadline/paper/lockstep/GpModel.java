package dev.leadline.paper.lockstep;

import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Exact Gaussian processes of several runs, fitted when it is time. Not thread-safe.
 *
 * <p>Fastest where it serves the same runs all the way and they only grow.
 */
final class GpModel implements AutoCloseable {

  /* Between two fits nothing changes but the values, and points are added: the posterior takes them one by one, in N² operations
   * each instead of N³. A model that takes over in the middle goes the same way from the latest fit that is due, with what was
   * known then, so that it says the same to the last digit. */

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
  private final UnaryOperator<Observations> units;
  private final Device device;
  private @Nullable GpPosterior latest;
  private List<Observations> seen = List.of();
  private int fitted;

  /**
   * @param units gives values the mean 0 and the standard deviation 1
   */
  GpModel(GpSpec spec, GpFit fit, Refit refit, UnaryOperator<Observations> units, Device device) {
    this.spec = spec;
    this.fit = fit;
    this.refit = refit;
    this.units = units;
    this.device = device;
    if (device == Device.CPU) {
      Device.limitThreads(1); // runs go side by side
    }
  }

  Device device() {
    return device;
  }

  /** A run in the units in which the posterior sees it. */
  Observations inUnits(Observations run) {
    return units.apply(run);
  }

  /**
   * The posterior, good until the next call or until this is closed.
   *
   * @param runs with equally many observations
   * @param initial the number of observations before the first fit
   */
  GpPosterior condition(List<Observations> runs, int initial) {
    int count = runs.get(0).size();
    int due = lastFit(initial, count);
    GpPosterior posterior = latest;
    if (posterior == null || fitted != due || !continues(runs)) {
      posterior = fit(runs.stream().map(run -> run.first(due)).toList());
      fitted = due;
    }
    seen = List.copyOf(runs);
    return posterior.size() < count ? extend(posterior, runs, count) : posterior;
  }

  /** Whether runs are those seen last, grown or not. */
  private boolean continues(List<Observations> runs) {
    return runs.size() == seen.size()
        && IntStream.range(0, runs.size()).allMatch(i -> begins(runs.get(i), seen.get(i)));
  }

  private static boolean begins(Observations run, Observations beginning) {
    int count = beginning.size();
    return run.size() >= count && Arrays.deepEquals(run.first(count).points(), beginning.points());
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

  private GpPosterior fit(List<Observations> runs) {
    close();
    try (TensorScope scope = new TensorScope()) {
      Tensor points = PaddedBatch.points(runs, device); // (B, N, D)
      Tensor values = values(runs); // (B, N)
      GpParameters parameters = fit.fit(spec, points, values);
      return replace(GpPosterior.condition(spec.kernel(), parameters, points, values));
    }
  }

  private GpPosterior extend(GpPosterior shorter, List<Observations> runs, int count) {
    try (TensorScope scope = new TensorScope()) {
      Tensor points = PaddedBatch.points(runs, device); // (B, N, D)
      Tensor values = values(runs); // (B, N)
      GpPosterior posterior = shorter;
      for (long known = shorter.size(); known < count; known++) {
        try (TensorScope step = new TensorScope()) {
          posterior =
              replace(
                  posterior.extended(points.narrow(1, known, 1), values.narrow(1, 0, known + 1)));
        }
      }
      return posterior;
    }
  }

  private Tensor values(List<Observations> runs) {
    return PaddedBatch.values(runs.stream().map(units).toList(), device);
  }

  private GpPosterior replace(GpPosterior posterior) {
    posterior.keep();
    close();
    latest = posterior;
    return posterior;
  }

  @Override
  public void close() {
    if (latest != null) {
      latest.free();
      latest = null;
    }
  }
}
