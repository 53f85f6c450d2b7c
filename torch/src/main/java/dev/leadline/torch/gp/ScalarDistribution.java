package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;

/** A distribution of a positive hyper-parameter. Immutable and thread-safe. */
public sealed interface ScalarDistribution {

  /** Independent draws in double precision, on the device of the stream. */
  Tensor draw(TensorRandom random, long... shape);

  /** The log density at each element. */
  Tensor logDensity(Tensor value);

  /** The most probable value. */
  double mode();

  /** The law in a space of so many dimensions. */
  default ScalarDistribution in(int dimensions) {
    return this;
  }

  /**
   * Gamma with the given shape and rate.
   *
   * @param isGrowing whether it is stretched by the square root of the number of dimensions
   */
  record Gamma(double shape, double rate, boolean isGrowing) implements ScalarDistribution {

    /** Up to this whole shape a sum of exponential variables is the shortest way. */
    private static final int WHOLE = 16;

    private static final int PROPOSALS = 5;

    public Gamma {
      positive(shape, "shape");
      positive(rate, "rate");
    }

    public Gamma(double shape, double rate) {
      this(shape, rate, false);
    }

    @Override
    public ScalarDistribution in(int dimensions) {
      return isGrowing ? new Gamma(shape, rate / Math.sqrt(dimensions)) : this;
    }

    @Override
    public Tensor draw(TensorRandom random, long... size) {
      if (shape == Math.rint(shape) && shape <= WHOLE) {
        return random.exponential(DType.FLOAT64, with((long) shape, size)).sum(0).over(rate);
      }
      if (shape < 1) { // the squeeze is valid from 1 on; smaller shapes borrow one
        Tensor root = random.uniform(DType.FLOAT64, size).log().over(shape).exp();
        return new Gamma(shape + 1, rate).draw(random, size).times(root);
      }
      return firstAccepted(random, size).over(rate);
    }

    /* Marsaglia and Tsang's squeeze without a branch: the first of a few proposals that is accepted. All fail less than once in a million draws,
     * then the first one stands in. */
    private Tensor firstAccepted(TensorRandom random, long... size) {
      double d = shape - 1.0 / 3;
      double c = 1 / Math.sqrt(9 * d);
      Tensor z = random.normal(DType.FLOAT64, with(PROPOSALS, size));
      Tensor v = z.times(c).plus(1).power(3);
      Tensor positive = v.clampMin(1e-300);
      Tensor bound = z.square().times(0.5).plus(positive.log().minus(v).plus(1).times(d));
      Tensor accepted =
          random
              .uniform(DType.FLOAT64, with(PROPOSALS, size))
              .log()
              .lessThan(bound)
              .and(v.greaterThan(0));
      Tensor first = accepted.to(DType.INT64).argMax(0).unsqueeze(0);
      return positive.times(d).gather(0, first).squeeze(0);
    }

    private static long[] with(long first, long... rest) {
      long[] all = new long[rest.length + 1];
      all[0] = first;
      System.arraycopy(rest, 0, all, 1, rest.length);
      return all;
    }

    @Override
    public Tensor logDensity(Tensor value) {
      double constant = shape * Math.log(rate) - logGamma(shape);
      return value.log().times(shape - 1).minus(value.times(rate)).plus(constant);
    }

    @Override
    public double mode() {
      return Math.max(0, shape - 1) / rate;
    }
  }

  /**
   * The exponential of a normal variable with the given mean and standard deviation.
   *
   * @param isGrowing whether its median grows with the square root of the number of dimensions
   */
  record LogNormal(double location, double scale, boolean isGrowing) implements ScalarDistribution {

    public LogNormal {
      positive(scale, "scale");
    }

    public LogNormal(double location, double scale) {
      this(location, scale, false);
    }

    @Override
    public ScalarDistribution in(int dimensions) {
      return isGrowing ? new LogNormal(location + 0.5 * Math.log(dimensions), scale) : this;
    }

    @Override
    public Tensor draw(TensorRandom random, long... size) {
      return random.normal(DType.FLOAT64, size).times(scale).plus(location).exp();
    }

    @Override
    public Tensor logDensity(Tensor value) {
      Tensor log = value.log();
      Tensor z = log.minus(location).over(scale);
      return z.square().times(-0.5).minus(log).minus(Math.log(scale) + 0.5 * Math.log(2 * Math.PI));
    }

    @Override
    public double mode() {
      return Math.exp(location - scale * scale);
    }
  }

  /** A constant; its density counts as 1. */
  record Fixed(double value) implements ScalarDistribution {

    public Fixed {
      positive(value, "value");
    }

    @Override
    public Tensor draw(TensorRandom random, long... size) {
      return Tensor.full(value, random.device(), DType.FLOAT64, size);
    }

    @Override
    public Tensor logDensity(Tensor at) {
      return at.times(0);
    }

    @Override
    public double mode() {
      return value;
    }
  }

  private static void positive(double value, String name) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "expected a positive, finite %s but was %s".formatted(name, value));
    }
  }

  /* Stirling's series after shifting the argument above 10: 14 digits. */
  private static double logGamma(double x) {
    double shift = 0;
    double z = x;
    while (z < 10) {
      shift += Math.log(z);
      z++;
    }
    double w = 1 / (z * z);
    double series = (1 / 12.0 - w * (1 / 360.0 - w * (1 / 1260.0 - w * (1 / 1680.0)))) / z;
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
  }
}
