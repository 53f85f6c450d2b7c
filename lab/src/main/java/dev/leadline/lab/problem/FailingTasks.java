package dev.leadline.lab.problem;

import dev.leadline.lab.functions.Program;
import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.space.Space;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Functions of one and of two goals that fail beyond a plane, in a ball or by chance. */
final class FailingTasks {

  /* Some regions hide the best values (Branin's plane one of its three minima, the balls the best place), at the edge of others
   * the best values lie (bowl, Ackley, the heap). The heap stands for a program that runs out of memory where its heap is small:
   * time and memory want different heaps, and half of the front lies next to the failures. */

  private static final double SHARE = 0.2;

  private FailingTasks() {}

  private static boolean never(double[] x) {
    return false;
  }

  static List<FailingTask> all() {
    return Stream.concat(oneGoal().stream(), twoGoals().stream()).toList();
  }

  private static List<FailingTask> oneGoal() {
    Function<double[], double[]> branin = x -> value("branin", 15 * x[0] - 5, 15 * x[1]);
    Function<double[], double[]> hartmann = x -> value("hartmann", x);
    return List.of(
        one("branin-half", 2, branin, beyond(0.45, -1, 1), 0, 0.397887),
        one("branin-ball", 2, branin, ball(0.3, 0.543, 0.152), 0, 0.397887),
        one("branin-scattered", 2, branin, FailingTasks::never, SHARE, 0.397887),
        one("bowl-half", 4, FailingTasks::bowl, beyond(0.8, 1, 0.5, 0, 0), 0, 0.0588235),
        one("rosenbrock-scattered", 4, FailingTasks::rosenbrock, FailingTasks::never, SHARE, 0),
        one("ackley-half", 5, FailingTasks::ackley, beyond(1, 1, 1, 0, 0, 0), 0, 0),
        one(
            "hartmann-ball",
            6,
            hartmann,
            ball(0.3, 0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573),
            0,
            -3.32237),
        one("hartmann-scattered", 6, hartmann, FailingTasks::never, SHARE, -3.32237),
        new FailingTask(
            "failures-heap",
            heapSpace(),
            x -> new double[] {heap(x)[0] * heap(x)[1] / 1000},
            FailingTasks::isTooSmall,
            0,
            0.03,
            List.of(35.8),
            List.of()));
  }

  private static List<FailingTask> twoGoals() {
    return List.of(
        heap("heap-two-goals", FailingTasks::heap, FailingTasks::isTooSmall),
        heap("heap-two-goals-sound", FailingTasks::patient, FailingTasks::never),
        two("currin-ball", "branin-currin", ball(0.1, 0.06, 0.9), 0),
        two("zdt1-half", "zdt1", beyond(-0.15, -1, 1, 0, 0, 0), 0),
        two("dtlz2-ball", "dtlz2-2", ball(0.25, 0.8, 0.5, 0.5, 0.5), 0),
        two("dtlz2-scattered", "dtlz2-2", FailingTasks::never, SHARE));
  }

  private static FailingTask one(
      String name,
      int dimensions,
      Function<double[], double[]> values,
      Predicate<double[]> fails,
      double unlucky,
      double ideal) {
    return new FailingTask(
        Suite.FAILURES.prefix() + name,
        Program.cube(dimensions),
        values,
        fails,
        unlucky,
        0,
        List.of(ideal),
        List.of());
  }

  private static FailingTask two(
      String name, String of, Predicate<double[]> fails, double unlucky) {
    GoalTask problem =
        GoalTasks.all().stream()
            .filter(task -> Suite.GOALS.bare(task.name()).equals(of))
            .findFirst()
            .orElseThrow();
    return new FailingTask(
        Suite.FAILURES.prefix() + name,
        Program.cube(problem.dimensions()),
        problem::at,
        fails,
        unlucky,
        0,
        problem.ideal(),
        problem.reference());
  }

  private static FailingTask heap(
      String name, Function<double[], double[]> values, Predicate<double[]> fails) {
    return new FailingTask(
        Suite.FAILURES.prefix() + name,
        heapSpace(),
        values,
        fails,
        0,
        0.03,
        List.of(0.0, 0.0),
        List.of(1000.0, 250.0));
  }

  private static Predicate<double[]> beyond(double bound, double... weights) {
    return x -> {
      double sum = 0;
      for (int d = 0; d < x.length; d++) {
        sum += weights[d] * x[d];
      }
      return sum > bound;
    };
  }

  private static Predicate<double[]> ball(double radius, double... centre) {
    return x -> {
      double sum = 0;
      for (int d = 0; d < x.length; d++) {
        sum += Math.pow(x[d] - centre[d], 2);
      }
      return Math.sqrt(sum) < radius;
    };
  }

  private static double[] value(String function, double... x) {
    TestFunction found =
        Stream.concat(TestFunctions.paper().stream(), TestFunctions.further().stream())
            .filter(f -> f.name().equals(function) && f.dimensions() == x.length)
            .findFirst()
            .orElseThrow();
    return new double[] {found.at(x)};
  }

  private static double[] bowl(double[] x) {
    double[] weights = {1, 4, 0.25, 2};
    double sum = 0;
    for (int d = 0; d < x.length; d++) {
      sum += weights[d] * Math.pow(x[d] - 0.7, 2);
    }
    return new double[] {sum};
  }

  private static double[] rosenbrock(double[] x) {
    double sum = 0;
    for (int d = 0; d + 1 < x.length; d++) {
      double a = 4 * x[d] - 2;
      sum += 100 * Math.pow(4 * x[d + 1] - 2 - a * a, 2) + Math.pow(a - 1, 2);
    }
    return new double[] {sum};
  }

  private static double[] ackley(double[] x) {
    double squares = 0;
    double cosines = 0;
    for (double unit : x) {
      double v = 15 * unit - 5;
      squares += v * v / x.length;
      cosines += Math.cos(2 * Math.PI * v) / x.length;
    }
    return new double[] {
      -20 * Math.exp(-0.2 * Math.sqrt(squares)) - Math.exp(cosines) + 20 + Math.E
    };
  }

  private static Space heapSpace() {
    return Program.space(
        "heap=integer:16..256:log threads=integer:1..16 young=real:0.05..0.8"
            + " gc=choice:serial,parallel,g1");
  }

  /** The megabytes that are in use, which depend on the collector. */
  private static double need(double[] x) {
    return 24 * new double[] {1, 1.1, 1.3}[(int) x[3]];
  }

  private static boolean isTooSmall(double[] x) {
    return x[0] < 1.15 * need(x);
  }

  /** Milliseconds and megabytes of a program that collects the more often the smaller its heap. */
  private static double[] heap(double[] x) {
    double collecting =
        0.3
            * new double[] {1.6, 1, 0.8}[(int) x[3]]
            * need(x)
            / (x[0] - 0.9 * need(x))
            * (1 + 3 * Math.pow(x[2] - 0.35, 2));
    double work = 420 * (0.35 + 0.65 / x[1] + 0.03 * x[1]);
    return new double[] {work * (1 + collecting), 26 + 8 * x[1] + 0.85 * x[0] + 12 * x[3]};
  }

  /** The same with no heap smaller than it can do with. */
  private static double[] patient(double[] x) {
    return heap(new double[] {Math.max(x[0], 1.15 * need(x)), x[1], x[2], x[3]});
  }
}
