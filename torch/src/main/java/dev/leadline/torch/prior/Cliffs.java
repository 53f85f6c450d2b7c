package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;

/** A corner of the cube for each of B tasks in which values are higher by a constant. */
record Cliffs(Tensor direction, Tensor edge, Tensor height) { // (B, D, 1), (B, 1), (B, 1)

  /* As a learner diverges where its rate is high and its batch small. The corner lies beyond an edge across one or two inputs
   * and holds a twentieth to a third of the cube; a task without a cliff has height 0. */

  /**
   * Draws cliffs.
   *
   * @param reference (B, R, D), points by which the share of the corner is measured
   * @param deviation (B, 1), the unit of the height
   */
  static Cliffs draw(
      FunctionPriorConfig config,
      InputSpaces spaces,
      Tensor reference,
      Tensor deviation,
      Chance chance) {
    Tensor present = spaces.present(); // (B, D)
    Tensor lot = chance.uniform(1e-3, 1, present.size(1)).times(present);
    Tensor second =
        lot.sort(1, Order.DESCENDING).first().narrow(1, Math.min(1, lot.size(1) - 1), 1);
    Tensor least = second.where(chance.happens(0.6, 1), lot.maxKeeping(1)); // (B, 1)
    Tensor used = lot.lessThan(least).not().to(DType.FLOAT32).times(present); // (B, D)
    Tensor direction = chance.normal(present.size(1)).times(used).unsqueeze(2); // (B, D, 1)
    Tensor along = reference.matmul(direction).squeeze(-1).sort(1, Order.ASCENDING).first();
    int points = (int) along.size(1);
    Tensor place = chance.uniform(0.67, 0.95, 1).times(points).floor().clamp(0, points - 1);
    Tensor edge = along.gather(1, place.to(DType.INT64)); // (B, 1)
    Tensor on = chance.happens(config.blemishes().cliffs(), 1).to(DType.FLOAT32);
    Tensor height = chance.logUniform(1, 100, 1).times(deviation).times(on);
    return new Cliffs(direction, edge, height);
  }

  /** What is added to the values (B, M) at the points (B, M, D). */
  Tensor at(Tensor points) {
    Tensor along = points.matmul(direction).squeeze(-1); // (B, M)
    return along.greaterThan(edge).to(DType.FLOAT32).times(height);
  }
}
