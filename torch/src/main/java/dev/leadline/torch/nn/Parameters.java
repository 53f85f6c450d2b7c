package dev.leadline.torch.nn;

import dev.leadline.torch.nn.Parameters.ParameterSpec.Initial;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The named parameters of a network, all in one flat float32 buffer.
 *
 * <p>Owns its tensors until closed. Not thread-safe.
 */
public final class Parameters implements AutoCloseable {

  /* One buffer makes an optimiser step, a gradient norm and a checkpoint a handful of operations. Order inside: MATRIX, then
   * FULL. A parameter is a leaf that views the buffer, or, if the matrix type is not float32, a copy of the buffer's MATRIX
   * part that refresh() renews. Gradients stay where they come into being until gradient() puts them side by side, all at
   * once: adding each to its place would cost as many operations as there are parameters. */

  private record Place(int offset, ParameterSpec spec) {}

  private final Device device;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final Map<String, Tensor> leaves = new LinkedHashMap<>();
  private final List<Tensor> owned = new ArrayList<>();
  private final int matrixSize;
  private final Tensor values;
  private final Tensor matrixValues;

  Parameters(List<ParameterSpec> specs, Device device, DType matrixType, TensorRandom random) {
    this.device = device;
    matrixSize = place(specs, Role.MATRIX, 0);
    int size = place(specs, Role.FULL, matrixSize);
    try (TensorScope scope = new TensorScope()) {
      values = own(initialValues(specs, size, random).to(device));
      matrixValues =
          matrixType == DType.FLOAT32
              ? values
              : own(values.narrow(0, 0, matrixSize).to(matrixType));
      specs.forEach(spec -> leaves.put(spec.name, leaf(spec)));
    }
  }

  private int place(List<ParameterSpec> specs, Role role, int offset) {
    int next = offset;
    for (ParameterSpec spec : specs) {
      if (spec.role == role) {
        places.put(spec.name, new Place(next, spec));
        next += spec.size();
      }
    }
    return next;
  }

  private Tensor initialValues(List<ParameterSpec> specs, int size, TensorRandom random) {
    float[] initial = new float[size];
    for (ParameterSpec spec : specs) {
      int offset = placeOf(spec.name).offset;
      if (spec.initial instanceof Initial.Uniform uniform) {
        float[] draw = random.uniform(DType.FLOAT32, spec.size()).toFloatArray();
        for (int i = 0; i < draw.length; i++) {
          initial[offset + i] = (float) ((2 * draw[i] - 1) * uniform.bound());
        }
      } else if (spec.initial instanceof Initial.Fixed fixed) {
        Arrays.fill(initial, offset, offset + spec.size(), fixed.value());
      }
    }
    return Tensor.of(initial, Device.CPU, size);
  }

  private Tensor leaf(ParameterSpec spec) {
    int offset = placeOf(spec.name).offset;
    Tensor source = spec.role == Role.MATRIX ? matrixValues : values;
    Tensor leaf = source.narrow(0, offset, spec.size()).reshape(spec.shape()).detach();
    return own(leaf.requireGradient());
  }

  private Tensor own(Tensor tensor) {
    owned.add(tensor.keep());
    return tensor;
  }

  private Place placeOf(String name) {
    Place place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "expected one of the parameters %s but got '%s'".formatted(places.keySet(), name));
    }
    return place;
  }

  /** The parameter as a leaf of the computation. */
  Tensor get(String name) {
    Tensor leaf = leaves.get(name);
    if (leaf == null) {
      throw new IllegalArgumentException(
          "expected one of the parameters %s but got '%s'".formatted(leaves.keySet(), name));
    }
    return leaf;
  }

  public Device device() {
    return device;
  }

  /** The number of parameters. */
  public int size() {
    return (int) values.count();
  }

  /** All parameters, flat; whoever writes to them calls {@link #refresh} afterwards. */
  Tensor values() {
    return values;
  }

  /** The flat float32 gradient gathered since the last {@link #forgetGradient}. */
  Tensor gradient() {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor[] flat =
          Arrays.stream(Role.values())
              .map(role -> places.values().stream().filter(place -> place.spec.role == role))
              .map(of -> of.map(this::flatGradient).toArray(Tensor[]::new))
              .filter(parts -> parts.length > 0)
              .map(parts -> Tensor.cat(0, parts).to(DType.FLOAT32))
              .toArray(Tensor[]::new);
      return scope.escape(Tensor.cat(0, flat));
    }
  }

  private Tensor flatGradient(Place place) {
    Tensor leaf = get(place.spec.name);
    Tensor given = leaf.gradient();
    return given == null
        ? Tensor.zeros(device, leaf.type(), place.spec.size())
        : given.reshape(place.spec.size());
  }

  void forgetGradient() {
    leaves.values().forEach(Tensor::dropGradient);
  }

  /** Renews the copies that are computed in the matrix type. */
  void refresh() {
    if (matrixValues != values) {
      try (NoGrad off = new NoGrad()) {
        matrixValues.copyInPlace(values.narrow(0, 0, matrixSize));
      }
    }
  }

  /** The names, in the order of the network's table. */
  public List<String> names() {
    return List.copyOf(leaves.keySet());
  }

  public int[] shape(String name) {
    return Arrays.stream(placeOf(name).spec.shape()).mapToInt(Math::toIntExact).toArray();
  }

  /** The values of one parameter, row-major. */
  public float[] values(String name) {
    Place place = placeOf(name);
    try (TensorScope scope = new TensorScope()) {
      return values.narrow(0, place.offset, place.spec.size()).toFloatArray();
    }
  }

  /** Replaces the values of one parameter. */
  public void set(String name, float... newValues) {
    Place place = placeOf(name);
    if (newValues.length != place.spec.size()) {
      throw new IllegalArgumentException(
          "expected %d values for parameter '%s' but got %d"
              .formatted(place.spec.size(), name, newValues.length));
    }
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      values
          .narrow(0, place.offset, newValues.length)
          .copyInPlace(Tensor.of(newValues, device, newValues.length));
      refresh();
    }
  }

  @Override
  public void close() {
    owned.forEach(Tensor::free);
    owned.clear();
  }

  /** A named parameter before it has values. Immutable. */
  static final class ParameterSpec {

    /** How a parameter takes part in the computation. */
    enum Role {
      /** A factor or bias of a matrix product of a layer; computed in the matrix type. */
      MATRIX,
      /** Computed in float32. */
      FULL
    }

    /** The first values of a parameter. */
    sealed interface Initial {
      /** Uniform between −bound and bound. */
      record Uniform(double bound) implements Initial {}

      /** This value everywhere. */
      record Fixed(float value) implements Initial {}
    }

    final String name;
    final Role role;
    final Initial initial;
    private final long[] shape;

    ParameterSpec(String name, Role role, Initial initial, long... shape) {
      this.name = name;
      this.role = role;
      this.initial = initial;
      this.shape = shape.clone();
    }

    long[] shape() {
      return shape.clone();
    }

    int size() {
      return Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
    }
  }
}
