package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;
import java.util.function.UnaryOperator;

/** Contexts that look like the traces of B optimisation runs, and queries to go with them. */
final class Traces {

  /* The first fifth of a trace is spread over the cube. The rest comes in three stages: each point is either uniform or a
   * perturbation of one of the lowest points observed so far, at a log-uniform radius and on a random subset of the inputs.
   * The choice looks at x and at observed values only, never at what is to be predicted. Every task has its own share of
   * local points; one in four has none. */

  private static final double[] STAGES = {0.2, 0.4, 0.7, 1};

  private final InputSpaces spaces;
  private final Chance chance;
  private final int columns;
  private final Tensor localShare; // (B, 1)
  private final Tensor movedShare; // (B, 1, 1)

  /** Points (B, N, D) and what was observed there (B, N). */
  record Trace(Tensor points, Tensor observed) {}

  Traces(InputSpaces spaces, Chance chance) {
    this.spaces = spaces;
    this.chance = chance;
    this.columns = (int) spaces.present().size(1);
    Tensor searching = chance.happens(0.75, 1).to(DType.FLOAT32);
    localShare = chance.uniform(0.3, 1, 1).times(searching);
    Tensor some = chance.uniform(0.15, 1, 1, 1);
    movedShare = some.where(chance.happens(0.5, 1, 1), some.times(0).plus(1));
  }

  /**
   * A trace of so many points.
   *
   * @param observe values with noise at points (B, M, D)
   */
  Trace run(int count, UnaryOperator<Tensor> observe) {
    int first = boundary(0, count);
    Tensor points = spaces.snap(spreadOut(first));
    Tensor observed = observe.apply(points);
    for (int stage = 1; stage < STAGES.length; stage++) {
      int more = boundary(stage, count) - boundary(stage - 1, count);
      if (more > 0) {
        Tensor local = chance.uniform(0, 1, more).lessThan(localShare).unsqueeze(2); // (B, M, 1)
        Tensor near = near(points, observed, more);
        Tensor next = spaces.snap(near.where(local, chance.uniform(0, 1, more, columns)));
        points = Tensor.cat(1, points, next);
        observed = Tensor.cat(1, observed, observe.apply(next));
      }
    }
    return new Trace(points, observed);
  }

  /** Half of the queries are uniform, the others lie near the lowest points of the trace. */
  Tensor queries(int count, Trace trace) {
    int local = trace.points.size(1) == 0 ? 0 : count / 2;
    Tensor anywhere = chance.uniform(0, 1, count - local, columns);
    if (local == 0) {
      return spaces.snap(anywhere);
    }
    return spaces.snap(Tensor.cat(1, anywhere, near(trace.points, trace.observed, local)));
  }

  private static int boundary(int stage, int count) {
    return (int) Math.ceil(STAGES[stage] * count);
  }

  /** Uniform points, in every other task stratified along each input. */
  private Tensor spreadOut(int count) {
    Tensor free = chance.uniform(0, 1, count, columns);
    Tensor strata = chance.uniform(0, 1, count, columns).argsort(1, Order.ASCENDING);
    Tensor stratified = strata.to(DType.FLOAT32).plus(free).over(Math.max(1, count));
    return stratified.where(chance.happens(0.5, 1, 1), free);
  }

  /** Perturbations (B, M, D) of low points; the rank of the point perturbed is log-uniform. */
  private Tensor near(Tensor points, Tensor observed, int count) {
    int known = (int) points.size(1);
    Tensor best = observed.argsort(1, Order.ASCENDING); // (B, N)
    Tensor rank = chance.logUniform(1, known + 1, count).floor().minus(1).clamp(0, known - 1);
    Tensor index = best.gather(1, rank.to(DType.INT64)); // (B, M)
    Tensor wide = index.unsqueeze(2).expand(-1, -1, columns).contiguous();
    Tensor anchor = points.gather(1, wide); // (B, M, D)

    Tensor stage = chance.logUniform(2e-3, 0.4, 1, 1);
    Tensor radius = stage.times(chance.logNormal(1, count, 1)).clamp(5e-4, 0.6); // (B, M, 1)
    Tensor moved = chance.uniform(0, 1, count, columns).lessThan(movedShare).to(DType.FLOAT32);
    Tensor place = anchor.plus(chance.normal(count, columns).times(radius).times(moved));
    Tensor jumps = chance.happens(0.25, count, columns).and(spaces.discrete());
    return chance.uniform(0, 1, count, columns).where(jumps, place.clamp(0, 1));
  }
}
