package dev.leadline.torch.prior;

import dev.leadline.curve.CurveTask;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;

/**
 * Tasks of one kind: complete learning curves of a study are seen, and the ends of others are to be
 * predicted that are known up to some age. Inputs are those of {@link CurveTask}. Immutable and
 * thread-safe.
 */
public final class CurvePrior implements TaskPrior {

  private static final int POINTS = 48;

  /** A study has so many times the curves that are seen and asked for. */
  private static final int CHOICE = 2;

  /** Up to so many of the first curves of a study are complete, whatever they are. */
  private static final int EARLIEST = 6;

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    if (context < 1) {
      throw new IllegalArgumentException("expected at least one complete curve but got " + context);
    }
    try (TensorScope scope = new TensorScope()) {
      Chance chance = new Chance(random, tasks);
      int seen = CHOICE * context + EARLIEST;
      int asked = CHOICE * queries;
      Tensor curves = new CurveShapes(chance, seen + asked, POINTS).draw(); // (B, N, G)
      Tensor earliest = chance.uniform(1, EARLIEST, 1);
      Tensor complete = chosen(curves.narrow(1, 0, seen), context, earliest, chance);
      Tensor targets = chosen(curves.narrow(1, seen, asked), queries, earliest.times(0), chance);
      Tensor all = units(Tensor.cat(1, complete, targets), context); // (B, C + Q, G)
      Tensor now = random.integers(1, POINTS, tasks, 1).to(DType.FLOAT32); // points seen
      Tensor features = features(all, now); // (B, C + Q, D)
      Tensor ends = all.select(2, POINTS - 1); // (B, C + Q)
      Tensor dimensions = Tensor.full(CurveTask.INPUTS, random.device(), DType.FLOAT32, tasks);
      return new TaskBatch(
          scope.escape(features.narrow(1, 0, context)),
          scope.escape(ends.narrow(1, 0, context)),
          scope.escape(features.narrow(1, context, queries)),
          scope.escape(ends.narrow(1, context, queries)),
          scope.escape(dimensions),
          null);
    }
  }

  /**
   * Some curves of a study, good ones rather than bad ones: those that a study which ends others
   * early has completed, or those that a search tries.
   *
   * @param first so many of the first are taken anyway, (B, 1)
   */
  private static Tensor chosen(Tensor curves, int count, Tensor first, Chance chance) {
    long size = curves.size(1);
    Tensor ends = curves.select(2, POINTS - 1); // (B, N)
    Tensor ranks = ends.argsort(1, Order.ASCENDING).argsort(1, Order.ASCENDING);
    Tensor place = ranks.to(DType.FLOAT32).over(size / 3.0);
    Tensor score = place.times(chance.uniform(0, 4, 1)).plus(chance.normal(size)); // low is taken
    Tensor number = Tensor.range(size, curves.device(), DType.FLOAT32).reshape(1, size);
    Tensor early = number.lessThan(first).to(DType.FLOAT32).times(-100);
    Tensor index = score.plus(early).argsort(1, Order.ASCENDING).narrow(1, 0, count);
    return curves.gather(1, index.unsqueeze(2).expand(index.size(0), count, POINTS));
  }

  /** Curves in the units of {@link CurveTask}, which the first of them decide. */
  static Tensor units(Tensor all, int complete) {
    Tensor others = all.narrow(1, 0, complete);
    Tensor ends = others.select(2, POINTS - 1); // (B, C)
    Tensor best = ends.minKeeping(1); // (B, 1)
    Tensor way = others.select(2, 0).minus(ends).abs();
    Tensor scale =
        median(ends)
            .minus(best)
            .plus(CurveTask.WAY, median(way))
            .plus(best.abs().clampMin(1).times(CurveTask.LEAST)); // (B, 1)
    return all.minus(best.unsqueeze(2))
        .over(scale.unsqueeze(2))
        .asinh()
        .clamp(-CurveTask.FARTHEST, CurveTask.FARTHEST);
  }

  /** The lower median of rows, (B, 1). */
  private static Tensor median(Tensor rows) {
    long count = rows.size(1);
    return rows.sort(1, Order.ASCENDING).first().narrow(1, (count - 1) / 2, 1);
  }

  /** What is seen of curves (B, N, G) at an age (B, 1): (B, N, D). */
  static Tensor features(Tensor all, Tensor now) {
    double[] shares = CurveTask.looks();
    Tensor[] parts = new Tensor[CurveTask.INPUTS];
    for (int i = 0; i < shares.length; i++) {
      Tensor look = look(all, now, shares[i]); // (B, N)
      parts[i + 1] = look.over(CurveTask.SQUEEZE).tanh().times(0.5).plus(0.5);
    }
    parts[0] = parts[1].times(0).plus(now.over((double) POINTS));
    parts[CurveTask.INPUTS - 1] = roughness(all, now);
    return Tensor.stack(2, parts);
  }

  /** The mean over the last fifth of a share of what was seen, (B, N). */
  private static Tensor look(Tensor all, Tensor now, double share) {
    Tensor end = now.times(share); // (B, 1)
    Tensor last = end.floor().clampMin(1);
    Tensor place = places(all);
    Tensor inside =
        place
            .greaterThan(end.times(1 - CurveTask.WINDOW))
            .and(place.greaterThan(end).not())
            .or(place.equalTo(last))
            .to(DType.FLOAT32); // (B, G)
    return all.matmul(inside.unsqueeze(2)).squeeze(-1).over(inside.sumKeeping(1));
  }

  private static Tensor roughness(Tensor all, Tensor now) {
    Tensor steps =
        all.narrow(2, 1, POINTS - 1).minus(all.narrow(2, 0, POINTS - 1)).abs(); // (B, N, G - 1)
    Tensor seen = places(all).narrow(1, 0, POINTS - 1).lessThan(now).to(DType.FLOAT32);
    Tensor mean = steps.matmul(seen.unsqueeze(2)).squeeze(-1).over(seen.sumKeeping(1).clampMin(1));
    return mean.times(-CurveTask.ROUGH).exp().negate().plus(1);
  }

  /** 1 to G, (1, G). */
  private static Tensor places(Tensor all) {
    return Tensor.range(POINTS, all.device(), DType.FLOAT32).plus(1).reshape(1, POINTS);
  }
}
