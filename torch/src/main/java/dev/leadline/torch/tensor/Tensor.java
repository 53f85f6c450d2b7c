package dev.leadline.torch.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * An array of numbers on a device, freed by the {@link TensorScope} it was made in.
 *
 * <p>Has the operations in use and no others, one method each, grouped by theme. Operations make
 * new tensors unless their name ends in {@code InPlace}. Not thread-safe; a tensor may be handed to
 * another thread if the first one no longer uses it.
 */
public final class Tensor {

  /* Longer than other files: one flat list of operations. Results that libtorch returns by reference are copied into handles
   * of their own, because the reference dies with its container. */

  /** Two tensors from one operation. */
  public record Pair(Tensor first, Tensor second) {}

  private static final NamedOperation COPY_EACH = new NamedOperation("aten::_foreach_copy_");

  final org.bytedeco.pytorch.Tensor handle;

  Tensor(org.bytedeco.pytorch.Tensor handle) {
    this.handle = handle;
  }

  // ---- making

  public static Tensor empty(Device device, DType type, long... shape) {
    return new Tensor(torch.empty(shape, options(device, type), new MemoryFormatOptional()));
  }

  public static Tensor zeros(Device device, DType type, long... shape) {
    return new Tensor(torch.zeros(shape, options(device, type)));
  }

  public static Tensor full(double value, Device device, DType type, long... shape) {
    return new Tensor(torch.full(shape, new Scalar(value), options(device, type)));
  }

  /** 0 … n−1. */
  public static Tensor range(long n, Device device, DType type) {
    return new Tensor(torch.arange(new Scalar(n), options(device, type)));
  }

  public static Tensor identity(long n, Device device, DType type) {
    return new Tensor(torch.eye(n, options(device, type)));
  }

  /** A float32 tensor of the values, row-major. */
  public static Tensor of(float[] values, Device device, long... shape) {
    Tensor host = staging(device, DType.FLOAT32, checked(values.length, shape));
    if (values.length > 0) {
      host.handle.data_ptr_float().put(values);
    }
    return host.to(device);
  }

  /** A float64 tensor of the values, row-major. */
  public static Tensor of(double[] values, Device device, long... shape) {
    Tensor host = staging(device, DType.FLOAT64, checked(values.length, shape));
    if (values.length > 0) {
      host.handle.data_ptr_double().put(values);
    }
    return host.to(device);
  }

  /** An int64 tensor of the values, row-major. */
  public static Tensor of(long[] values, Device device, long... shape) {
    Tensor host = staging(device, DType.INT64, checked(values.length, shape));
    if (values.length > 0) {
      host.handle.data_ptr_long().put(values);
    }
    return host.to(device);
  }

  /* From memory that a GPU reads itself a copy waits for nothing; from other memory it may wait for all work before it. */
  private static Tensor staging(Device target, DType type, long... shape) {
    TensorOptions options = options(Device.CPU, type);
    if (target == Device.CUDA) {
      options = options.pinned_memory(new BoolOptional(true));
    }
    return new Tensor(torch.empty(shape, options, new MemoryFormatOptional()));
  }

  private static long[] checked(int length, long... shape) {
    long product = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    if (product != length) {
      throw new IllegalArgumentException(
          "expected %d values for the shape %s but got %d"
              .formatted(product, Arrays.toString(shape), length));
    }
    return shape;
  }

  private static TensorOptions options(Device device, DType type) {
    return new TensorOptions(type.scalarType()).device(new DeviceOptional(device.handle()));
  }

  // ---- reading

  public float[] toFloatArray() {
    try (TensorScope scope = new TensorScope()) {
      float[] values = new float[Math.toIntExact(count())];
      if (values.length > 0) { // an empty tensor has no memory
        host(DType.FLOAT32).handle.data_ptr_float().get(values);
      }
      return values;
    }
  }

