package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import java.util.random.RandomGenerator;

/** A distribution of a positive hyper-parameter. Immutable and thread-safe. */
public sealed interface Law {

  double draw(RandomGenerator random);

  /** The log density at each element. */
  Tensor logDensity(Tensor value);

  /** A typical value, from which a search may start. */
  double centre();

  /** The law in a space of so many dimensions. */
  default Law in(int dimensions) {
    return this;
  }

  /** Gamma with the given shape and rate. */
  record Gamma(double shape, double rate) implements Law {

    public Gamma {
      positive(shape, "shape");
      positive(rate, "rate");
    }

    /* Marsaglia and Tsang's squeeze, valid for shapes of at least 1; smaller shapes borrow one. */
    @Override
    public double draw(RandomGenerator random) {
      if (shape < 1) {
        return new Gamma(shape + 1, rate).draw(random)
            * Math.pow(1 - random.nextDouble(), 1 / shape);
      }
      double d = shape - 1.0 / 3;
      double c = 1 / Math.sqrt(9 * d);
      while (true) {
        double z = random.nextGaussian();
        double v = Math.pow(1 + c * z, 3);
        if (v > 0 && Math.log(1 - random.nextDouble()) < 0.5 * z * z + d * (1 - v + Math.log(v))) {
          return d * v / rate;
        }
      }
    }

    @Override
    public Tensor logDensity(Tensor value) {
      double constant = shape * Math.log(rate) - logGamma(shape);
      return value.log().times(shape - 1).minus(value.times(rate)).plus(constant);
    }

    @Override
    public double centre() {
      return shape / rate;
    }
  }

  /** The exponential of a normal variable with the given mean and standard deviation. */
  record LogNormal(double location, double scale) implements Law {

    public LogNormal {
      positive(scale, "scale");
    }

    @Override
    public double draw(RandomGenerator random) {
      return Math.exp(location + scale * random.nextGaussian());
    }

    @Override
    public Tensor logDensity(Tensor value) {
      Tensor log = value.log();
      Tensor z = log.minus(location).over(scale);
      return z.square().times(-0.5).minus(log).minus(Math.log(scale) + 0.5 * Math.log(2 * Math.PI));
    }

    @Override
    public double centre() {
      return Math.exp(location);
    }
  }

  /** A log-normal law whose median grows with the square root of the number of dimensions. */
  record GrowingLogNormal(double location, double scale) implements Law {

    public GrowingLogNormal {
      positive(scale, "scale");
    }

    @Override
    public Law in(int dimensions) {
      return new LogNormal(location + 0.5 * Math.log(dimensions), scale);
    }

    @Override
    public double draw(RandomGenerator random) {
      return in(1).draw(random);
    }

    @Override
    public Tensor logDensity(Tensor value) {
      return in(1).logDensity(value);
    }

    @Override
    public double centre() {
      return in(1).centre();
    }
  }

  /** A constant; its density counts as 1. */
  record Fixed(double value) implements Law {

    public Fixed {
      positive(value, "value");
    }

    @Override
    public double draw(RandomGenerator random) {
      return value;
    }

    @Override
    public Tensor logDensity(Tensor at) {
      return at.times(0);
    }

    @Override
    public double centre() {
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
