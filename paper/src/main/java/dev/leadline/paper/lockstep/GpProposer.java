package dev.leadline.paper.lockstep;

import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.search.Candidates;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Gaussian processes with a gradient search for the next point, in lock-step. Not thread-safe. */
final class GpProposer implements Proposer {

  private static final double SMALLEST_DEVIATION = 1e-8;

  private final List<RunHistory> runs;
  private final GpModel model;
  private final GpAscent ascent;

  /** Proposes with a model that is closed with this. */
  GpProposer(List<RunHistory> runs, GpModel model, GpAscent ascent) {
    this.runs = List.copyOf(runs);
    this.model = model;
    this.ascent = ascent;
  }

  @Override
  public double[][] propose() {
    List<Observations> known = runs.stream().map(RunHistory::observations).toList();
    double[] lowest = known.stream().mapToDouble(this::lowest).toArray();
    List<SplittableRandom> random = runs.stream().map(RunHistory::random).toList();
    try (TensorScope scope = new TensorScope()) {
      GpPosterior posterior = model.condition(known, runs.get(0).initial());
      Tensor best = Tensor.of(lowest, model.device(), runs.size(), 1);
      double[][][] candidates =
          ascent.candidates(posterior, best, runs.get(0).dimensions(), random);
      double[][] points = new double[runs.size()][];
      for (int i = 0; i < points.length; i++) {
        points[i] = pick(runs.get(i), candidates[i]);
      }
      return points;
    }
  }

  private double lowest(Observations known) {
    return Arrays.stream(model.inUnits(known).values()).min().orElse(0);
  }

  /** Mean 0 and standard deviation 1, with n − 1 in its denominator. */
  static Observations standardised(Observations raw) {
    double[] values = raw.values();
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(y -> (y - mean) * (y - mean)).sum();
    double deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
    double unit = deviation < SMALLEST_DEVIATION ? 1 : deviation;
    double[] scaled = Arrays.stream(values).map(y -> (y - mean) / unit).toArray();
    return raw.withValues(scaled);
  }

  /** The first candidate that may be evaluated. */
  private static double[] pick(RunHistory run, double[][] candidates) {
    Candidates domain = run.candidates(run.history());
    return Arrays.stream(candidates)
        .map(domain::snap)
        .filter(domain::allows)
        .findFirst()
        .orElseGet(() -> domain.snap(candidates[0]));
  }

  @Override
  public void close() {
    model.close();
  }
}
