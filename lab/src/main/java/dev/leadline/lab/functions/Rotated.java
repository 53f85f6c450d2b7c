package dev.leadline.lab.functions;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Functions seen through a rotation about an optimum off the centre. */
final class Rotated {

  /* On [−r, r]^d the function is g(m + R·(x − c)), with m the minimiser of g, so that c is its own: the axes of the box no longer are those of g. The place c,
   * uniform in the middle two fifths of the box, and the orthogonal matrix R, from normal draws by Gram and Schmidt, are fixed by the name of g and its d. They come
   * from java.util.Random because its documentation prescribes the numbers: they are the same on every machine. */

  private static final double MIDDLE = 0.4;

  private Rotated() {}

  static List<TestFunction> all() {
    List<TestFunction> functions = new ArrayList<>();
    for (int d : new int[] {5, 10}) {
      functions.add(of(Scalable.ackley(d), 15));
      functions.add(of(ellipsoid(d), 5));
      functions.add(of(Scalable.levy(d), 10));
      functions.add(of(Scalable.rastrigin(d), 5.12));
      functions.add(of(Scalable.rosenbrock(d), 2));
    }
    functions.add(of(ellipsoid(20), 5));
    functions.add(of(Scalable.levy(20), 10));
    return functions;
  }

  /** The function on the cube [−reach, reach]^d. */
  static TestFunction of(TestFunction function, double reach) {
    int d = function.dimensions();
    Random random = new Random(function.toString().hashCode());
    double[] place = new double[d];
    Arrays.setAll(place, i -> MIDDLE * reach * (2 * random.nextDouble() - 1));
    double[][] rotation = rotation(d, random);
    double[] target = function.minimiser();
    return TestFunction.onCube(
        "rotated-" + function.name(),
        -reach,
        reach,
        place,
        function.minimum(),
        function.shape(),
        x -> function.at(turned(x, place, rotation, target)));
  }

  /** The point m + R·(x − c). */
  private static double[] turned(double[] x, double[] place, double[][] rotation, double[] target) {
    double[] turned = target.clone();
    for (int i = 0; i < turned.length; i++) {
      for (int j = 0; j < x.length; j++) {
        turned[i] += rotation[i][j] * (x[j] - place[j]);
      }
    }
    return turned;
  }

  /** An orthogonal matrix, no direction being preferred. */
  static double[][] rotation(int d, Random random) {
    double[][] rows = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextGaussian();
      }
      for (int k = 0; k < i; k++) {
        addMultiple(rows[i], rows[k], -product(rows[i], rows[k]));
      }
      double length = Math.sqrt(product(rows[i], rows[i]));
      for (int j = 0; j < d; j++) {
        rows[i][j] /= length;
      }
    }
    return rows;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  private static void addMultiple(double[] row, double[] other, double factor) {
    for (int j = 0; j < row.length; j++) {
      row[j] += factor * other[j];
    }
  }

  /** Axes of 1 to 100 times the curvature. */
  private static TestFunction ellipsoid(int d) {
    return TestFunction.onCube(
        "ellipsoid", -5, 5, new double[d], 0, Shape.SMOOTH, Rotated::ellipsoid);
  }

  private static double ellipsoid(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += Math.pow(100, i / (x.length - 1.0)) * x[i] * x[i];
    }
    return sum;
  }
}
