package dev.leadline.lengthscale;

import dev.leadline.pfn.Safetensors;
import dev.leadline.surrogate.StandardNormal;
import java.util.Arrays;

/**
 * A layer of a transformer as PyTorch's encoder has it, with its norms first and GELU. Immutable
 * and thread-safe.
 */
record TransformerLayer(
    Norm before, Linear projections, Linear out, Norm between, Linear wide, Linear narrow) {

  private static final int HEADS = 4;

  static TransformerLayer of(Safetensors weights, String name) {
    return new TransformerLayer(
        new Norm(weights, name + "norm1"),
        Linear.of(weights, name + "self_attn.in_proj_weight", name + "self_attn.in_proj_bias"),
        Linear.of(weights, name + "self_attn.out_proj"),
        new Norm(weights, name + "norm2"),
        Linear.of(weights, name + "linear1"),
        Linear.of(weights, name + "linear2"));
  }

  /** A layer norm with its scale and shift. */
  private static final class Norm {

    private static final double EPSILON = 1e-5;

    private final double[] scale;
    private final double[] shift;

    Norm(Safetensors weights, String name) {
      scale = Linear.vector(weights, name + ".weight");
      shift = Linear.vector(weights, name + ".bias");
    }

    double[] of(double[] x) {
      double mean = Arrays.stream(x).average().orElseThrow();
      double variance = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      double size = 1 / Math.sqrt(variance + EPSILON);
      double[] y = new double[x.length];
      Arrays.setAll(y, i -> (x[i] - mean) * size * scale[i] + shift[i]);
      return y;
    }
  }

  /** Changes the tokens (S, E) in place. */
  void apply(double[][] tokens) {
    double[][] projected =
        Arrays.stream(tokens)
            .map(token -> projections.of(before.of(token)))
            .toArray(double[][]::new);
    for (int i = 0; i < tokens.length; i++) {
      add(tokens[i], out.of(attended(projected, i)));
      double[] inner = wide.of(between.of(tokens[i]));
      Arrays.setAll(inner, c -> inner[c] * StandardNormal.cdf(inner[c]));
      add(tokens[i], narrow.of(inner));
    }
  }

  /**
   * What token i takes from all of them, head by head; rows are queries, keys and values (S, 3E).
   */
  private static double[] attended(double[][] rows, int i) {
    int width = rows[i].length / 3;
    int head = width / HEADS;
    double[] taken = new double[width];
    double[] weight = new double[rows.length];
    for (int from = 0; from < width; from += head) {
      double sum = 0;
      for (int j = 0; j < rows.length; j++) {
        double product = 0;
        for (int c = from; c < from + head; c++) {
          product += rows[i][c] * rows[j][width + c];
        }
        weight[j] = product / Math.sqrt(head);
      }
      double most = Arrays.stream(weight).max().orElseThrow();
      for (int j = 0; j < rows.length; j++) {
        weight[j] = Math.exp(weight[j] - most);
        sum += weight[j];
      }
      for (int j = 0; j < rows.length; j++) {
        for (int c = from; c < from + head; c++) {
          taken[c] += weight[j] / sum * rows[j][2 * width + c];
        }
      }
    }
    return taken;
  }

  private static void add(double[] sum, double[] x) {
    for (int c = 0; c < sum.length; c++) {
      sum[c] += x[c];
    }
  }
}
