package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;

/** The variables that stand for lengthscales, output scale and noise in a search. */
public enum Coordinates {
  /** The hyper-parameters themselves; a search begins at the modes of their laws. */
  PLAIN {
    @Override
    Tensor scale(Tensor variable) {
      return variable;
    }

    @Override
    double variable(double scale) {
      return scale;
    }

    @Override
    double start(double mode) {
      return mode;
    }
  },

  /** A scale is ln(1 + e^u) and begins at u = 0; the noise is plain. */
  SOFTPLUS {
    @Override
    Tensor scale(Tensor variable) {
      return variable.negate().sigmoid().log().negate();
    }

    @Override
    double variable(double scale) {
      return scale + Math.log1p(-Math.exp(-scale));
    }

    @Override
    double start(double mode) {
      return 0;
    }
  },

  /** Logarithms of scales and noise: the quickest when a mode is near. */
  LOGARITHMS {
    @Override
    Tensor scale(Tensor variable) {
      return variable.exp();
    }

    @Override
    Tensor noise(Tensor variable) {
      return variable.exp();
    }

    @Override
    double variable(double scale) {
      return Math.log(scale);
    }

    @Override
    double noiseVariable(double noise) {
      return Math.log(noise);
    }

    @Override
    double start(double mode) {
      return Math.log(mode);
    }
  };

  /** The lengthscales or output scales of variables. */
  abstract Tensor scale(Tensor variable);

  /** The noise variances of variables. */
  Tensor noise(Tensor variable) {
    return variable;
  }

  abstract double variable(double scale);

  double noiseVariable(double noise) {
    return noise;
  }

  /** Where a scale with this mode begins. */
  abstract double start(double mode);
}