  public double[] toDoubleArray() {
    try (TensorScope scope = new TensorScope()) {
      double[] values = new double[Math.toIntExact(count())];
      if (values.length > 0) { // an empty tensor has no memory
        host(DType.FLOAT64).handle.data_ptr_double().get(values);
      }
      return values;
    }
  }

  /** The rows of a matrix, read in one piece because every read waits for the device. */
  public double[][] toDoubleRows() {
    double[] flat = contiguous().toDoubleArray();
    int width = (int) size(1);
    double[][] rows = new double[(int) size(0)][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(flat, i * width, (i + 1) * width));
    return rows;
  }

  public long[] toLongArray() {
    try (TensorScope scope = new TensorScope()) {
      long[] values = new long[Math.toIntExact(count())];
      if (values.length > 0) { // an empty tensor has no memory
        host(DType.INT64).handle.data_ptr_long().get(values);
      }
      return values;
    }
  }

  /** The bytes of a {@link DType#UINT8} tensor. */
  public byte[] toByteArray() {
    try (TensorScope scope = new TensorScope()) {
      byte[] values = new byte[Math.toIntExact(count())];
      new BytePointer(host(DType.UINT8).handle.data_ptr_byte()).get(values);
      return values;
    }
  }

  /** The value of a tensor with one element. Waits for the device. */
  public double item() {
    if (count() != 1) {
      throw new IllegalArgumentException(
          "expected a tensor with one element but its shape is " + Arrays.toString(shape()));
    }
    return handle.item_double();
  }

  private Tensor host(DType type) {
    return detach().to(Device.CPU).to(type).contiguous();
  }

  // ---- shape, type and lifetime

  public long[] shape() {
    long[] shape = new long[rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = handle.size(i);
    }
    return shape;
  }

  public int rank() {
    return (int) handle.dim();
  }

  /** The extent of an axis; negative axes count from the end. */
  public long size(int axis) {
    return handle.size(axis);
  }

  /** The number of elements. */
  public long count() {
    return handle.numel();
  }

  public DType type() {
    return DType.of(handle.scalar_type());
  }

  public Device device() {
    return handle.is_cuda() ? Device.CUDA : Device.CPU;
  }

  /** This tensor, checked to have the shape; −1 matches any extent. */
  public Tensor expect(String name, long... shape) {
    long[] actual = shape();
    boolean matches = actual.length == shape.length;
    for (int i = 0; matches && i < shape.length; i++) {
      matches = shape[i] == -1 || shape[i] == actual[i];
    }
    if (!matches) {
      throw new IllegalArgumentException(
          "expected %s of shape %s but was %s"
              .formatted(name, Arrays.toString(shape), Arrays.toString(actual)));
    }
    return this;
  }

  /** Keeps the tensor beyond every scope, until {@link #free} is called as often. */
  public Tensor keep() {
    handle.retainReference();
    return this;
  }

  /** Gives up what {@link #keep} holds. */
  public void free() {
    handle.releaseReference();
  }

  public Tensor to(Device device) {
    return new Tensor(
        handle.to(
            device.handle(),
            handle.scalar_type(),
            device == Device.CUDA, // a copy to the host must have arrived when it is read
            false,
            new MemoryFormatOptional()));
  }

  public Tensor to(DType type) {
    return new Tensor(handle.to(type.scalarType()));
  }

  public Tensor contiguous() {
    return new Tensor(handle.contiguous());
  }

  public Tensor copy() {
    return new Tensor(handle.clone(new MemoryFormatOptional()));
  }

  // ---- views and rearrangement

  public Tensor reshape(long... shape) {
    return new Tensor(handle.reshape(shape));
  }

  public Tensor transpose(int first, int second) {
    return new Tensor(handle.transpose(first, second));
  }

  public Tensor permute(long... axes) {
    return new Tensor(handle.permute(axes));
  }

  public Tensor unsqueeze(int axis) {
    return new Tensor(handle.unsqueeze(axis));
  }

  public Tensor squeeze(int axis) {
    return new Tensor(handle.squeeze(axis));
  }

