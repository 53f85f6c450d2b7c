package dev.leadline.space;

/** How a numeric parameter is spread over the unit interval. */
public enum Scale {
  /** Equal differences are equal steps. */
  LINEAR {
    @Override
    double way(double number, double low, double high) {
      return number - low;
    }

    @Override
    double number(double way, double low, double high) {
      return low + way;
    }
  },
  /** Equal ratios are equal steps; needs positive bounds. */
  LOG {
    @Override
    double way(double number, double low, double high) {
      return isNarrow(low, high)
          ? Math.log1p((number - low) / low)
          : Math.log(number) - Math.log(low);
    }

    @Override
    double number(double way, double low, double high) {
      return isNarrow(low, high) ? low + low * Math.expm1(way) : Math.exp(Math.log(low) + way);
    }

    /** Logarithms of bounds this close are the same number, or differ by their rounding. */
    private static boolean isNarrow(double low, double high) {
      return high - low < 1e-3 * low;
    }
  };

  /** How far above the lower bound a number lies, in steps. */
  abstract double way(double number, double low, double high);

  /** The number that lies so many steps above the lower bound. */
  abstract double number(double way, double low, double high);

  /** The share of the way from low to high at which the number lies, within [0, 1]. */
  double share(double number, double low, double high) {
    double share = way(number, low, high) / way(high, low, high);
    return Math.min(1, Math.max(0, share));
  }

  /** The number at a share of the way from low to high, within the bounds. */
  double at(double share, double low, double high) {
    if (share <= 0) {
      return low;
    }
    if (share >= 1) {
      return high;
    }
    double number = number(share * way(high, low, high), low, high);
    return Math.min(high, Math.max(low, number));
  }
}
