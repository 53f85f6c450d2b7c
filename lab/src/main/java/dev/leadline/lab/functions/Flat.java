package dev.leadline.lab.functions;

import static java.lang.Math.abs;
import static java.lang.Math.exp;
import static java.lang.Math.floor;
import static java.lang.Math.log10;
import static java.lang.Math.max;
import static java.lang.Math.min;

import dev.leadline.space.Space;
import java.util.List;

/** Functions most of whose good values are equal: steps, saturation, rounded accuracies. */
public final class Flat {

  /* Each has a wide flat region that is good and a smaller one that is better. lab/peers/flat.py computes the same values. */

  private Flat() {}

  /** Two to six inputs each, in no order. */
  public static List<FlatFunction> all() {
    return List.of(
        svm(),
        neighbours(),
        staircase(),
        saturation(),
        ledge(),
        idle(),
        tree(),
        optimiser(),
        rim(),
        compiler(),
        boosting(),
        clipped());
  }

  /**
   * A classifier of three kernels: the polynomial one is good almost everywhere, another better.
   */
  private static FlatFunction svm() {
    Space space =
        Program.space(
            "c=real:1e-3..1e4:log gamma=real:1e-6..10:log shrinking=flag"
                + " kernel=choice:poly,rbf,sigmoid");
    return FlatFunction.of(
        "svm", space, new double[] {1e4, 1e-2, 0, 1}, x -> -rounded(svm(x), 600));
  }

  private static double svm(double[] x) {
    double c = log10(x[0]);
    double g = log10(x[1]);
    if (x[3] == 0) {
      return 3 * g + c > -2 ? 0.9717 : 0.13 + 0.1 * clamped((3 * g + c + 6) / 4);
    }
    return x[3] == 1
        ? 0.13 + 0.8633 * logistic(3 * (c + 0.5)) * exp(-Math.pow((g + 2) / 1.1, 4))
        : 0.13 + (c > -1 ? 0.8 * max(0, 1 - abs(g + 3.5) / 1.5) : 0);
  }

  /** Nearest neighbours: an input that does nothing, and one pair of options that is best. */
  private static FlatFunction neighbours() {
    Space space =
        Program.space(
            "k=integer:1..60 weighted=flag metric=choice:euclidean,manhattan,chebyshev,cosine"
                + " leaf=integer:10..100");
    return FlatFunction.of(
        "neighbours", space, new double[] {4, 1, 2, 10}, x -> -rounded(neighbours(x), 150));
  }

  private static double neighbours(double[] x) {
    double base = new double[] {0.92, 0.93, 0.91, 0.85}[(int) x[2]];
    if (x[1] == 0) {
      return base - 0.004 * max(0, abs(x[0] - 12) - 4);
    }
    return x[2] == 2 && x[0] <= 9
        ? 0.967 - 0.005 * abs(x[0] - 4)
        : base + 0.007 - 0.002 * max(0, abs(x[0] - 30) - 15);
  }

  /** A bowl in steps. */
  private static FlatFunction staircase() {
    double[] centre = {0.73, 0.31, 0.62};
    return FlatFunction.of(
        "staircase", Program.cube(3), centre, x -> floor(8 * distance(x, centre, 1, 1, 1)) / 8);
  }

  /** A latency that something else bounds from below unless three settings fit each other. */
  private static FlatFunction saturation() {
    Space space =
        Program.space(
            "threads=integer:1..64:log batch=integer:1..4096:log cache=real:1..1024:log"
                + " compress=flag");
    return FlatFunction.of(
        "saturation", space, new double[] {64, 400, 1024, 1}, x -> floor(saturation(x) + 0.5));
  }

  private static double saturation(double[] x) {
    double work = 120 - 50 * log10(x[0]) - 15 * log10(x[2]) + (x[3] == 1 ? 10 : 0);
    double fit = max(0, 1 - abs(log10(x[1]) - log10(400)) / 0.6);
    double least = x[3] == 1 ? 40 - 20 * fit : 40;
    return max(least, work);
  }

  /** A flat good half beside a smaller and better well. */
  private static FlatFunction ledge() {
    return FlatFunction.of(
        "ledge",
        Program.cube(2),
        new double[] {0.68, 0.7},
        x ->
            x[0] < 0.45
                ? 0.2
                : 1
                    - exp(
                        -(x[0] - 0.68) * (x[0] - 0.68) / 0.02
                            - (x[1] - 0.7) * (x[1] - 0.7) / 0.06));
  }

  /** An accuracy to which three of six inputs add nothing. */
  private static FlatFunction idle() {
    double[] centre = {0.3, 0, 0.6, 0, 0.8, 0};
    return FlatFunction.of("idle", Program.cube(6), centre, x -> -rounded(idle(x, centre), 200));
  }

  private static double idle(double[] x, double[] centre) {
    double off = distance(x, centre, 1, 0, 1, 0, 0, 0);
    double along = x[4] - centre[4];
    return min(0.85, 1 - 1.2 * off * off)
        + 0.1 * exp(-along * along / 0.03) * exp(-off * off / 0.1);
  }

  /** A decision tree that stops growing by itself. */
  private static FlatFunction tree() {
    Space space =
        Program.space(
            "depth=integer:1..30 leaf=integer:1..200:log alpha=real:1e-6..1:log"
                + " criterion=choice:gini,entropy,log presort=flag");
    return FlatFunction.of(
        "tree", space, new double[] {12, 5, 3e-3, 1, 0}, x -> -rounded(tree(x), 400));
  }

