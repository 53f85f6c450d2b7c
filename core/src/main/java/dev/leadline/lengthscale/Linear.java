package dev.leadline.lengthscale;

import dev.leadline.pfn.Safetensors;
import java.util.Arrays;

/** The affine map of a layer. Immutable and thread-safe. */
final class Linear {

  private final double[][] weight; // (out, in)
  private final double[] bias; // (out)

  private Linear(double[][] weight, double[] bias) {
    this.weight = weight;
    this.bias = bias;
  }

  static Linear of(Safetensors weights, String name) {
    return of(weights, name + ".weight", name + ".bias");
  }

  /**
   * @throws IllegalArgumentException if the arrays are missing, do not fit or are not finite
   */
  static Linear of(Safetensors weights, String weight, String bias) {
    double[] values = vector(weights, weight);
    double[] shift = vector(weights, bias);
    int[] shape = weights.shape(weight);
    if (shape.length != 2 || shape[0] != shift.length) {
      throw new IllegalArgumentException(
          "expected \"%s\" with %d rows but its shape is %s"
              .formatted(weight, shift.length, Arrays.toString(shape)));
    }
    double[][] rows = new double[shape[0]][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(values, i * shape[1], (i + 1) * shape[1]));
    return new Linear(rows, shift);
  }

  /** An array of any shape, row by row. */
  static double[] vector(Safetensors weights, String name) {
    float[] values = weights.values(name);
    double[] vector = new double[values.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values[i];
      if (!Double.isFinite(vector[i])) {
        throw new IllegalArgumentException(
            "expected finite weights but \"%s\" has %s".formatted(name, vector[i]));
      }
    }
    return vector;
  }

  int inputs() {
    return weight[0].length;
  }

  int outputs() {
    return bias.length;
  }

  double[] of(double[] x) {
    double[] y = bias.clone();
    for (int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int j = 0; j < x.length; j++) {
        sum += weight[i][j] * x[j];
      }
      y[i] += sum;
    }
    return y;
  }
}
