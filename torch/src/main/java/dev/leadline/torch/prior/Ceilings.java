package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;

/** The values above which nothing gets worse, for each of B tasks. */
record Ceilings(Tensor limited, Tensor highest) { // (B, 1) each

  /* As a classifier that has learned nothing always names the most frequent class. From a tenth of the cube to nearly all of
   * it lies at the ceiling. */

  /**
   * Draws ceilings.
   *
   * @param values (B, R), those at points by which the share of the ceiling is measured
   */
  static Ceilings draw(FunctionPriorConfig config, Tensor values, Chance chance) {
    Tensor sorted = values.sort(1, Order.ASCENDING).first();
    Tensor place = chance.uniform(0.05, 0.9, 1).times((double) values.size(1)).floor();
    return new Ceilings(
        chance.happens(config.blemishes().ceilings(), 1), sorted.gather(1, place.to(DType.INT64)));
  }

  /** The values (B, M) with none above the ceiling. */
  Tensor under(Tensor values) {
    return values.minimum(highest).where(limited, values);
  }
}
