package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.Safetensors;
import java.util.Arrays;

/** The forward pass of {@code docs/network.md}, word by word, in doubles and plain loops. */
final class ReferenceNetwork {

  private final NetworkConfig config;
  private final Safetensors weights;

  ReferenceNetwork(NetworkConfig config, Safetensors weights) {
    this.config = config;
    this.weights = weights;
  }

  /** The log masses at the queries, (Q, K). */
  double[][] logMass(double[][] contextX, double[] contextY, double[][] queryX) {
    int contextCount = contextX.length;
    double[][] token = new double[contextCount + queryX.length][];
    for (int i = 0; i < contextCount; i++) {
      double[] value = linear(new double[] {contextY[i]}, "embed.y");
      token[i] = sum(linear(standardised(contextX[i]), "embed.x"), value);
    }
    for (int i = 0; i < queryX.length; i++) {
      token[contextCount + i] = linear(standardised(queryX[i]), "embed.x");
    }
    for (int layer = 0; layer < config.layers(); layer++) {
      token = layer("layer." + layer, token, contextCount);
    }
    double[][] logMass = new double[queryX.length][];
    for (int i = 0; i < queryX.length; i++) {
      double[] last = token[contextCount + i];
      double[] normed = config.norm() == Norm.PRE ? norm(last, "norm") : last;
      logMass[i] = logSoftmax(linear(gelu(linear(normed, "head.up")), "head.down"));
    }
    return logMass;
  }

  private double[][] layer(String name, double[][] token, int contextCount) {
    boolean pre = config.norm() == Norm.PRE;
    double[][] input = new double[token.length][];
    for (int i = 0; i < token.length; i++) {
      input[i] = pre ? norm(token[i], name + ".norm1") : token[i];
    }
    double[][] next = new double[token.length][];
    for (int i = 0; i < token.length; i++) {
      double[] mixed = attention(name + ".attention", input, i, contextCount);
      double[] middle = sum(token[i], linear(mixed, name + ".attention.out"));
      if (pre) {
        next[i] = sum(middle, feedForward(norm(middle, name + ".norm2"), name));
      } else {
        middle = norm(middle, name + ".norm1");
        next[i] = norm(sum(middle, feedForward(middle, name)), name + ".norm2");
      }
    }
    return next;
  }

  private double[] attention(String name, double[][] input, int i, int contextCount) {
    int size = config.width() / config.heads();
    int keys = contextCount + (i >= contextCount ? 1 : 0); // a query sees itself
    double[] mixed = new double[config.width()];
    double[] own = linear(input[i], name + ".qkv");
    for (int h = 0; h < config.heads(); h++) {
      double[] logits = new double[keys];
      double[][] values = new double[keys][size];
      for (int j = 0; j < keys; j++) {
        int seen = j < contextCount ? j : i;
        double[] qkv = linear(input[seen], name + ".qkv");
        double dot = 0;
        for (int c = 0; c < size; c++) {
          dot += own[h * size + c] * qkv[config.width() + h * size + c];
          values[j][c] = qkv[2 * config.width() + h * size + c];
        }
        logits[j] = dot / Math.sqrt(size);
      }
      double[] share = logSoftmax(logits);
      for (int j = 0; j < keys; j++) {
        for (int c = 0; c < size; c++) {
          mixed[h * size + c] += Math.exp(share[j]) * values[j][c];
        }
      }
    }
    return mixed;
  }

  private static double[] standardised(double[] x) {
    return Arrays.stream(x).map(value -> (value - 0.5) * Math.sqrt(12)).toArray();
  }

  private double[] feedForward(double[] input, String name) {
    return linear(gelu(linear(input, name + ".up")), name + ".down");
  }

  private double[] linear(double[] input, String name) {
    float[] weight = weights.values(name + ".weight");
    double[] output = vector(name + ".bias");
    for (int row = 0; row < output.length; row++) {
      for (int column = 0; column < input.length; column++) {
        output[row] += weight[row * input.length + column] * input[column];
      }
    }
    return output;
  }

  private double[] norm(double[] input, String name) {
    double[] weight = vector(name + ".weight");
    double[] output = vector(name + ".bias");
    double mean = 0;
    for (double value : input) {
      mean += value / input.length;
    }
    double variance = 0;
    for (double value : input) {
      variance += (value - mean) * (value - mean) / input.length;
    }
    for (int c = 0; c < input.length; c++) {
      output[c] += weight[c] * (input[c] - mean) / Math.sqrt(variance + 1e-5);
    }
    return output;
  }

  private double[] vector(String name) {
    float[] values = weights.values(name);
    double[] vector = new double[values.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values[i];
    }
    return vector;
  }

  private static double[] gelu(double[] input) {
    double[] output = new double[input.length];
    for (int i = 0; i < input.length; i++) {
      output[i] = input[i] * normalCdf(input[i]);
    }
    return output;
  }

  /** Φ by its Taylor series around 0; good to 1e-12 for the |x| below 6 that occur here. */
  private static double normalCdf(double x) {
    if (Math.abs(x) > 6) {
      return x > 0 ? 1 : 0;
    }
    double term = x;
    double sum = x;
    for (int i = 3; Math.abs(term) > 1e-18; i += 2) {
      term *= x * x / i;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double[] sum(double[] left, double[] right) {
    double[] sum = left.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += right[i];
    }
    return sum;
  }

  private static double[] logSoftmax(double[] logits) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double logit : logits) {
      largest = Math.max(largest, logit);
    }
    double total = 0;
    for (double logit : logits) {
      total += Math.exp(logit - largest);
    }
    double[] result = logits.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] -= largest + Math.log(total);
    }
    return result;
  }
}