  /** A view with extents of one repeated; −1 keeps an extent. */
  public Tensor expand(long... shape) {
    return new Tensor(handle.expand(shape));
  }

  /** A view of {@code length} entries of an axis. */
  public Tensor narrow(int axis, long start, long length) {
    return new Tensor(handle.narrow(axis, start, length));
  }

  /** A view of one entry of an axis, which disappears. */
  public Tensor select(int axis, long index) {
    return new Tensor(handle.select(axis, index));
  }

  /** Zeros before the entries of the last two axes. */
  public Tensor padFront(long rows, long columns) {
    return new Tensor(torch.constant_pad_nd(handle, columns, 0, rows, 0));
  }

  public Tensor diagonal() {
    return new Tensor(handle.diagonal(0, -2, -1));
  }

  public Tensor lowerTriangle() {
    return new Tensor(handle.tril(0));
  }

  public Tensor flip(long... axes) {
    return new Tensor(handle.flip(axes));
  }

  public static Tensor cat(int axis, Tensor... parts) {
    return new Tensor(torch.cat(vector(parts), axis));
  }

  public static Tensor stack(int axis, Tensor... parts) {
    return new Tensor(torch.stack(vector(parts), axis));
  }

  /** Neighbouring parts of an axis with these extents. */
  public List<Tensor> split(int axis, long... sizes) {
    return list(handle.split_with_sizes(sizes, axis));
  }

  /** The entries of an axis, which disappears. */
  public List<Tensor> unbind(int axis) {
    return list(handle.unbind(axis));
  }

  private static List<Tensor> list(TensorVector parts) {
    List<Tensor> list = new ArrayList<>();
    for (long i = 0; i < parts.size(); i++) {
      list.add(own(parts.get(i)));
    }
    return list;
  }

  /** {@code result[.., i, ..] = this[.., index[.., i, ..], ..]}. */
  public Tensor gather(int axis, Tensor index) {
    return new Tensor(handle.gather(axis, index.handle));
  }

  /** The entries of an axis named by a one-dimensional index. */
  public Tensor indexSelect(int axis, Tensor index) {
    return new Tensor(handle.index_select(axis, index.handle));
  }

  /** A copy with {@code values} written where {@code index} points along the axis. */
  public Tensor scatter(int axis, Tensor index, Tensor values) {
    return new Tensor(handle.scatter(axis, index.handle, values.handle));
  }

  private static TensorVector vector(Tensor... parts) {
    org.bytedeco.pytorch.Tensor[] handles = new org.bytedeco.pytorch.Tensor[parts.length];
    for (int i = 0; i < parts.length; i++) {
      handles[i] = parts[i].handle;
    }
    return new TensorVector(handles);
  }

  // ---- arithmetic

  public Tensor plus(Tensor other) {
    return new Tensor(handle.add(other.handle));
  }

  /** {@code this + factor · other}. */
  public Tensor plus(double factor, Tensor other) {
    return new Tensor(handle.add(other.handle, new Scalar(factor)));
  }

  public Tensor plus(double value) {
    return new Tensor(handle.add(new Scalar(value)));
  }

  public Tensor minus(Tensor other) {
    return new Tensor(handle.sub(other.handle));
  }

  /** {@code this − factor · other}. */
  public Tensor minus(double factor, Tensor other) {
    return new Tensor(handle.sub(other.handle, new Scalar(factor)));
  }

  public Tensor minus(double value) {
    return new Tensor(handle.sub(new Scalar(value)));
  }

  public Tensor times(Tensor other) {
    return new Tensor(handle.mul(other.handle));
  }

  public Tensor times(double value) {
    return new Tensor(handle.mul(new Scalar(value)));
  }

  /** {@code this + first · second}, element by element. */
  public Tensor plusProduct(Tensor first, Tensor second) {
    return new Tensor(handle.addcmul(first.handle, second.handle));
  }

  public Tensor over(Tensor other) {
    return new Tensor(handle.div(other.handle));
  }

