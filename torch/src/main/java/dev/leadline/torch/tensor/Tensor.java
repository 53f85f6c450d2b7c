package dev.leadline.torch.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An array of numbers on a device, freed by the {@link TensorScope} it was made in.
 *
 * <p>Has the operations in use and no others. They make new tensors unless their name ends in
 * {@code InPlace}. Not thread-safe; a tensor may be handed to another thread if the first one no
 * longer uses it.
 */
public final class Tensor
    implements ElementWise, InPlace, LinearAlgebra, Reading, Reductions, Views {

  /* What a tensor owns and how it is made stands here, each family of operations in an interface of its own. Results that
   * libtorch returns by reference are copied into handles of their own, because the reference dies with its container. */

  /** Two tensors from one operation. */
  public record Pair(Tensor first, Tensor second) {}

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

  // ---- shape, type and lifetime

  public long[] shape() {
    long[] shape = new long[rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = handle.size(i);
    }
    return shape;
  }

  private int rank() {
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

  // ---- several at once

  public static Tensor cat(int axis, Tensor... parts) {
    return new Tensor(torch.cat(vector(parts), axis));
  }

  public static Tensor stack(int axis, Tensor... parts) {
    return new Tensor(torch.stack(vector(parts), axis));
  }

  // ---- handles

  static List<Tensor> list(TensorVector parts) {
    List<Tensor> list = new ArrayList<>();
    for (long i = 0; i < parts.size(); i++) {
      list.add(own(parts.get(i)));
    }
    return list;
  }

  static TensorVector vector(Tensor... parts) {
    org.bytedeco.pytorch.Tensor[] handles = new org.bytedeco.pytorch.Tensor[parts.length];
    for (int i = 0; i < parts.length; i++) {
      handles[i] = parts[i].handle;
    }
    return new TensorVector(handles);
  }

  static Pair pair(T_TensorTensor_T tuple) {
    return new Pair(own(tuple.get0()), own(tuple.get1()));
  }

  static Tensor own(org.bytedeco.pytorch.Tensor reference) {
    return new Tensor(new org.bytedeco.pytorch.Tensor(reference));
  }

  @Override
  public String toString() {
    return "Tensor" + Arrays.toString(shape()) + " " + type() + " " + device();
  }
}
