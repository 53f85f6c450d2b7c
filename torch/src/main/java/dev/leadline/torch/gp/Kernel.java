package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;

/** A stationary correlation function with k(x, x) = 1. */
public enum Kernel {
  MATERN_52(5) {
    @Override
    public Tensor of(Tensor squaredDistance) {
      Tensor scaled = squaredDistance.times(5);
      Tensor distance = root(scaled);
      return scaled.over(3).plus(distance).plus(1).times(distance.negate().exp());
    }

    @Override
    Tensor covariance(Tensor square, Tensor logVariance) {
      Tensor distance = root(square);
      Tensor decay = logVariance.minus(distance).exp();
      return decay.plusProduct(decay, distance.plus(1.0 / 3, square));
    }

    @Override
    Tensor overwriting(Tensor square) {
      Tensor distance = square.clampMinInPlace(SMALLEST_SQUARE).sqrt();
      square.plusInPlace(3, distance);
      Tensor decay = distance.negateInPlace().expInPlace();
      return decay.plusProductInPlace(1.0 / 3, decay, square);
    }
  },
  RBF(0.5) {
    @Override
    public Tensor of(Tensor squaredDistance) {
      return squaredDistance.times(-0.5).exp();
    }

    @Override
    Tensor covariance(Tensor square, Tensor logVariance) {
      return logVariance.minus(square).exp();
    }

    @Override
    Tensor overwriting(Tensor square) {
      return square.clampMinInPlace(0).negateInPlace().expInPlace();
    }
  };

  /* The root is taken no closer to zero than 1e-12, where Matérn-5/2 is flat to the last digit of a double. It keeps the
   * gradient finite on the diagonal. */
  private static final double SMALLEST_SQUARE = 1e-24;

  private final double unit;

  Kernel(double unit) {
    this.unit = unit;
  }

  /** The correlations at squared distances in units of the lengthscale. */
  public abstract Tensor of(Tensor squaredDistance);

  /**
   * The correlations times a variance at squared distances that were multiplied by {@link #unit}
   * and may be off to below zero: in half as many operations as {@link #of}, with gradients.
   *
   * @param square (B, N, M)
   * @param logVariance (B, 1, 1)
   */
  abstract Tensor covariance(Tensor square, Tensor logVariance);

  /**
   * The correlations at squared distances that were multiplied by {@link #unit} and are lost: for
   * large arrays without a gradient, in half as many passes over memory as {@link #of}.
   */
  abstract Tensor overwriting(Tensor square);

  /** What {@link #covariance} and {@link #overwriting} want squared distances multiplied by. */
  double unit() {
    return unit;
  }

  /**
   * The correlations between two sets of points.
   *
   * @param first (B, N, D)
   * @param second (B, M, D)
   * @param lengthscale (B, D)
   * @return (B, N, M)
   */
  public Tensor between(Tensor first, Tensor second, Tensor lengthscale) {
    Tensor inverse = lengthscale.reciprocal().unsqueeze(1); // (B, 1, D)
    Tensor scaledFirst = first.minus(0.5).times(inverse);
    Tensor scaledSecond = second.minus(0.5).times(inverse);
    return of(squaredDistance(scaledFirst, scaledSecond));
  }

  /**
   * Squared Euclidean distances by a matrix product, for double precision: off by about 1e-16 of
   * the largest squared norm.
   *
   * @param first (…, N, D)
   * @param second (…, M, D)
   * @return (…, N, M)
   */
  private static Tensor squaredDistance(Tensor first, Tensor second) {
    Tensor normFirst = first.square().sumKeeping(-1); // (…, N, 1)
    Tensor normSecond = second.square().sumKeeping(-1).transpose(-2, -1); // (…, 1, M)
    Tensor product = first.matmul(second.transpose(-2, -1)); // (…, N, M)
    return normFirst.plus(normSecond).minus(product.times(2)).clampMin(0);
  }

  private static Tensor root(Tensor square) {
    return square.clampMin(SMALLEST_SQUARE).sqrt();
  }
}
