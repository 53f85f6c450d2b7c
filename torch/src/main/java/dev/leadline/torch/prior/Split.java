package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;

/** How drawn points are divided into a context that is seen and queries that are predicted. */
public enum Split {
  /** Every point is as likely to be seen as any other. */
  UNIFORM {
    @Override
    Tensor keys(Tensor values, TensorRandom random) {
      return random.uniform(DType.FLOAT64, values.shape());
    }
  },

  /**
   * §4.1: points are seen without replacement in proportion to softmax(y), y in units of the task's
   * own standard deviation, so that the lower values are left to be predicted.
   */
  HIGH_VALUES {
    @Override
    Tensor keys(Tensor values, TensorRandom random) {
      Tensor centred = values.minus(values.meanKeeping(1));
      Tensor deviation = centred.square().meanKeeping(1).sqrt().clampMin(1e-12);
      return centred.over(deviation).plus(random.gumbel(DType.FLOAT64, values.shape()));
    }
  };

  /* Adding Gumbel noise to logits and taking the largest keys first is sampling without replacement. */
  abstract Tensor keys(Tensor values, TensorRandom random);

  /** The order (B, N) in which points are seen: a permutation of each task's points. */
  Tensor order(Tensor values, TensorRandom random) {
    return keys(values, random).argsort(1, Order.DESCENDING);
  }
}
