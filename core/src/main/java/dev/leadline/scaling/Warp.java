package dev.leadline.scaling;

/** A fixed monotone map of the real line with slope 1 at 0. */
enum Warp {
  NONE {
    @Override
    double apply(double u) {
      return u;
    }

    @Override
    double invert(double w) {
      return w;
    }

    @Override
    double logSlope(double u) {
      return 0;
    }
  },

  /** sign(u)·ln(1 + |u|). */
  BOTH_SIDES {
    @Override
    double apply(double u) {
      return Math.copySign(Math.log1p(Math.abs(u)), u);
    }

    @Override
    double invert(double w) {
      return Math.copySign(Math.min(Double.MAX_VALUE, Math.expm1(Math.abs(w))), w);
    }

    @Override
    double logSlope(double u) {
      return -Math.log1p(Math.abs(u));
    }
  },

  /** ln(1 + u) above 0, u below. */
  UPPER_SIDE {
    @Override
    double apply(double u) {
      return u > 0 ? Math.log1p(u) : u;
    }

    @Override
    double invert(double w) {
      return w > 0 ? Math.min(Double.MAX_VALUE, Math.expm1(w)) : w;
    }

    @Override
    double logSlope(double u) {
      return u > 0 ? -Math.log1p(u) : 0;
    }
  };

  abstract double apply(double u);

  abstract double invert(double w);

  abstract double logSlope(double u);
}
