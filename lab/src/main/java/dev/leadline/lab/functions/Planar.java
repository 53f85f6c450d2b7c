package dev.leadline.lab.functions;

import static java.lang.Math.PI;
import static java.lang.Math.abs;
import static java.lang.Math.cos;
import static java.lang.Math.exp;
import static java.lang.Math.hypot;
import static java.lang.Math.sin;
import static java.lang.Math.sqrt;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** The eight functions of two inputs. */
final class Planar {

  private Planar() {}

  static List<TestFunction> all() {
    return List.of(
        square("beale", 4.5, 3, 0.5, Shape.SMOOTH, Planar::beale),
        planar("branin", new double[] {-5, 10, 0, 15}, PI, 2.275, Shape.SMOOTH, Planar::branin),
        planar("bukin", new double[] {-15, -5, -3, 3}, -10, 1, Shape.SHARP, Planar::bukin),
        square("dropwave", 5.12, 0, 0, Shape.SMOOTH, Planar::dropWave),
        square("eggholder", 512, 512, 404.2318051137578, Shape.SHARP, Planar::eggHolder),
        square(
            "holdertable",
            10,
            8.055023475736563,
            9.664590019241272,
            Shape.SMOOTH,
            Planar::holderTable),
        planar(
            "sixhumpcamel",
            new double[] {-3, 3, -2, 2},
            0.08984201310031806,
            -0.7126564030207396,
            Shape.SMOOTH,
            Planar::sixHumpCamel),
        square("threehumpcamel", 5, 0, 0, Shape.SMOOTH, Planar::threeHumpCamel));
  }

  private static TestFunction square(
      String name, double reach, double x, double y, Shape shape, DoubleBinaryOperator formula) {
    return planar(name, new double[] {-reach, reach, -reach, reach}, x, y, shape, formula);
  }

  /** Box as low x, high x, low y, high y. */
  private static TestFunction planar(
      String name, double[] box, double x, double y, Shape shape, DoubleBinaryOperator formula) {
    return new TestFunction(
        name,
        new double[] {box[0], box[2]},
        new double[] {box[1], box[3]},
        new double[] {x, y},
        formula.applyAsDouble(x, y),
        shape,
        point -> formula.applyAsDouble(point[0], point[1]));
  }

  private static double beale(double x, double y) {
    double a = 1.5 - x + x * y;
    double b = 2.25 - x + x * y * y;
    double c = 2.625 - x + x * y * y * y;
    return a * a + b * b + c * c;
  }

  private static double branin(double x, double y) {
    double bend = y - 5.1 / (4 * PI * PI) * x * x + 5 / PI * x - 6;
    return bend * bend + 10 * (1 - 1 / (8 * PI)) * cos(x) + 10;
  }

  private static double bukin(double x, double y) {
    return 100 * sqrt(abs(y - 0.01 * x * x)) + 0.01 * abs(x + 10);
  }

  private static double dropWave(double x, double y) {
    double radius = hypot(x, y);
    return -(1 + cos(12 * radius)) / (0.5 * radius * radius + 2);
  }

  private static double eggHolder(double x, double y) {
    double lifted = y + 47;
    return -lifted * sin(sqrt(abs(x / 2 + lifted))) - x * sin(sqrt(abs(x - lifted)));
  }

  private static double holderTable(double x, double y) {
    return -abs(sin(x) * cos(y) * exp(abs(1 - hypot(x, y) / PI)));
  }

  private static double sixHumpCamel(double x, double y) {
    double xx = x * x;
    double yy = y * y;
    return (4 - 2.1 * xx + xx * xx / 3) * xx + x * y + (4 * yy - 4) * yy;
  }

  private static double threeHumpCamel(double x, double y) {
    double xx = x * x;
    return 2 * xx - 1.05 * xx * xx + xx * xx * xx / 6 + x * y + y * y;
  }
}
