package dev.leadline.lab.functions;

import dev.leadline.lab.functions.TestFunction.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Functions that other optimisers are good at: rotated bowls of condition 10⁶, in which no input is
 * an axis of the valley, and many wells of nearly equal depth.
 */
final class IllConditioned {

  /* Places and rotations come from java.util.Random, seeded by the name, so that lab/peers/functions.py draws them again.
   * Bowls on [−5, 5]^d, z = R·(x − c): Σ 10^(6i/(d−1))·z_i², z_0² + 10⁶·Σ z_i² and 10⁶·z_0² + Σ z_i².
   * Wells on [0, 1]^d: 10·min_k (h_k + (1 − h_k)·(1 − exp(−½·‖S_k·R_k·(x − c_k)‖²/(d·w²)))), h = 0 for the first of 21 and
   * 0.01 to 0.1 for the others, w = 0.15 so that a well is felt from far away; the axes of a well differ by a factor of 5 in S_k,
   * and wells lie at least 0.25·√(d/6) apart, so that none hides another. */

  private static final double CONDITION = 1e6;
  private static final int WELLS = 21;
  private static final double WIDTH = 0.15;
  private static final double APART = 0.25;

  private IllConditioned() {}

  static List<TestFunction> all() {
    List<TestFunction> functions = new ArrayList<>();
    for (int d : new int[] {5, 10}) {
      functions.add(Rotated.of(bowl("ellipsoid", d), 5));
      functions.add(Rotated.of(bowl("ridge", d), 5));
      functions.add(Rotated.of(bowl("wall", d), 5));
    }
    for (int d : new int[] {2, 5, 10}) {
      functions.add(wells(d));
    }
    return functions;
  }

  /** An ill-conditioned bowl along the axes. */
  private static TestFunction bowl(String kind, int d) {
    double[] curvature = new double[d];
    for (int i = 0; i < d; i++) {
      curvature[i] =
          switch (kind) {
            case "ellipsoid" -> Math.pow(CONDITION, i / (d - 1.0));
            case "ridge" -> i == 0 ? 1 : CONDITION;
            default -> i == 0 ? CONDITION : 1;
          };
    }
    return TestFunction.onCube(
        "steep-" + kind,
        -5,
        5,
        new double[d],
        0,
        Shape.SMOOTH,
        x -> {
          double sum = 0;
          for (int i = 0; i < x.length; i++) {
            sum += curvature[i] * x[i] * x[i];
          }
          return sum;
        });
  }

  private static TestFunction wells(int d) {
    Random random = new Random(("wells-" + d + "d").hashCode());
    Well[] wells = new Well[WELLS];
    double[][] places = places(d, random);
    for (int k = 0; k < WELLS; k++) {
      double height = k == 0 ? 0 : 0.01 + 0.09 * (k - 1) / (WELLS - 2);
      double[] squeeze = new double[d];
      Arrays.setAll(squeeze, i -> Math.pow(5, random.nextDouble() - 0.5));
      wells[k] = new Well(height, places[k], squeeze, Rotated.rotation(d, random));
    }
    return TestFunction.onCube(
        "wells",
        0,
        1,
        places[0],
        0,
        Shape.SMOOTH,
        x -> 10 * Arrays.stream(wells).mapToDouble(well -> well.at(x)).min().orElseThrow());
  }

  private static double[][] places(int d, Random random) {
    List<double[]> places = new ArrayList<>();
    while (places.size() < WELLS) {
      double[] place = new double[d];
      Arrays.setAll(place, i -> 0.1 + 0.8 * random.nextDouble());
      if (places.stream().allMatch(other -> meanSquare(place, other) > APART * APART / 6)) {
        places.add(place);
      }
    }
    return places.toArray(double[][]::new);
  }

  private static double meanSquare(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum / one.length;
  }

  private static final class Well {

    private final double height;
    private final double[] place;
    private final double[] squeeze;
    private final double[][] rotation;

    Well(double height, double[] place, double[] squeeze, double[][] rotation) {
      this.height = height;
      this.place = place;
      this.squeeze = squeeze;
      this.rotation = rotation;
    }

    double at(double[] x) {
      double square = 0;
      for (int i = 0; i < x.length; i++) {
        double along = 0;
        for (int j = 0; j < x.length; j++) {
          along += rotation[i][j] * (x[j] - place[j]);
        }
        square += squeeze[i] * squeeze[i] * along * along;
      }
      return height - (1 - height) * Math.expm1(-0.5 * square / (x.length * WIDTH * WIDTH));
    }
  }
}