  public Tensor over(double value) {
    return new Tensor(handle.div(new Scalar(value)));
  }

  public Tensor negate() {
    return new Tensor(handle.neg());
  }

  public Tensor reciprocal() {
    return new Tensor(handle.reciprocal());
  }

  public Tensor square() {
    return new Tensor(handle.square());
  }

  public Tensor power(double exponent) {
    return new Tensor(handle.pow(new Scalar(exponent)));
  }

  // ---- functions of one element

  public Tensor exp() {
    return new Tensor(handle.exp());
  }

  public Tensor log() {
    return new Tensor(handle.log());
  }

  public Tensor log1p() {
    return new Tensor(handle.log1p());
  }

  public Tensor sqrt() {
    return new Tensor(handle.sqrt());
  }

  public Tensor abs() {
    return new Tensor(handle.abs());
  }

  public Tensor sign() {
    return new Tensor(handle.sign());
  }

  public Tensor sin() {
    return new Tensor(handle.sin());
  }

  public Tensor cos() {
    return new Tensor(handle.cos());
  }

  public Tensor tanh() {
    return new Tensor(handle.tanh());
  }

  public Tensor sinh() {
    return new Tensor(handle.sinh());
  }

  public Tensor asinh() {
    return new Tensor(handle.asinh());
  }

  public Tensor erf() {
    return new Tensor(handle.erf());
  }

  /** e^(x²)·(1 − erf x). */
  public Tensor erfcScaled() {
    return new Tensor(torch.special_erfcx(handle));
  }

  public Tensor erfInverse() {
    return new Tensor(handle.erfinv());
  }

  public Tensor floor() {
    return new Tensor(handle.floor());
  }

  public Tensor round() {
    return new Tensor(handle.round());
  }

  public Tensor relu() {
    return new Tensor(handle.relu());
  }

  /** x·Φ(x), exact. */
  public Tensor gelu() {
    return new Tensor(torch.gelu(handle));
  }

  public Tensor sigmoid() {
    return new Tensor(handle.sigmoid());
  }

  public Tensor logSigmoid() {
    return new Tensor(torch.log_sigmoid(handle));
  }

  public Tensor clamp(double low, double high) {
    return new Tensor(
        handle.clamp(new ScalarOptional(new Scalar(low)), new ScalarOptional(new Scalar(high))));
  }

  public Tensor clampMin(double low) {
    return new Tensor(handle.clamp_min(new Scalar(low)));
  }

  public Tensor maximum(Tensor other) {
    return new Tensor(handle.maximum(other.handle));
  }

  public Tensor minimum(Tensor other) {
    return new Tensor(handle.minimum(other.handle));
  }

  // ---- comparison and choice

  public Tensor lessThan(Tensor other) {
    return new Tensor(handle.lt(other.handle));
  }

  public Tensor lessThan(double value) {
    return new Tensor(handle.lt(new Scalar(value)));
  }

  public Tensor greaterThan(Tensor other) {
    return new Tensor(handle.gt(other.handle));
  }

  public Tensor greaterThan(double value) {
    return new Tensor(handle.gt(new Scalar(value)));
  }

  public Tensor equalTo(double value) {
    return new Tensor(handle.eq(new Scalar(value)));
  }

  public Tensor equalTo(Tensor other) {
    return new Tensor(handle.eq(other.handle));
  }

  public Tensor isFinite() {
    return new Tensor(handle.isfinite());
  }

  public Tensor and(Tensor other) {
    return new Tensor(handle.logical_and(other.handle));
  }

  public Tensor or(Tensor other) {
    return new Tensor(handle.logical_or(other.handle));
  }

  public Tensor not() {
    return new Tensor(handle.logical_not());
  }

  /** This where the condition holds, the other elsewhere. */
  public Tensor where(Tensor condition, Tensor other) {
    return new Tensor(torch.where(condition.handle, handle, other.handle));
  }

