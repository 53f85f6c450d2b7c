package dev.leadline.lab.functions;

import static java.lang.Math.PI;
import static java.lang.Math.cos;
import static java.lang.Math.exp;
import static java.lang.Math.pow;
import static java.lang.Math.sin;
import static java.lang.Math.sqrt;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.Arrays;

/** The eight functions of any number of inputs. */
final class Scalable {

  /** Maximisers of sin(x)·sin(i·x²/π)²⁰ on [0, π] for i = 1 … 10, to double precision. */
  private static final double[] MICHALEWICZ = {
    2.2029055201726093, 1.5707963267948966, 1.2849915705529245, 1.9230584698663629,
    1.7204697725658413, 1.5707963267948966, 1.454413971362379, 1.7560865209450263,
    1.6557174168210291, 1.5707963267948966
  };

  /** The smallest root of 4x³ − 32x + 5. */
  private static final double STYBLINSKI_TANG = -2.903534027771177;

  private Scalable() {}

  static TestFunction ackley(int d) {
    return TestFunction.onCube(
        "ackley", -32.768, 32.768, new double[d], 0, Shape.SHARP, Scalable::ackley);
  }

  static TestFunction dixonPrice(int d) {
    double[] minimiser = new double[d];
    for (int i = 1; i <= d; i++) {
      double power = pow(2, i);
      minimiser[i - 1] = pow(2, -(power - 2) / power);
    }
    return TestFunction.onCube(
        "dixonprice", -10, 10, minimiser, 0, Shape.SMOOTH, Scalable::dixonPrice);
  }

  static TestFunction griewank(int d) {
    return TestFunction.onCube(
        "griewank", -600, 600, new double[d], 0, Shape.SMOOTH, Scalable::griewank);
  }

  static TestFunction levy(int d) {
    return TestFunction.onCube("levy", -10, 10, filled(d, 1), 0, Shape.SMOOTH, Scalable::levy);
  }

  static TestFunction michalewicz(int d) {
    if (d > MICHALEWICZ.length) {
      throw new IllegalArgumentException(
          "expected at most %d inputs for michalewicz but got %d".formatted(MICHALEWICZ.length, d));
    }
    double[] minimiser = Arrays.copyOf(MICHALEWICZ, d);
    return TestFunction.onCube(
        "michalewicz",
        0,
        PI,
        minimiser,
        michalewicz(minimiser),
        Shape.SMOOTH,
        Scalable::michalewicz);
  }

  static TestFunction rastrigin(int d) {
    return TestFunction.onCube(
        "rastrigin", -5.12, 5.12, new double[d], 0, Shape.SMOOTH, Scalable::rastrigin);
  }

  static TestFunction rosenbrock(int d) {
    return TestFunction.onCube(
        "rosenbrock", -5, 10, filled(d, 1), 0, Shape.SMOOTH, Scalable::rosenbrock);
  }

  static TestFunction styblinskiTang(int d) {
    double[] minimiser = filled(d, STYBLINSKI_TANG);
    return TestFunction.onCube(
        "styblinskitang",
        -5,
        5,
        minimiser,
        styblinskiTang(minimiser),
        Shape.SMOOTH,
        Scalable::styblinskiTang);
  }

  private static double ackley(double[] x) {
    double squares = 0;
    double cosines = 0;
    for (double v : x) {
      squares += v * v;
      cosines += cos(2 * PI * v);
    }
    double d = x.length;
    return -20 * exp(-0.2 * sqrt(squares / d)) - exp(cosines / d) + 20 + Math.E;
  }

  private static double dixonPrice(double[] x) {
    double sum = (x[0] - 1) * (x[0] - 1);
    for (int i = 1; i < x.length; i++) {
      double term = 2 * x[i] * x[i] - x[i - 1];
      sum += (i + 1) * term * term;
    }
    return sum;
  }

  private static double griewank(double[] x) {
    double sum = 0;
    double product = 1;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * x[i] / 4000;
      product *= cos(x[i] / sqrt(i + 1.0));
    }
    return sum - product + 1;
  }

  private static double levy(double[] x) {
    double first = sin(PI * levyWeight(x[0]));
    double sum = first * first;
    for (int i = 0; i < x.length - 1; i++) {
      double w = levyWeight(x[i]);
      double wave = sin(PI * w + 1);
      sum += (w - 1) * (w - 1) * (1 + 10 * wave * wave);
    }
    double last = levyWeight(x[x.length - 1]);
    double wave = sin(2 * PI * last);
    return sum + (last - 1) * (last - 1) * (1 + wave * wave);
  }

  private static double levyWeight(double x) {
    return 1 + (x - 1) / 4;
  }

  private static double michalewicz(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum -= sin(x[i]) * pow(sin((i + 1) * x[i] * x[i] / PI), 20);
    }
    return sum;
  }

  private static double rastrigin(double[] x) {
    double sum = 10.0 * x.length;
    for (double v : x) {
      sum += v * v - 10 * cos(2 * PI * v);
    }
    return sum;
  }

  private static double rosenbrock(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length - 1; i++) {
      double valley = x[i + 1] - x[i] * x[i];
      sum += 100 * valley * valley + (x[i] - 1) * (x[i] - 1);
    }
    return sum;
  }

  private static double styblinskiTang(double[] x) {
    double sum = 0;
    for (double v : x) {
      double square = v * v;
      sum += square * square - 16 * square + 5 * v;
    }
    return sum / 2;
  }

  static double[] filled(int d, double value) {
    double[] point = new double[d];
    Arrays.fill(point, value);
    return point;
  }
}
