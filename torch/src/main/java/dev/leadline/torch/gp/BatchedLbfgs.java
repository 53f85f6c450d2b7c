package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * Minimises B smooth functions of P variables in lock-step with a limited memory of curvature.
 * Immutable and thread-safe.
 *
 * @param evaluations how often every function is evaluated
 * @param memory the number of pairs of steps and turns that are remembered
 * @param longestStep how far a variable may move in one step
 */
public record BatchedLbfgs(int evaluations, int memory, double longestStep) {

  /* Every evaluation is one trial step of every task. A task that finds enough decrease (Armijo) moves, remembers the pair
   * (s, y) and turns; the others halve their step and stay. After many halvings a task forgets its memory and follows the
   * gradient. A pair without positive curvature gets weight 0 and drops out of the two-loop recursion by itself, so there is
   * no branch on data and the host never waits for the device. */

  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double SHORTEST_STEP = 1e-4;
  private static final double HALVING = 0.4;

  /** Values (B) and gradients (B, P) of the functions. */
  public record Evaluation(Tensor value, Tensor gradient) {}

  /** The functions to be minimised; a value that is not finite means the point is out of bounds. */
  @FunctionalInterface
  public interface Objective {
    Evaluation at(Tensor point);
  }

  public BatchedLbfgs {
    if (evaluations < 1 || memory < 1 || !(longestStep > 0)) {
      throw new IllegalArgumentException(
          "expected at least one evaluation, one pair and a positive step but got %d, %d and %s"
              .formatted(evaluations, memory, longestStep));
    }
  }

  /** One task's place in the search, for all tasks. */
  private record State(
      Tensor point,
      Tensor value,
      Tensor gradient,
      Tensor steps,
      Tensor turns,
      Tensor direction,
      Tensor length) {

    State escape(TensorScope scope) {
      scope.escape(point);
      scope.escape(value);
      scope.escape(gradient);
      scope.escape(steps);
      scope.escape(turns);
      scope.escape(direction);
      scope.escape(length);
      return this;
    }
  }

  /** The best points found, (B, P), and their values, (B). */
  public Tensor.Pair minimise(Objective objective, Tensor start) {
    try (TensorScope scope = new TensorScope()) {
      State state = begin(objective, start);
      for (int i = 1; i < evaluations; i++) {
        try (TensorScope step = new TensorScope()) {
          state = advance(objective, state).escape(step);
        }
      }
      return new Tensor.Pair(scope.escape(state.point), scope.escape(state.value));
    }
  }

  private State begin(Objective objective, Tensor start) {
    Evaluation first = objective.at(start);
    long tasks = start.size(0);
    long variables = start.size(1);
    Tensor none = Tensor.zeros(start.device(), start.type(), tasks, memory, variables);
    Tensor downhill = capped(first.gradient.negate());
    Tensor unit = Tensor.full(1, start.device(), start.type(), tasks, 1);
    return new State(start, first.value, first.gradient, none, none, downhill, unit);
  }

  private State advance(Objective objective, State now) {
    Tensor move = now.direction.times(now.length); // (B, P)
    Tensor candidate = now.point.plus(move);
    Evaluation trial = objective.at(candidate);
    Tensor slope = now.gradient.times(move).sum(-1); // (B)
    Tensor bound = now.value.plus(slope.times(SUFFICIENT_DECREASE));
    Tensor accept = trial.value.lessThan(bound).and(trial.value.isFinite()); // (B)
    Tensor wide = accept.unsqueeze(-1);

    Tensor point = candidate.where(wide, now.point);
    Tensor value = trial.value.where(accept, now.value);
    Tensor gradient = trial.gradient.where(wide, now.gradient);
    Tensor turn = gradient.minus(now.gradient);
    Tensor stuck = now.length.lessThan(SHORTEST_STEP).and(wide.not()); // (B, 1)
    Tensor keep = stuck.not().unsqueeze(-1).to(point.type());
    Tensor steps = pushed(now.steps, move, wide).times(keep);
    Tensor turns = pushed(now.turns, turn, wide).times(keep);

    Tensor newton = capped(twoLoop(gradient, steps, turns));
    Tensor direction = newton.where(wide.or(stuck), now.direction);
    Tensor one = now.length.times(0).plus(1);
    Tensor length = one.where(wide, now.length.times(HALVING));
    length = one.times(0.1).where(stuck, length);
    return new State(point, value, gradient, steps, turns, direction, length);
  }

  private static Tensor pushed(Tensor history, Tensor entry, Tensor accept) {
    long memory = history.size(1);
    Tensor shifted = Tensor.cat(1, history.narrow(1, 1, memory - 1), entry.unsqueeze(1));
    return shifted.where(accept.unsqueeze(-1), history);
  }

  /** The quasi-Newton direction −H·g. */
  private Tensor twoLoop(Tensor gradient, Tensor steps, Tensor turns) {
    Tensor curvature = steps.times(turns).sum(-1); // (B, memory)
    Tensor useful = curvature.greaterThan(1e-12);
    Tensor weight = curvature.clampMin(1e-12).reciprocal().times(useful.to(gradient.type()));
    Tensor direction = gradient;
    Tensor[] shares = new Tensor[memory];
    for (int i = memory - 1; i >= 0; i--) {
      Tensor step = steps.select(1, i);
      shares[i] = weight.narrow(1, i, 1).times(step.times(direction).sumKeeping(-1));
      direction = direction.minus(shares[i].times(turns.select(1, i)));
    }
    direction = direction.times(firstScale(curvature, turns));
    for (int i = 0; i < memory; i++) {
      Tensor turn = turns.select(1, i);
      Tensor share = weight.narrow(1, i, 1).times(turn.times(direction).sumKeeping(-1));
      direction = direction.plus(shares[i].minus(share).times(steps.select(1, i)));
    }
    return direction.negate();
  }

  /** sᵀy / yᵀy of the latest pair, or 1 where it has no positive curvature. */
  private Tensor firstScale(Tensor curvature, Tensor turns) {
    Tensor latest = curvature.narrow(1, memory - 1, 1); // (B, 1)
    Tensor size = turns.select(1, memory - 1).square().sumKeeping(-1).clampMin(1e-30);
    Tensor one = latest.times(0).plus(1);
    return latest.over(size).where(latest.greaterThan(1e-12), one);
  }

  /** Shortened so that no variable moves further than the longest step. */
  private Tensor capped(Tensor direction) {
    Tensor largest = direction.abs().maxKeeping(-1); // (B, 1)
    Tensor factor = largest.over(longestStep).clampMin(1).reciprocal();
    return direction.times(factor);
  }
}
