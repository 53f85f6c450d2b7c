package dev.leadline.torch.prior;

import dev.leadline.early.CurveTask;
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

  /** So many inputs say what the configuration makes expect. */
  private static final int GUESS = 3;

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
      Tensor end = Tensor.full(POINTS - 1, random.device(), DType.FLOAT32, tasks, 1, 1);
      Tensor early = chance.uniform(2, POINTS, 1, 1).floor();
      Tensor judged = early.where(chance.happens(0.6, 1, 1), end).to(DType.INT64);
      Tensor complete = chosen(curves.narrow(1, 0, seen), context, judged, earliest, chance);
      Tensor targets =
          chosen(
              curves.narrow(1, seen, asked),
              queries,
              end.to(DType.INT64),
              earliest.times(0),
              chance);
      Units units = Units.of(complete);
      Tensor all = units.map(Tensor.cat(1, complete, targets)); // (B, C + Q, G)
      Tensor now = random.integers(1, POINTS, tasks, 1).to(DType.FLOAT32); // points seen
      Tensor ends = all.select(2, POINTS - 1); // (B, C + Q)
      Tensor tried = units.map(curves.narrow(1, 0, seen)).select(2, POINTS - 1); // (B, N)
      Tensor features =
          Tensor.cat(2, features(all, now, context), guesses(ends, tried, chance)); // (B, C + Q, D)
      return new TaskBatch(
          scope.escape(features.narrow(1, 0, context)),
          scope.escape(ends.narrow(1, 0, context)),
          scope.escape(features.narrow(1, context, queries)),
          scope.escape(ends.narrow(1, context, queries)));
    }
  }

  /**
   * Some curves of a study, those that are low at a point rather than others: a study which ends
   * trials early has completed what looked good early or late, and a search tries what ends low.
   *
   * @param point where they are compared, (B, 1, 1)
   * @param first so many of the first are taken anyway, (B, 1)
   */
  private static Tensor chosen(
      Tensor curves, int count, Tensor point, Tensor first, Chance chance) {
    long size = curves.size(1);
    Tensor values = curves.gather(2, point.expand(curves.size(0), size, 1)).squeeze(-1); // (B, N)
    Tensor ranks = values.argsort(1, Order.ASCENDING).argsort(1, Order.ASCENDING);
    Tensor place = ranks.to(DType.FLOAT32).over(size / 3.0);
    Tensor score = place.times(chance.uniform(0, 4, 1)).plus(chance.normal(size)); // low is taken
    Tensor number = Tensor.range(size, curves.device(), DType.FLOAT32).reshape(1, size);
    Tensor early = number.lessThan(first).to(DType.FLOAT32).times(-100);
    Tensor index = score.plus(early).argsort(1, Order.ASCENDING).narrow(1, 0, count);
    return curves.gather(1, index.unsqueeze(2).expand(index.size(0), count, POINTS));
  }

  /**
   * The units of {@link CurveTask}.
   *
   * @param best the lowest end, (B, 1)
   * @param unit (B, 1)
   */
  record Units(Tensor best, Tensor unit) {

    /** Those that complete curves (B, C, G) decide. */
    static Units of(Tensor complete) {
      Tensor ends = complete.select(2, POINTS - 1); // (B, C)
      Tensor best = ends.minKeeping(1);
      Tensor way = complete.select(2, 0).minus(ends).abs();
      Tensor unit =
          median(ends)
              .minus(best)
              .plus(CurveTask.WAY, median(way))
              .plus(best.abs().clampMin(1).times(CurveTask.LEAST));
      return new Units(best, unit);
    }

    /** Curves in units, (B, N, G). */
    Tensor map(Tensor curves) {
      return curves
          .minus(best.unsqueeze(2))
          .over(unit.unsqueeze(2))
          .asinh()
          .clamp(-CurveTask.FARTHEST, CurveTask.FARTHEST);
    }
  }

  /** The lower median of rows, (B, 1). */
  private static Tensor median(Tensor rows) {
    long count = rows.size(1);
    return rows.sort(1, Order.ASCENDING).first().narrow(1, (count - 1) / 2, 1);
  }

  /**
   * What is seen of curves (B, N, G) at an age (B, 1), but for what their configurations say: (B,
   * N, D − 3).
   *
   * @param complete so many of the first are complete
   */
  static Tensor features(Tensor all, Tensor now, int complete) {
    double[] shares = CurveTask.looks();
    Tensor[] looks = new Tensor[shares.length];
    Tensor[] parts = new Tensor[CurveTask.INPUTS - GUESS];
    for (int i = 0; i < shares.length; i++) {
      looks[i] = look(all, now, shares[i]); // (B, N)
      parts[i + 1] = squeezed(looks[i].over(CurveTask.SQUEEZE));
    }
    parts[0] = looks[0].times(0).plus(now.over((double) POINTS));
    Tensor leader = all.narrow(1, 0, complete).select(2, POINTS - 1).argMin(1).unsqueeze(1);
    int next = shares.length + 1;
    parts[next] = roughness(all, now);
    parts[next + 1] = squeezed(last(all, now).over(CurveTask.FINE));
    parts[next + 2] = squeezed(looks[CurveTask.FALL].minus(looks[0]).over(CurveTask.FINE));
    parts[next + 3] = behind(looks[0], leader);
    parts[next + 4] = behind(looks[CurveTask.BEFORE], leader);
    return Tensor.stack(2, parts);
  }

  private static Tensor squeezed(Tensor value) {
    return value.tanh().times(0.5).plus(0.5);
  }

  /** How far looks (B, N) are behind that of the leader (B, 1). */
  private static Tensor behind(Tensor look, Tensor leader) {
    return squeezed(look.minus(look.gather(1, leader)));
  }

  /** The last value that is seen, (B, N). */
  private static Tensor last(Tensor all, Tensor now) {
    Tensor index = now.minus(1).to(DType.INT64).unsqueeze(2).expand(all.size(0), all.size(1), 1);
    return all.gather(2, index).squeeze(-1);
  }

  /**
   * What configurations say of ends (B, C + Q): (B, C + Q, 3).
   *
   * @param tried the ends of all that were tried, (B, N)
   */
  private static Tensor guesses(Tensor ends, Tensor tried, Chance chance) {
    /* A process that explains the share r of the variance s²: the end is its mean and an error of variance (1 − r)·s². So given
     * the end its mean is that of N(m + r·(end − m), r·(1 − r)·s²). On recorded curves it is surer than it should be by a third,
     * more or less so from study to study, and now and then quite wrong: the complete curves show how much. */
    long count = ends.size(1);
    Tensor middle = tried.meanKeeping(1); // (B, 1)
    Tensor variance = tried.minus(middle).square().meanKeeping(1).plus(1e-4);
    Tensor share =
        chance.uniform(-0.2, 0.98, 1).relu().times(chance.uniform(0.5, 1, count).sqrt()); // (B, N)
    Tensor rest = share.negate().plus(1);
    Tensor wrong = chance.normal(count).times(chance.logNormal(0.4, count));
    Tensor mean =
        middle
            .plus(ends.minus(middle).times(share))
            .plus(share.times(rest).times(variance).sqrt().times(wrong));
    Tensor deviation =
        rest.times(variance)
            .sqrt()
            .times(chance.logNormal(0.3, 1).times(0.75))
            .times(chance.logNormal(0.15, count));
    return Tensor.stack(
        2,
        squeezed(mean.over(CurveTask.SQUEEZE)),
        deviation.negate().exp().negate().plus(1),
        squeezed(mean.over(deviation).times(-0.5)));
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
