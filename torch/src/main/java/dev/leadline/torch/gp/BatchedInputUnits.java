package dev.leadline.torch.gp;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.InputUnits;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * The units of the inputs of B tasks at once: the same numbers as {@link InputUnits}, on a device,
 * without waiting for it and in chunks that bound memory. Immutable and thread-safe.
 */
public final class BatchedInputUnits {

  /* Three small factorisations of every task, of the isotropic members at one noise: one for each pass and one for the evidence
  of what comes out. Double precision, as the evidence of the committee. */

  /** The kernels, a factor of their inverses and what is left of them on the way. */
  private static final long MATRICES_PER_MEMBER = 3;

  private final CommitteeConfig pilot;

  /**
   * @param config the committee whose isotropic lengthscales and prior are used
   */
  public BatchedInputUnits(CommitteeConfig config) {
    pilot = InputUnits.pilot(config);
  }

  /**
   * The units (B, D) for contexts on the model's scale, 1 beyond a task's own dimensions; of many
   * points an even selection is looked at.
   *
   * @param points (B, C, D), zero beyond a task's own dimensions
   * @param values (B, C), scaled
   * @param inputs (B), the number of inputs of each task
   */
  public Tensor of(Tensor points, Tensor values, Tensor inputs) {
    long tasks = points.size(0);
    int context = (int) points.size(1);
    points.expect("points", tasks, -1, -1);
    values.expect("values", tasks, context);
    inputs.expect("inputs", tasks);
    Device device = points.device();
    if (context < InputUnits.FEWEST) {
      return Tensor.full(1, device, DType.FLOAT64, tasks, points.size(2));
    }
    long[] places = InputUnits.selection(context);
    long perTask = 8 * MATRICES_PER_MEMBER * pilot.members() * places.length * places.length;
    try (TensorScope scope = new TensorScope()) {
      Tensor index = Tensor.of(places, device, places.length);
      Tensor seenX = points.indexSelect(1, index).to(DType.FLOAT64);
      Tensor seenY = values.indexSelect(1, index).to(DType.FLOAT64);
      Tensor dimensions = inputs.to(DType.FLOAT64).unsqueeze(1); // (B, 1)
      List<Tensor> parts = new ArrayList<>();
      for (Chunk chunk : Chunk.all(tasks, perTask, device)) {
        try (TensorScope part = new TensorScope()) {
          Seen seen = new Seen(chunk.of(seenX), chunk.of(seenY), chunk.of(dimensions));
          parts.add(part.escape(units(seen, context)));
        }
      }
      return scope.escape(Tensor.cat(0, parts.toArray(Tensor[]::new)));
    }
  }

  /** What is looked at: points (B, N, D), values (B, N), numbers of inputs (B, 1). */
  private record Seen(Tensor points, Tensor values, Tensor dimensions) {}

  /** The units by what is seen of so many points. */
  private Tensor units(Seen seen, int size) {
    Device device = seen.points.device();
    long columns = seen.points.size(2);
    Tensor equal = Tensor.full(1, device, DType.FLOAT64, seen.points.size(0), columns); // (B, D)
    Guess without = new Guess(seen, equal);
    Guess guess = without;
    Tensor units = equal;
    for (int pass = 0; pass < InputUnits.PASSES; pass++) {
      units = units(guess.squaredSlopes(), equal, size);
      guess = new Guess(seen, units);
    }
    Tensor gain = guess.logEvidence().minus(without.logEvidence()); // (B, 1)
    Tensor price = seen.dimensions.minus(1).times(0.5 * Math.log(size));
    Tensor own = Tensor.range(columns, device, DType.FLOAT64).lessThan(seen.dimensions); // (B, D)
    return units.where(gain.greaterThan(price).and(own), equal);
  }

  /* With λ = d/n the shrinkage λ·ḡ² of core's formula is the sum of all g² over n. */
  private static Tensor units(Tensor squaredSlopes, Tensor equal, int size) {
    Tensor sum = squaredSlopes.sumKeeping(1); // (B, 1)
    Tensor common = sum.over(size);
    Tensor share = squaredSlopes.plus(common).over(squaredSlopes.maxKeeping(1).plus(common));
    return share.where(sum.greaterThan(0), equal).sqrt().clampMin(InputUnits.SMALLEST);
  }

  /** The best isotropic process of each task in given units. */
  private final class Guess {

    private final Tensor measured; // (B, N, D), the points in these units
    private final Tensor units; // (B, 1, D)
    private final Tensor distance; // (B, N, N), ‖x − x'‖/√d
    private final Tensor rates; // (G), −√5/ℓ
    private final Tensor solution; // (B, G, N), A y
    private final Tensor logWeight; // (B, G, 1), λ

    Guess(Seen seen, Tensor units) {
      this.units = units.unsqueeze(1);
      measured = seen.points.times(this.units);
      try (TensorScope scope = new TensorScope()) {
        CommitteeKernels kernels = new CommitteeKernels(pilot, seen.dimensions, units);
        Tensor squares = kernels.distance(seen.points, seen.points);
        MemberEvidence evidence =
            MemberEvidence.weigh(pilot, kernels.isotropic(squares), seen.values);
        distance = scope.escape(squares.sqrt());
        rates = scope.escape(kernels.rates());
        solution = scope.escape(evidence.solution());
        logWeight = scope.escape(evidence.logWeight());
      }
    }

    /** The largest λ, (B, 1). */
    Tensor logEvidence() {
      return logWeight.maxKeeping(1).squeeze(2);
    }

    /* ∂_j is Σ_i (A y)_i·(1 + t_i)·e^(−t_i)·(x_ij − x_j) times the unit and factors that all inputs share. */

    /** The mean over the points of (∂_j posterior mean)², up to a common factor: (B, D). */
    Tensor squaredSlopes() {
      long tasks = distance.size(0);
      Tensor best = logWeight.argMax(1); // (B, 1)
      Tensor weight =
          solution.gather(1, best.unsqueeze(2).expand(-1, -1, distance.size(2))); // (B, 1, N)
      Tensor rate = rates.indexSelect(0, best.reshape(tasks)).reshape(tasks, 1, 1);
      Tensor exponent = distance.times(rate); // (B, N, N), −t
      Tensor decay = exponent.exp();
      Tensor pull = decay.minus(decay.times(exponent)).times(weight); // (B, N, N)
      Tensor slope = pull.matmul(measured).minus(pull.sumKeeping(2).times(measured)); // (B, N, D)
      return slope.times(units).squaredNorm(1);
    }
  }
}
