package dev.leadline.lab.problem;

import static java.lang.Math.PI;
import static java.lang.Math.cos;
import static java.lang.Math.exp;
import static java.lang.Math.pow;
import static java.lang.Math.sin;
import static java.lang.Math.sqrt;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The constrained tasks of the literature, in the forms in which they are usually compared. */
final class LimitedTasks {

  /* Gardner et al. 2014 (two simulations on [0, 6]²), Gramacy et al. 2016 (toy problem), Letham et al. 2019 (Hartmann with a
   * norm), Eriksson and Poloczek 2021 (Ackley with two limits), and four engineering problems as in Coello Coello and Montes
   * 2002, all inputs real. The known values are those of the literature, or follow from the formulas. */

  private LimitedTasks() {}

  static List<LimitedTask> all() {
    return List.of(
        new LimitedTask(
            "limits-gardner-1",
            List.of(0.0, 0.0),
            List.of(6.0, 6.0),
            x -> cos(2 * x[0]) * cos(x[1]) + sin(x[0]),
            List.of(x -> cos(x[0]) * cos(x[1]) - sin(x[0]) * sin(x[1]) - 0.5),
            -2),
        new LimitedTask(
            "limits-gardner-2",
            List.of(0.0, 0.0),
            List.of(6.0, 6.0),
            x -> sin(x[0]) + x[1],
            List.of(x -> sin(x[0]) * sin(x[1]) + 0.95),
            Math.asin(0.95) - 1),
        new LimitedTask(
            "limits-gramacy",
            List.of(0.0, 0.0),
            List.of(1.0, 1.0),
            x -> x[0] + x[1],
            List.of(
                x -> 1.5 - x[0] - 2 * x[1] - 0.5 * sin(2 * PI * (x[0] * x[0] - 2 * x[1])),
                x -> x[0] * x[0] + x[1] * x[1] - 1.5),
            0.5997880),
        hartmann(),
        ackley(5),
        ackley(10),
        Engineering.pressureVessel(),
        Engineering.tensionSpring(),
        Engineering.weldedBeam(),
        Engineering.speedReducer());
  }

  private static LimitedTask hartmann() {
    TestFunction hartmann =
        TestFunctions.further().stream()
            .filter(f -> f.name().equals("hartmann") && f.dimensions() == 6)
            .findFirst()
            .orElseThrow();
    return new LimitedTask(
        "limits-hartmann-norm",
        Collections.nCopies(6, 0.0),
        Collections.nCopies(6, 1.0),
        hartmann::at,
        List.of(x -> norm(x) - 1),
        hartmann.minimum());
  }

  private static LimitedTask ackley(int dimensions) {
    return new LimitedTask(
        "limits-ackley-" + dimensions,
        Collections.nCopies(dimensions, -5.0),
        Collections.nCopies(dimensions, 10.0),
        LimitedTasks::ackley,
        List.of(x -> Arrays.stream(x).sum(), x -> norm(x) - 5),
        0);
  }

  private static double ackley(double[] x) {
    double cosines = Arrays.stream(x).map(v -> cos(2 * PI * v)).average().orElseThrow();
    double slope = -20 * exp(-0.2 * norm(x) / sqrt(x.length));
    return slope - exp(cosines) + 20 + Math.E;
  }

  private static double norm(double[] x) {
    return sqrt(Arrays.stream(x).map(v -> pow(v, 2)).sum());
  }
}