  public Tensor maskedFill(Tensor mask, double value) {
    return new Tensor(handle.masked_fill(mask.handle, new Scalar(value)));
  }

  // ---- reduction

  /** The sum of all elements. */
  public Tensor sum() {
    return new Tensor(handle.sum());
  }

  /** The sum over axes, which disappear. */
  public Tensor sum(long... axes) {
    return new Tensor(torch.sum(handle, axes, false, new ScalarTypeOptional()));
  }

  /** The sum over axes, which disappear, in another type. */
  public Tensor sumAs(DType type, long... axes) {
    return new Tensor(torch.sum(handle, axes, false, new ScalarTypeOptional(type.scalarType())));
  }

  /** The sum over axes, which stay with extent one. */
  public Tensor sumKeeping(long... axes) {
    return new Tensor(torch.sum(handle, axes, true, new ScalarTypeOptional()));
  }

  /** The mean of all elements. */
  public Tensor mean() {
    return new Tensor(handle.mean());
  }

  public Tensor mean(long... axes) {
    return new Tensor(torch.mean(handle, axes, false, new ScalarTypeOptional()));
  }

  public Tensor meanKeeping(long... axes) {
    return new Tensor(torch.mean(handle, axes, true, new ScalarTypeOptional()));
  }

  /** The largest value of an axis, which stays with extent one. */
  public Tensor maxKeeping(long axis) {
    return new Tensor(handle.amax(new long[] {axis}, true));
  }

  /** The smallest value of an axis, which stays with extent one. */
  public Tensor minKeeping(long axis) {
    return new Tensor(handle.amin(new long[] {axis}, true));
  }

  public Tensor max() {
    return new Tensor(handle.max());
  }

  public Tensor min() {
    return new Tensor(handle.min());
  }

  /** The index of the smallest value of an axis. */
  public Tensor argMin(int axis) {
    return new Tensor(handle.argmin(new LongOptional(axis), false));
  }

  /** The index of the largest value of an axis. */
  public Tensor argMax(int axis) {
    return new Tensor(handle.argmax(new LongOptional(axis), false));
  }

  public Tensor logSumExpKeeping(long axis) {
    return new Tensor(handle.logsumexp(new long[] {axis}, true));
  }

  public Tensor cumulativeSum(int axis) {
    return new Tensor(handle.cumsum(axis));
  }

  /** The Euclidean norm of all elements. */
  public Tensor norm() {
    return new Tensor(handle.norm());
  }

  /** The sums of squares over an axis, which disappears, in one pass. */
  public Tensor squaredNorm(long axis) {
    return new Tensor(handle.norm(new ScalarOptional(new Scalar(2.0)), new long[] {axis}, false))
        .square();
  }

  /** Whether any element is true. */
  public Tensor any() {
    return new Tensor(handle.any());
  }

  /** Whether all elements are true. */
  public Tensor all() {
    return new Tensor(handle.all());
  }

  // ---- order and search

  /** Sorted values and their positions. */
  public Pair sort(int axis, Order order) {
    return pair(handle.sort(axis, order == Order.DESCENDING));
  }

  public Tensor argsort(int axis, Order order) {
    return new Tensor(handle.argsort(axis, order == Order.DESCENDING));
  }

  /** For each value the number of these sorted entries (last axis) that are at most the value. */
  public Tensor searchSorted(Tensor values) {
    return new Tensor(
        torch.searchsorted(
            handle, values.handle, false, true, new StringViewOptional(), new TensorOptional()));
  }

  private static Pair pair(T_TensorTensor_T tuple) {
    return new Pair(own(tuple.get0()), own(tuple.get1()));
  }

  private static Tensor own(org.bytedeco.pytorch.Tensor reference) {
    return new Tensor(new org.bytedeco.pytorch.Tensor(reference));
  }

  // ---- linear algebra

  public Tensor matmul(Tensor other) {
    return new Tensor(handle.matmul(other.handle));
  }

