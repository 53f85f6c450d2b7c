package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Many elements of a tensor made one, or put in order. */
sealed interface Reductions extends TensorOperations permits Tensor {

  default Tensor sum() {
    return new Tensor(handle(this).sum());
  }

  /** The sum over axes, which disappear. */
  default Tensor sum(long... axes) {
    return new Tensor(torch.sum(handle(this), axes, false, new ScalarTypeOptional()));
  }

  /** The sum over axes, which stay with extent one. */
  default Tensor sumKeeping(long... axes) {
    return new Tensor(torch.sum(handle(this), axes, true, new ScalarTypeOptional()));
  }

  default Tensor mean() {
    return new Tensor(handle(this).mean());
  }

  default Tensor mean(long... axes) {
    return new Tensor(torch.mean(handle(this), axes, false, new ScalarTypeOptional()));
  }

  default Tensor meanKeeping(long... axes) {
    return new Tensor(torch.mean(handle(this), axes, true, new ScalarTypeOptional()));
  }

  /** The largest value of an axis, which stays with extent one. */
  default Tensor maxKeeping(long axis) {
    return new Tensor(handle(this).amax(new long[] {axis}, true));
  }

  /** The smallest value of an axis, which stays with extent one. */
  default Tensor minKeeping(long axis) {
    return new Tensor(handle(this).amin(new long[] {axis}, true));
  }

  default Tensor max() {
    return new Tensor(handle(this).max());
  }

  default Tensor min() {
    return new Tensor(handle(this).min());
  }

  default Tensor logSumExpKeeping(long axis) {
    return new Tensor(handle(this).logsumexp(new long[] {axis}, true));
  }

  default Tensor cumulativeSum(int axis) {
    return new Tensor(handle(this).cumsum(axis));
  }

  /** The Euclidean norm of all elements. */
  default Tensor norm() {
    return new Tensor(handle(this).norm());
  }

  /** Whether all elements are true. */
  default Tensor all() {
    return new Tensor(handle(this).all());
  }

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
