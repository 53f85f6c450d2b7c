package dev.leadline.space;

/** How a numeric parameter is spread over the unit interval. */
public enum Scale {
  /** Equal differences are equal steps. */
  LINEAR {
    @Override
    double forward(double number) {
      return number;
    }

    @Override
    double backward(double position) {
      return position;
    }
  },
  /** Equal ratios are equal steps; needs positive bounds. */
  LOG {
    @Override
    double forward(double number) {
      return Math.log(number);
    }

    @Override
    double backward(double position) {
      return Math.exp(position);
    }
  };

  abstract double forward(double number);

  abstract double backward(double position);

  /** The share of the way from low to high at which the number lies, within [0, 1]. */
  double share(double number, double low, double high) {
    double start = forward(low);
    double share = (forward(number) - start) / (forward(high) - start);
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
    double start = forward(low);
    double number = backward(start + share * (forward(high) - start));
    return Math.min(high, Math.max(low, number));
  }
}