  /** {@code this + first · second}, matrix products of (B, N, K) and (B, K, M). */
  public Tensor plusMatmul(Tensor first, Tensor second) {
    return new Tensor(handle.baddbmm(first.handle, second.handle));
  }

  /** {@code this + factor · first · second}, where this is expanded to (B, N, M). */
  public Tensor plusMatmul(double factor, Tensor first, Tensor second) {
    return new Tensor(
        handle.baddbmm(first.handle, second.handle, new Scalar(1.0), new Scalar(factor)));
  }

  /** {@code this · weightᵀ + bias}. */
  public Tensor linear(Tensor weight, @Nullable Tensor bias) {
    return new Tensor(
        bias == null
            ? torch.linear(handle, weight.handle)
            : torch.linear(handle, weight.handle, new TensorOptional(bias.handle)));
  }

  /** Euclidean distances between the rows of (…, N, D) and (…, M, D), from differences. */
  public Tensor distance(Tensor other) {
    return new Tensor(torch.cdist(handle, other.handle, 2, new LongOptional(2)));
  }

  /** The lower Cholesky factor; throws if any matrix of the batch has none. */
  public Tensor cholesky() {
    return new Tensor(torch.linalg_cholesky(handle));
  }

  /**
   * The lower Cholesky factors and, per matrix of the batch, 0 or the order of the leading minor
   * that is not positive. Does not wait for the device.
   */
  public Pair choleskyWithInfo() {
    return pair(torch.linalg_cholesky_ex(handle, false, false));
  }

  /** Solves {@code this · X = right} for this lower triangular. */
  public Tensor solveLower(Tensor right) {
    return new Tensor(torch.linalg_solve_triangular(handle, right.handle, false, true, false));
  }

  /** The inverse of {@code this · thisᵀ} for this lower triangular. */
  public Tensor choleskyInverse() {
    return new Tensor(handle.cholesky_inverse(false));
  }

  // ---- network

  public Tensor softmax(int axis) {
    return new Tensor(handle.softmax(axis));
  }

  public Tensor logSoftmax(int axis) {
    return new Tensor(handle.log_softmax(axis));
  }

  /** Normalised over the last axis, then scaled and shifted. */
  public Tensor layerNorm(Tensor weight, Tensor bias, double epsilon) {
    return new Tensor(
        torch.layer_norm(
            handle,
            new long[] {size(-1)},
            new TensorOptional(weight.handle),
            new TensorOptional(bias.handle),
            epsilon,
            true));
  }

  /**
   * softmax(scale · this · keysᵀ + bias) · values, fused where the device allows it.
   *
   * @param keys (B, H, C, e); this is (B, H, S, e)
   * @param values (B, H, C, e)
   * @param bias broadcastable to (B, H, S, C), or null
   */
  public Tensor attend(Tensor keys, Tensor values, @Nullable Tensor bias, double scale) {
    TensorOptional mask = bias == null ? new TensorOptional() : new TensorOptional(bias.handle);
    return new Tensor(
        torch.scaled_dot_product_attention(
            handle,
            keys.handle,
            values.handle,
            mask,
            0.0,
            false,
            new DoubleOptional(scale),
            false));
  }

  // ---- gradients

  public Tensor detach() {
    return new Tensor(handle.detach());
  }

  /** Whether gradients can flow back from this tensor. */
  public boolean recordsGradient() {
    return handle.requires_grad();
  }

  /** Marks this leaf as a parameter. */
  public Tensor requireGradient() {
    handle.requires_grad_(true);
    return this;
  }

  /** Adds the gradient of this scalar to every parameter it depends on. */
  public void backward() {
    handle.backward();
  }

  /** Adds the gradient of {@code Σ ends · weights} to every parameter the ends depend on. */
  public static void backward(List<Tensor> ends, List<Tensor> weights) {
    torch.backward(
        vector(ends.toArray(Tensor[]::new)),
        vector(weights.toArray(Tensor[]::new)),
        new BoolOptional(),
        false,
        new TensorVector());
  }

