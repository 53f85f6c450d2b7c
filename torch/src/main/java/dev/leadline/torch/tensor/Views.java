package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import java.util.List;

/** A tensor's values in another arrangement, which share its memory where libtorch can. */
sealed interface Views extends TensorOperations permits Tensor {

  default Tensor reshape(long... shape) {
    return new Tensor(handle(this).reshape(shape));
  }

  default Tensor transpose(int first, int second) {
    return new Tensor(handle(this).transpose(first, second));
  }

  default Tensor unsqueeze(int axis) {
    return new Tensor(handle(this).unsqueeze(axis));
  }

  default Tensor squeeze(int axis) {
    return new Tensor(handle(this).squeeze(axis));
  }

  /** A view with extents of one repeated; −1 keeps an extent. */
  default Tensor expand(long... shape) {
    return new Tensor(handle(this).expand(shape));
  }

  /** A view of {@code length} entries of an axis. */
  default Tensor narrow(int axis, long start, long length) {
    return new Tensor(handle(this).narrow(axis, start, length));
  }

  /** A view of one entry of an axis, which disappears. */
  default Tensor select(int axis, long index) {
    return new Tensor(handle(this).select(axis, index));
  }

  default Tensor diagonal() {
    return new Tensor(handle(this).diagonal(0, -2, -1));
  }

  /** Neighbouring parts of an axis with these extents. */
  default List<Tensor> split(int axis, long... sizes) {
    return Tensor.list(handle(this).split_with_sizes(sizes, axis));
  }

  /** The entries of an axis, which disappears. */
  default List<Tensor> unbind(int axis) {
    return Tensor.list(handle(this).unbind(axis));
  }

  /** {@code result[.., i, ..] = this[.., index[.., i, ..], ..]}. */
  default Tensor gather(int axis, Tensor index) {
    return new Tensor(handle(this).gather(axis, index.handle));
  }

  /** The entries of an axis named by a one-dimensional index. */
  default Tensor indexSelect(int axis, Tensor index) {
    return new Tensor(handle(this).index_select(axis, index.handle));
  }
}
