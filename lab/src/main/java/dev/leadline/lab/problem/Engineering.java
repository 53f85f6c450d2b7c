package dev.leadline.lab.problem;

import static java.lang.Math.PI;
import static java.lang.Math.pow;
import static java.lang.Math.sqrt;

import java.util.List;

/** Four problems of mechanical engineering with limits; see {@link LimitedTasks}. */
final class Engineering {

  private static final double LOAD = 6000;
  private static final double LENGTH = 14;
  private static final double YOUNG = 30e6;
  private static final double SHEAR = 12e6;

  private Engineering() {}

  static LimitedTask pressureVessel() {
    return new LimitedTask(
        "limits-pressure-vessel",
        List.of(0.0625, 0.0625, 10.0, 10.0),
        List.of(6.1875, 6.1875, 200.0, 200.0),
        x ->
            0.6224 * x[0] * x[2] * x[3]
                + 1.7781 * x[1] * x[2] * x[2]
                + 3.1661 * x[0] * x[0] * x[3]
                + 19.84 * x[0] * x[0] * x[2],
        List.of(
            x -> 0.0193 * x[2] - x[0],
            x -> 0.00954 * x[2] - x[1],
            x -> 1_296_000 - PI * x[2] * x[2] * x[3] - 4 / 3.0 * PI * pow(x[2], 3)),
        5885.3328);
  }

  static LimitedTask tensionSpring() {
    return new LimitedTask(
        "limits-tension-spring",
        List.of(0.05, 0.25, 2.0),
        List.of(2.0, 1.3, 15.0),
        x -> (x[2] + 2) * x[1] * x[0] * x[0],
        List.of(
            x -> 1 - pow(x[1], 3) * x[2] / (71_785 * pow(x[0], 4)),
            x ->
                (4 * x[1] * x[1] - x[0] * x[1]) / (12_566 * (x[1] * pow(x[0], 3) - pow(x[0], 4)))
                    + 1 / (5108 * x[0] * x[0])
                    - 1,
            x -> 1 - 140.45 * x[0] / (x[1] * x[1] * x[2]),
            x -> (x[0] + x[1]) / 1.5 - 1),
        0.0126652);
  }

  static LimitedTask weldedBeam() {
    return new LimitedTask(
        "limits-welded-beam",
        List.of(0.1, 0.1, 0.1, 0.1),
        List.of(2.0, 10.0, 10.0, 2.0),
        x -> 1.10471 * x[0] * x[0] * x[1] + 0.04811 * x[2] * x[3] * (LENGTH + x[1]),
        List.of(
            x -> shear(x) - 13_600,
            x -> 6 * LOAD * LENGTH / (x[3] * x[2] * x[2]) - 30_000,
            x -> x[0] - x[3],
            x -> 0.10471 * x[0] * x[0] + 0.04811 * x[2] * x[3] * (LENGTH + x[1]) - 5,
            x -> 0.125 - x[0],
            x -> 4 * LOAD * pow(LENGTH, 3) / (YOUNG * pow(x[2], 3) * x[3]) - 0.25,
            x -> LOAD - buckling(x)),
        1.724852);
  }

  private static double shear(double[] x) {
    double primary = LOAD / (sqrt(2) * x[0] * x[1]);
    double moment = LOAD * (LENGTH + x[1] / 2);
    double arm = sqrt(x[1] * x[1] / 4 + pow((x[0] + x[2]) / 2, 2));
    double inertia = 2 * sqrt(2) * x[0] * x[1] * (x[1] * x[1] / 12 + pow((x[0] + x[2]) / 2, 2));
    double torsion = moment * arm / inertia;
    return sqrt(primary * primary + primary * torsion * x[1] / arm + torsion * torsion);
  }

  private static double buckling(double[] x) {
    return 4.013
        * YOUNG
        * sqrt(x[2] * x[2] * pow(x[3], 6) / 36)
        / (LENGTH * LENGTH)
        * (1 - x[2] / (2 * LENGTH) * sqrt(YOUNG / (4 * SHEAR)));
  }

  static LimitedTask speedReducer() {
    return new LimitedTask(
        "limits-speed-reducer",
        List.of(2.6, 0.7, 17.0, 7.3, 7.3, 2.9, 5.0),
        List.of(3.6, 0.8, 28.0, 8.3, 8.3, 3.9, 5.5),
        x ->
            0.7854 * x[0] * x[1] * x[1] * (3.3333 * x[2] * x[2] + 14.9334 * x[2] - 43.0934)
                - 1.508 * x[0] * (x[5] * x[5] + x[6] * x[6])
                + 7.4777 * (pow(x[5], 3) + pow(x[6], 3))
                + 0.7854 * (x[3] * x[5] * x[5] + x[4] * x[6] * x[6]),
        List.of(
            x -> 27 / (x[0] * x[1] * x[1] * x[2]) - 1,
            x -> 397.5 / (x[0] * x[1] * x[1] * x[2] * x[2]) - 1,
            x -> 1.93 * pow(x[3], 3) / (x[1] * x[2] * pow(x[5], 4)) - 1,
            x -> 1.93 * pow(x[4], 3) / (x[1] * x[2] * pow(x[6], 4)) - 1,
            x -> sqrt(pow(745 * x[3] / (x[1] * x[2]), 2) + 16.9e6) / (110 * pow(x[5], 3)) - 1,
            x -> sqrt(pow(745 * x[4] / (x[1] * x[2]), 2) + 157.5e6) / (85 * pow(x[6], 3)) - 1,
            x -> x[1] * x[2] / 40 - 1,
            x -> 5 * x[1] / x[0] - 1,
            x -> x[0] / (12 * x[1]) - 1,
            x -> (1.5 * x[5] + 1.9) / x[3] - 1,
            x -> (1.1 * x[6] + 1.9) / x[4] - 1),
        2994.3552);
  }
}
