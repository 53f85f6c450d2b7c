package dev.leadline.torch.nn;

import java.util.Arrays;

/** A named parameter before it has values. Immutable. */
final class ParameterSpec {

  /** How a parameter takes part in the computation. */
  enum Role {
    /** A factor or bias of a matrix product of a layer; computed in the matrix type. */
    MATRIX,
    /** Computed in float32. */
    FULL,
    /** Computed in float32 and not pulled towards zero. */
    FREE
  }

  /** The first values of a parameter. */
  sealed interface Initial {
    /** Uniform between −bound and bound. */
    record Uniform(double bound) implements Initial {}

    /** These values, row-major; a single one fills the parameter. */
    final class Fixed implements Initial {
      final float[] values;

      Fixed(float... values) {
        this.values = values.clone();
      }
    }
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
