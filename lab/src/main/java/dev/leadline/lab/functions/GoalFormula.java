package dev.leadline.lab.functions;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;

/** The formulas of the problems that are no polynomials. */
public enum GoalFormula {
  ZDT1(
      (x, goals) -> {
        double g = 1 + 9 * mean(x, 1);
        return new double[] {x[0], g * (1 - Math.sqrt(x[0] / g))};
      }),
  ZDT2(
      (x, goals) -> {
        double g = 1 + 9 * mean(x, 1);
        return new double[] {x[0], g * (1 - x[0] / g * (x[0] / g))};
      }),
  ZDT3(
      (x, goals) -> {
        double g = 1 + 9 * mean(x, 1);
        double wave = x[0] / g * Math.sin(10 * Math.PI * x[0]);
        return new double[] {x[0], g * (1 - Math.sqrt(x[0] / g) - wave)};
      }),
  DTLZ1(
      (x, goals) -> {
        double g = 0;
        for (int d = goals - 1; d < x.length; d++) {
          double off = x[d] - 0.5;
          g += 100 * (1 + off * off - Math.cos(20 * Math.PI * off));
        }
        double[] f = new double[goals];
        for (int k = 0; k < goals; k++) {
          f[k] = 0.5 * (1 + g);
          for (int d = 0; d < goals - 1 - k; d++) {
            f[k] *= x[d];
          }
          f[k] *= k > 0 ? 1 - x[goals - 1 - k] : 1;
        }
        return f;
      }),
  DTLZ2(
      (x, goals) -> {
        double g = 0;
        for (int d = goals - 1; d < x.length; d++) {
          g += (x[d] - 0.5) * (x[d] - 0.5);
        }
        double[] f = new double[goals];
        for (int k = 0; k < goals; k++) {
          f[k] = 1 + g;
          for (int d = 0; d < goals - 1 - k; d++) {
            f[k] *= Math.cos(x[d] * Math.PI / 2);
          }
          f[k] *= k > 0 ? Math.sin(x[goals - 1 - k] * Math.PI / 2) : 1;
        }
        return f;
      }),
  DTLZ7(
      (x, goals) -> {
        double g = 1 + 9 * mean(x, goals - 1);
        double[] f = Arrays.copyOf(x, goals);
        double h = goals;
        for (int k = 0; k < goals - 1; k++) {
          h -= f[k] / (1 + g) * (1 + Math.sin(3 * Math.PI * f[k]));
        }
        f[goals - 1] = (1 + g) * h;
        return f;
      }),
  /** The four bar truss: its volume and how far a joint gives way. */
  RE21(
      (x, goals) -> {
        double root = Math.sqrt(2);
        return new double[] {
          200 * (2 * x[0] + root * x[1] + Math.sqrt(x[2]) + x[3]),
          0.01 * (2 / x[0] + 2 * root / x[1] - 2 * root / x[2] + 2 / x[3])
        };
      }),
  /** The hatch cover: its weight and by how much it breaks its four limits. */
  RE24(
      (x, goals) -> {
        double bending = 4500 / (x[0] * x[1]);
        double[] shares = {
          bending / 700,
          1800 / x[1] / 450,
          562_000 / (700_000 * x[0] * x[1] * x[1]) / 1.5,
          bending / (7000 * x[0] * x[0])
        };
        return new double[] {
          x[0] + 120 * x[1], Arrays.stream(shares).map(share -> Math.max(0, share - 1)).sum()
        };
      }),
  /** Branin's function and one of Currin. */
  BRANIN_CURRIN(
      (x, goals) -> {
        double a = 15 * x[0] - 5;
        double valley = 15 * x[1] - 5.1 / (4 * Math.PI * Math.PI) * a * a + 5 / Math.PI * a - 6;
        double top = ((2300 * x[0] + 1900) * x[0] + 2092) * x[0] + 60;
        double bottom = ((100 * x[0] + 500) * x[0] + 4) * x[0] + 20;
        return new double[] {
          valley * valley + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(a) + 10,
          -Math.expm1(-1 / (2 * x[1])) * top / bottom
        };
      }),
  KURSAWE(
      (x, goals) -> {
        double[] f = new double[2];
        for (int d = 0; d < x.length; d++) {
          f[0] -= d > 0 ? 10 * Math.exp(-0.2 * Math.hypot(x[d - 1], x[d])) : 0;
          f[1] += Math.pow(Math.abs(x[d]), 0.8) + 5 * Math.sin(x[d] * x[d] * x[d]);
        }
        return f;
      }),
  FONSECA(
      (x, goals) -> {
        double place = 1 / Math.sqrt(x.length);
        return new double[] {
          -Math.expm1(-Arrays.stream(x).map(v -> (v - place) * (v - place)).sum()),
          -Math.expm1(-Arrays.stream(x).map(v -> (v + place) * (v + place)).sum())
        };
      }),
  /** For two goals, the first half of the inputs for the place on the front. */
  WFG4(
      (x, goals) -> {
        double[] bent = new double[x.length];
        for (int d = 0; d < x.length; d++) {
          double off = Math.abs(x[d] - 0.35) / (2 * (Math.floor(0.35 - x[d]) + 0.35));
          bent[d] = (1 + Math.cos(122 * Math.PI * (0.5 - off)) + 40 * off * off) / 12;
        }
        double place = mean(Arrays.copyOf(bent, x.length / 2), 0);
        double distance = mean(bent, x.length / 2);
        return new double[] {
          distance + 2 * Math.sin(place * Math.PI / 2), distance + 4 * Math.cos(place * Math.PI / 2)
        };
      }),
  /** The disc brake: its mass, the time it takes to stop, and by how much it breaks its limits. */
  RE33(
      (x, goals) -> {
        double squares = x[1] * x[1] - x[0] * x[0];
        double cubes = Math.pow(x[1], 3) - Math.pow(x[0], 3);
        double[] excess = {
          20 - (x[1] - x[0]),
          x[2] / (3.14 * squares) - 0.4,
          2.22e-3 * x[2] * cubes / (squares * squares) - 1,
          900 - 2.66e-2 * x[2] * x[3] * cubes / squares
        };
        return new double[] {
          4.9e-5 * squares * (x[3] - 1),
          9.82e6 * squares / (x[2] * x[3] * cubes),
          Arrays.stream(excess).map(by -> Math.max(0, by)).sum()
        };
      });

  @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
  private final BiFunction<double[], Integer, double[]> formula;

  GoalFormula(BiFunction<double[], Integer, double[]> formula) {
    this.formula = formula;
  }

  public double[] at(double[] x, int goals) {
    return formula.apply(x, goals);
  }

  /** The formula of a name as peers write it. */
  public static GoalFormula of(String function) {
    return valueOf(function.toUpperCase(Locale.ROOT));
  }

  private static double mean(double[] x, int from) {
    return Arrays.stream(x, from, x.length).sum() / (x.length - from);
  }
}
