package dev.leadline.lab.functions;

import static java.lang.Math.exp;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.List;

/** The functions whose landscape is a sum of a few wells from a table. */
final class Wells {

  private static final double[] HARTMANN_DEPTH = {1, 1.2, 3, 3.2};

  private static final double[][] HARTMANN_3_STEEPNESS = {
    {3, 10, 30}, {0.1, 10, 35}, {3, 10, 30}, {0.1, 10, 35}
  };

  private static final double[][] HARTMANN_3_PLACE = {
    {0.3689, 0.1170, 0.2673}, {0.4699, 0.4387, 0.7470},
    {0.1091, 0.8732, 0.5547}, {0.0381, 0.5743, 0.8828}
  };

  private static final double[] HARTMANN_3_MINIMISER = {
    0.11458887665506896, 0.55564889461693, 0.8525469846866774
  };

  private static final double[][] HARTMANN_6_STEEPNESS = {
    {10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14},
    {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}
  };

  private static final double[][] HARTMANN_6_PLACE = {
    {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
    {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
    {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
    {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}
  };

  private static final double[] HARTMANN_6_MINIMISER = {
    0.20168951100670543, 0.15001069182345797, 0.476873974221897,
    0.2753324304940561, 0.31165161660011326, 0.6573005340656203
  };

  /** First and third coordinate, then second and fourth. */
  private static final double[][] SHEKEL_PLACE = {
    {4, 1, 8, 6, 3, 2, 5, 8, 6, 7}, {4, 1, 8, 6, 7, 9, 3, 1, 2, 3.6}
  };

  private static final double[] SHEKEL_WIDTH = {0.1, 0.2, 0.2, 0.4, 0.4, 0.6, 0.3, 0.7, 0.5, 0.5};

  private static final double[] SHEKEL_MINIMISER = {
    4.000746868270634, 3.9995094800857736, 4.000746868270634, 3.9995094800857736
  };

  private Wells() {}

  static List<TestFunction> all() {
    return List.of(
        hartmann(HARTMANN_3_STEEPNESS, HARTMANN_3_PLACE, HARTMANN_3_MINIMISER),
        hartmann(HARTMANN_6_STEEPNESS, HARTMANN_6_PLACE, HARTMANN_6_MINIMISER),
        TestFunction.onCube(
            "shekel",
            0,
            10,
            SHEKEL_MINIMISER,
            shekel(SHEKEL_MINIMISER),
            Shape.SMOOTH,
            Wells::shekel));
  }

  private static TestFunction hartmann(double[][] steepness, double[][] place, double[] minimiser) {
    return TestFunction.onCube(
        "hartmann",
        0,
        1,
        minimiser,
        hartmann(minimiser, steepness, place),
        Shape.SMOOTH,
        x -> hartmann(x, steepness, place));
  }

  private static double hartmann(double[] x, double[][] steepness, double[][] place) {
    double sum = 0;
    for (int k = 0; k < HARTMANN_DEPTH.length; k++) {
      double distance = 0;
      for (int i = 0; i < x.length; i++) {
        double away = x[i] - place[k][i];
        distance += steepness[k][i] * away * away;
      }
      sum -= HARTMANN_DEPTH[k] * exp(-distance);
    }
    return sum;
  }

  private static double shekel(double[] x) {
    double sum = 0;
    for (int k = 0; k < SHEKEL_WIDTH.length; k++) {
      double distance = SHEKEL_WIDTH[k];
      for (int i = 0; i < x.length; i++) {
        double away = x[i] - SHEKEL_PLACE[i % 2][k];
        distance += away * away;
      }
      sum -= 1 / distance;
    }
    return sum;
  }
}
