package dev.leadline.bench.goals;

import java.util.Arrays;
import java.util.Locale;

/** The formulas of the problems that are no polynomials. */
enum GoalFormula {
  ZDT1 {
    @Override
    double[] at(double[] x, int goals) {
      double g = 1 + 9 * mean(x, 1);
      return new double[] {x[0], g * (1 - Math.sqrt(x[0] / g))};
    }
  },
  ZDT2 {
    @Override
    double[] at(double[] x, int goals) {
      double g = 1 + 9 * mean(x, 1);
      return new double[] {x[0], g * (1 - x[0] / g * (x[0] / g))};
    }
  },
  ZDT3 {
    @Override
    double[] at(double[] x, int goals) {
      double g = 1 + 9 * mean(x, 1);
      double wave = x[0] / g * Math.sin(10 * Math.PI * x[0]);
      return new double[] {x[0], g * (1 - Math.sqrt(x[0] / g) - wave)};
    }
  },
  DTLZ1 {
    @Override
    double[] at(double[] x, int goals) {
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
    }
  },
  DTLZ2 {
    @Override
    double[] at(double[] x, int goals) {
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
    }
  },
  DTLZ7 {
    @Override
    double[] at(double[] x, int goals) {
      double g = 1 + 9 * mean(x, goals - 1);
      double[] f = Arrays.copyOf(x, goals);
      double h = goals;
      for (int k = 0; k < goals - 1; k++) {
        h -= f[k] / (1 + g) * (1 + Math.sin(3 * Math.PI * f[k]));
      }
      f[goals - 1] = (1 + g) * h;
      return f;
    }
  },
  /** The four bar truss: its volume and how far a joint gives way. */
  RE21 {
    @Override
    double[] at(double[] x, int goals) {
      double root = Math.sqrt(2);
      return new double[] {
        200 * (2 * x[0] + root * x[1] + Math.sqrt(x[2]) + x[3]),
        0.01 * (2 / x[0] + 2 * root / x[1] - 2 * root / x[2] + 2 / x[3])
      };
    }
  },
  /** The hatch cover: its weight and by how much it breaks its four limits. */
  RE24 {
    @Override
    double[] at(double[] x, int goals) {
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
    }
  };

  /** The goals at the inputs. */
  abstract double[] at(double[] x, int goals);

  static GoalFormula of(String function) {
    return valueOf(function.toUpperCase(Locale.ROOT));
  }

  private static double mean(double[] x, int from) {
    return Arrays.stream(x, from, x.length).sum() / (x.length - from);
  }
}
