package dev.leadline.lab.functions;

import static java.lang.Math.PI;
import static java.lang.Math.abs;
import static java.lang.Math.cos;
import static java.lang.Math.floor;
import static java.lang.Math.sin;
import static java.lang.Math.sqrt;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Formulas of the literature that the paper's suite leaves out. */
final class Classical {

  /** The maximiser of x·sin(√x) on [0, 500]. */
  private static final double SCHWEFEL = 420.968746359982;

  private static final double SCHWEFEL_PEAK = schwefelWave(SCHWEFEL);

  private Classical() {}

  static List<TestFunction> all() {
    return List.of(
        schwefel(2),
        schwefel(5),
        schwefel(10),
        smooth("goldsteinprice", -2, 2, new double[] {0, -1}, 3, Classical::goldsteinPrice),
        smooth("zakharov", -5, 10, new double[5], 0, Classical::zakharov),
        smooth("zakharov", -5, 10, new double[10], 0, Classical::zakharov),
        smooth("powell", -4, 5, new double[8], 0, Classical::powell),
        smooth("trid", -36, 36, new double[] {6, 10, 12, 12, 10, 6}, -50, Classical::trid),
        smooth("colville", -10, 10, Scalable.filled(4, 1), 0, Classical::colville),
        smooth("cosinemixture", -1, 1, new double[8], -0.8, Classical::cosineMixture),
        TestFunction.onCube("alpine", -10, 10, new double[5], 0, Shape.SHARP, Classical::alpine),
        TestFunction.onCube("step", -5.12, 5.12, new double[4], 0, Shape.FLAT, Classical::step));
  }

  private static TestFunction smooth(
      String name,
      double low,
      double high,
      double[] minimiser,
      double minimum,
      ToDoubleFunction<double[]> formula) {
    return TestFunction.onCube(name, low, high, minimiser, minimum, Shape.SMOOTH, formula);
  }

  private static TestFunction schwefel(int d) {
    return smooth("schwefel", -500, 500, Scalable.filled(d, SCHWEFEL), 0, Classical::schwefel);
  }

  /**
   * The usual constant, 418.98…·d, is shared out among the terms: each is then zero at its best.
   */
  private static double schwefel(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += SCHWEFEL_PEAK - schwefelWave(v);
    }
    return sum;
  }

  private static double schwefelWave(double x) {
    return x * sin(sqrt(abs(x)));
  }

  private static double goldsteinPrice(double[] point) {
    double x = point[0];
    double y = point[1];
    double sum = x + y + 1;
    double difference = 2 * x - 3 * y;
    double first = 19 - 14 * x + 3 * x * x - 14 * y + 6 * x * y + 3 * y * y;
    double second = 18 - 32 * x + 12 * x * x + 48 * y - 36 * x * y + 27 * y * y;
    return (1 + sum * sum * first) * (30 + difference * difference * second);
  }

  private static double zakharov(double[] x) {
    double squares = 0;
    double weighted = 0;
    for (int i = 0; i < x.length; i++) {
      squares += x[i] * x[i];
      weighted += 0.5 * (i + 1) * x[i];
    }
    double square = weighted * weighted;
    return squares + square + square * square;
  }

  private static double powell(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i += 4) {
      double a = x[i] + 10 * x[i + 1];
      double b = x[i + 2] - x[i + 3];
      double c = x[i + 1] - 2 * x[i + 2];
      double d = x[i] - x[i + 3];
      sum += a * a + 5 * b * b + c * c * c * c + 10 * d * d * d * d;
    }
    return sum;
  }

  private static double trid(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double before = i == 0 ? 0 : x[i - 1];
      sum += (x[i] - 1) * (x[i] - 1) - x[i] * before;
    }
    return sum;
  }

  private static double colville(double[] x) {
    double first = x[0] * x[0] - x[1];
    double second = x[2] * x[2] - x[3];
    double a = x[0] - 1;
    double b = x[1] - 1;
    double c = x[2] - 1;
    double d = x[3] - 1;
    double valleys = 100 * first * first + 90 * second * second;
    return valleys + a * a + c * c + 10.1 * (b * b + d * d) + 19.8 * b * d;
  }

  private static double cosineMixture(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += v * v - 0.1 * cos(5 * PI * v);
    }
    return sum;
  }

  private static double alpine(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += abs(v * sin(v) + 0.1 * v);
    }
    return sum;
  }

  private static double step(double[] x) {
    double sum = 0;
    for (double v : x) {
      double level = floor(v + 0.5);
      sum += level * level;
    }
    return sum;
  }
}
