package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The order of a tensor's elements along an axis. */
sealed interface Ranking extends TensorOperations permits Tensor {

  /** Sorted values and their positions. */
  default Tensor.Pair sort(int axis, Order order) {
    return Tensor.pair(handle(this).sort(axis, order == Order.DESCENDING));
  }

  default Tensor argsort(int axis, Order order) {
    return new Tensor(handle(this).argsort(axis, order == Order.DESCENDING));
  }

  /** For each value the number of these sorted entries (last axis) that are at most the value. */
  default Tensor searchSorted(Tensor values) {
    return new Tensor(
        torch.searchsorted(
            handle(this),
            values.handle,
            false,
            true,
            new StringViewOptional(),
            new TensorOptional()));
  }

  /** The index of the smallest value of an axis. */
  default Tensor argMin(int axis) {
    return new Tensor(handle(this).argmin(new LongOptional(axis), false));
  }

  /** The index of the largest value of an axis. */
  default Tensor argMax(int axis) {
    return new Tensor(handle(this).argmax(new LongOptional(axis), false));
  }
}