  private static double tree(double[] x) {
    double alpha = log10(x[2]);
    if (alpha > -1.3) {
      return 0.62;
    }
    double depth = min(x[0], 12);
    double leaf = log10(max(5, x[1]));
    double pruned = alpha + 2.5228787452803374;
    return 0.62
        + 0.26 * (1 - exp(-depth / 3))
        - 0.05 * (leaf - log10(5))
        + 0.04 * exp(-pruned * pruned / 0.15)
        + (x[3] == 1 ? 0.005 : 0);
  }

  /** Training a network: one optimiser is good over decades, another better in a narrow place. */
  private static FlatFunction optimiser() {
    Space space =
        Program.space(
            "optimiser=choice:sgd,adam,lbfgs rate=real:1e-5..10:log momentum=real:0..0.99"
                + " decay=real:1e-8..1e-1:log batch=integer:8..512:log nesterov=flag");
    return FlatFunction.of(
        "optimiser",
        space,
        new double[] {0, 0.3, 0.9, 1e-8, 8, 0},
        x -> -rounded(optimiser(x), 1000));
  }

  private static double optimiser(double[] x) {
    double rate = log10(x[1]);
    double decay = 0.1 * max(0, log10(x[3]) + 3);
    if (x[0] == 2) {
      return 0.94;
    }
    if (x[0] == 1) {
      return rate > -1 ? 0.1 : 0.953 - 0.1 * max(0, abs(rate + 3) - 0.8) - decay;
    }
    double off = rate - log10(0.3);
    double slow = max(0, abs(x[2] - 0.9) - 0.05);
    return rate > 0.3 ? 0.1 : 0.977 - 0.15 * abs(off) - 0.12 * slow - decay;
  }

  /** A crater with a flat floor, and a pit in the floor. */
  private static FlatFunction rim() {
    double[] middle = {0.55, 0.4, 0.5, 0.45, 0.6};
    double[] pit = {0.75, 0.25, 0.5, 0.45, 0.6};
    return FlatFunction.of(
        "rim",
        Program.cube(5),
        pit,
        x ->
            max(0.3, distance(x, middle, 1, 1, 1, 1, 0) - 0.15)
                - 0.3 * max(0, 1 - distance(x, pit, 1, 1, 0, 0, 0.5) / 0.3));
  }

  /** Flags of a compiler of which most do nothing together. */
  private static FlatFunction compiler() {
    Space space =
        Program.space(
            "level=choice:O0,O1,O2,O3 unroll=integer:0..20 inline=integer:1..1000:log"
                + " vectorise=flag link-time=flag");
    return FlatFunction.of(
        "compiler",
        space,
        new double[] {3, 8, 1000, 1, 1},
        x -> floor(10 * compiler(x) + 0.5) / 10);
  }

  private static double compiler(double[] x) {
    double time = new double[] {10, 7, 6, 6}[(int) x[0]];
    double unrolled = x[0] >= 2 && x[3] == 1 ? 0.3 * max(0, 3 - abs(x[1] - 8)) : 0;
    double inlined = x[0] == 3 && x[4] == 1 && x[2] >= 200 ? 0.4 : 0;
    return time - unrolled - inlined;
  }

  /** Boosted trees, of which enough are enough. */
  private static FlatFunction boosting() {
    Space space =
        Program.space(
            "trees=integer:10..2000:log rate=real:1e-3..1:log depth=integer:1..12"
                + " rows=real:0.3..1 columns=real:0.3..1");
    return FlatFunction.of(
        "boosting", space, new double[] {400, 0.1, 3, 0.6, 1}, x -> -rounded(boosting(x), 300));
  }

  private static double boosting(double[] x) {
    double grown = log10(x[0] * x[1]);
    double fitted = clamped((grown + 1) / 2);
    double over = max(0, grown - 1.8);
    double deep = min(4, abs(x[2] - 3));
    return 0.78
        + 0.1 * fitted
        - 0.02 * over
        - 0.003 * deep
        + 0.016 * max(0, 1 - abs(x[3] - 0.6) / 0.12) * fitted;
  }

  /** An error that is flat at both ends of a range, lowest between them. */
  private static FlatFunction clipped() {
    Space space = Program.space("strength=real:1e-6..1e6:log weight=real:0..1");
    return FlatFunction.of(
        "clipped", space, new double[] {0.25, 0.65}, x -> rounded(error(x), 200));
  }

  private static double error(double[] x) {
    double s = log10(x[0]);
    double away = abs(s - log10(0.25)) / 0.8 + abs(x[1] - 0.65) / 0.3;
    return 0.5 - 0.42 * clamped((s + 3) / 2) - 0.03 * max(0, 1 - away);
  }

  /** The nearest share of so many. */
  private static double rounded(double value, int count) {
    return floor(value * count + 0.5) / count;
  }

  private static double clamped(double value) {
    return max(0, min(1, value));
  }

  private static double logistic(double u) {
    return 1 / (1 + exp(-u));
  }

  private static double distance(double[] x, double[] y, double... weights) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += weights[i] * (x[i] - y[i]) * (x[i] - y[i]);
    }
    return Math.sqrt(sum);
  }
}