  /** The gradient that has reached this leaf. */
  public Tensor gathered() {
    Tensor gradient = gradient();
    if (gradient == null) {
      throw new IllegalStateException("expected a gradient but none has reached this tensor yet");
    }
    return gradient;
  }

  /** The gradient gathered so far, or null. */
  public @Nullable Tensor gradient() {
    org.bytedeco.pytorch.Tensor gradient = handle.grad();
    return gradient.defined() ? own(gradient) : null;
  }

  /** Forgets the gradient gathered so far. */
  public void dropGradient() {
    handle.mutable_grad().reset();
  }

  /** The gradient of this scalar by one tensor. */
  public Tensor gradientBy(Tensor input) {
    TensorVector gradients =
        torch.grad(
            vector(this), vector(input), new TensorVector(), new BoolOptional(), false, false);
    return own(gradients.get(0));
  }

  // ---- in place

  public Tensor copyInPlace(Tensor source) {
    handle.copy_(source.handle, device() == Device.CUDA);
    return this;
  }

  /** Copies each source into the target of the same place and shape, all in one go. */
  public static void copyInPlace(List<Tensor> targets, List<Tensor> sources) {
    COPY_EACH.call(NamedOperation.list(targets), NamedOperation.list(sources), new IValue(false));
  }

  public Tensor zeroInPlace() {
    handle.zero_();
    return this;
  }

  public Tensor fillInPlace(double value) {
    handle.fill_(new Scalar(value));
    return this;
  }

  public Tensor plusInPlace(Tensor other) {
    handle.add_(other.handle);
    return this;
  }

  /** {@code this += factor · other}. */
  public Tensor plusInPlace(double factor, Tensor other) {
    handle.add_(other.handle, new Scalar(factor));
    return this;
  }

  public Tensor plusInPlace(double value) {
    handle.add_(new Scalar(value));
    return this;
  }

  public Tensor timesInPlace(Tensor other) {
    handle.mul_(other.handle);
    return this;
  }

  public Tensor timesInPlace(double value) {
    handle.mul_(new Scalar(value));
    return this;
  }

  public Tensor clampMinInPlace(double low) {
    handle.clamp_min_(new Scalar(low));
    return this;
  }

  public Tensor sqrtInPlace() {
    handle.sqrt_();
    return this;
  }

  public Tensor negateInPlace() {
    handle.neg_();
    return this;
  }

  public Tensor cosInPlace() {
    handle.cos_();
    return this;
  }

  public Tensor expm1InPlace() {
    handle.expm1_();
    return this;
  }

  public Tensor expInPlace() {
    handle.exp_();
    return this;
  }

  /** {@code this += factor · first · second}, matrix products of (B, N, K) and (B, K, M). */
  public Tensor plusMatmulInPlace(double factor, Tensor first, Tensor second) {
    handle.baddbmm_(first.handle, second.handle, new Scalar(1.0), new Scalar(factor));
    return this;
  }

  /** {@code this = first · second}, matrix products of (B, N, K) and (B, K, M). */
  public Tensor setToProduct(Tensor first, Tensor second) {
    torch.bmm_out(handle, first.handle, second.handle);
    return this;
  }

  /** {@code this = first · second}, element by element. */
  public Tensor setToTimes(Tensor first, Tensor second) {
    torch.mul_out(handle, first.handle, second.handle);
    return this;
  }

  /** {@code this += weight · (end − this)}. */
  public Tensor lerpInPlace(Tensor end, Tensor weight) {
    handle.lerp_(end.handle, weight.handle);
    return this;
  }

  /** {@code this += factor · first · second}. */
  public Tensor plusProductInPlace(double factor, Tensor first, Tensor second) {
    handle.addcmul_(first.handle, second.handle, new Scalar(factor));
    return this;
  }

  @Override
  public String toString() {
    return "Tensor" + Arrays.toString(shape()) + " " + type() + " " + device();
  }
}
