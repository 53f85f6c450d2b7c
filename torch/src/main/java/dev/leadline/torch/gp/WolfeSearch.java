package dev.leadline.torch.gp;

/**
 * A search along a line for a step that satisfies the strong Wolfe conditions. Not thread-safe.
 *
 * <p>The caller evaluates at {@link #step()} and reports, until the search is over.
 */
final class WolfeSearch {

  /* J. J. Moré and D. J. Thuente, "Line search algorithms with guaranteed sufficient decrease", 1994, with the constants of
   * L-BFGS-B. The interval of uncertainty has the ends "low", the best step so far, and "high"; until the minimum is
   * bracketed, steps grow. In the first stage the function less its required decrease is looked at instead, which makes the
   * sure decrease come first. */

  private static final double DECREASE = 1e-3;
  private static final double CURVATURE = 0.9;
  private static final double NARROWEST = 0.1;
  private static final int MOST_TRIALS = 20;

  /** A step with its value and slope. */
  private record Trial(double step, double value, double slope) {

    Trial tilted(double slant) {
      return new Trial(step, value - step * slant, slope - slant);
    }
  }

  private final double value;
  private final double slope;
  private final double required;
  private final double longest;
  private Trial low;
  private Trial high;
  private double step;
  private double shortestNext;
  private double longestNext;
  private double width;
  private double formerWidth;
  private boolean bracketed;
  private boolean firstStage = true;
  private boolean over;
  private int trials;

  /**
   * @param value at step 0
   * @param slope at step 0, negative
   * @param step the first to try
   * @param longest the longest allowed
   */
  WolfeSearch(double value, double slope, double step, double longest) {
    this.value = value;
    this.slope = slope;
    this.required = DECREASE * slope;
    this.step = step;
    this.longest = longest;
    this.low = new Trial(0, value, slope);
    this.high = low;
    this.longestNext = 5 * step;
    this.width = longest;
    this.formerWidth = 2 * longest;
  }

  /** The step to evaluate; when the search is over, the step that was evaluated last. */
  double step() {
    return step;
  }

  boolean isOver() {
    return over;
  }

  /** Whether so many steps were tried that the direction should be given up. */
  boolean isHopeless() {
    return !over && trials >= MOST_TRIALS;
  }

  void report(double newValue, double newSlope) {
    trials++;
    if (!Double.isFinite(newValue) || !Double.isFinite(newSlope)) {
      longestNext = step;
      step = low.step + 0.1 * (step - low.step);
      return;
    }
    Trial trial = new Trial(step, newValue, newSlope);
    double bound = value + step * required;
    if (firstStage && newValue <= bound && newSlope >= 0) {
      firstStage = false;
    }
    over = isGoodEnough(trial, bound) || isStuck(trial, bound);
    if (!over) {
      if (firstStage && newValue <= low.value && newValue > bound) {
        narrowTilted(trial);
      } else {
        step = narrow(trial);
      }
      next();
    }
  }

  private boolean isGoodEnough(Trial trial, double bound) {
    return trial.value <= bound && Math.abs(trial.slope) <= CURVATURE * -slope;
  }

  private boolean isStuck(Trial trial, double bound) {
    if (bracketed && (step <= shortestNext || step >= longestNext)) {
      return true;
    }
    if (bracketed && longestNext - shortestNext <= NARROWEST * longestNext) {
      return true;
    }
    boolean stillFalling = trial.value <= bound && trial.slope <= required;
    return (step == longest && stillFalling) || step == 0;
  }

  /** Chooses the next step by the function less the decrease that is required of it. */
  private void narrowTilted(Trial trial) {
    low = low.tilted(required);
    high = high.tilted(required);
    step = narrow(trial.tilted(required));
    low = low.tilted(-required);
    high = high.tilted(-required);
  }

  private void next() {
    if (bracketed) {
      double distance = Math.abs(high.step - low.step);
      if (distance >= 0.66 * formerWidth) {
        step = low.step + 0.5 * (high.step - low.step);
      }
      formerWidth = width;
      width = distance;
      shortestNext = Math.min(low.step, high.step);
      longestNext = Math.max(low.step, high.step);
    } else {
      shortestNext = step + 1.1 * (step - low.step);
      longestNext = step + 4 * (step - low.step);
    }
    step = Math.max(0, Math.min(longest, step));
    boolean outside = step <= shortestNext || step >= longestNext;
    if (bracketed && (outside || longestNext - shortestNext <= NARROWEST * longestNext)) {
      step = low.step;
    }
  }

  /** Shrinks the interval by a trial and returns the next step. */
  private double narrow(Trial trial) {
    boolean turned = trial.slope * Math.signum(low.slope) < 0;
    double next;
    if (trial.value > low.value) {
      next = afterRise(trial);
      bracketed = true;
    } else if (turned) {
      next = afterTurn(trial);
      bracketed = true;
    } else if (Math.abs(trial.slope) < Math.abs(low.slope)) {
      next = whileFlattening(trial);
    } else {
      next = whileSteepening(trial);
    }
    if (trial.value > low.value) {
      high = trial;
    } else {
      high = turned ? low : high;
      low = trial;
    }
    return next;
  }

  private double afterRise(Trial trial) {
    double length = trial.step - low.step;
    double cubic = cubicMinimum(low, trial);
    double parabola =
        low.step + low.slope / ((low.value - trial.value) / length + low.slope) / 2 * length;
    boolean cautious = Math.abs(cubic - low.step) < Math.abs(parabola - low.step);
    return cautious ? cubic : cubic + (parabola - cubic) / 2;
  }

  private double afterTurn(Trial trial) {
    double cubic = cubicMinimum(trial, low);
    double secant = secant(trial);
    return Math.abs(cubic - trial.step) > Math.abs(secant - trial.step) ? cubic : secant;
  }

  private double whileFlattening(Trial trial) {
    double cubic = cubicBeyond(trial);
    double secant = secant(trial);
    boolean cubicNearer = Math.abs(cubic - trial.step) < Math.abs(secant - trial.step);
    if (!bracketed) {
      double bold = cubicNearer ? secant : cubic;
      return Math.max(shortestNext, Math.min(longestNext, bold));
    }
    double near = cubicNearer ? cubic : secant;
    double limit = trial.step + 0.66 * (high.step - trial.step);
    return trial.step > low.step ? Math.min(limit, near) : Math.max(limit, near);
  }

  private double whileSteepening(Trial trial) {
    if (bracketed) {
      return cubicMinimum(trial, high);
    }
    return trial.step > low.step ? longestNext : shortestNext;
  }

  private double secant(Trial trial) {
    return trial.step + trial.slope / (trial.slope - low.slope) * (low.step - trial.step);
  }

  /** The minimum of the cubic through two trials, counted from the first of them. */
  private static double cubicMinimum(Trial from, Trial to) {
    double length = to.step - from.step;
    double theta = 3 * (from.value - to.value) / length + from.slope + to.slope;
    double scale = scale(theta, from, to);
    double gamma = Math.signum(length) * scale * Math.sqrt(discriminant(theta, scale, from, to));
    double ratio = (gamma - from.slope + theta) / (gamma - from.slope + gamma + to.slope);
    return from.step + ratio * length;
  }

  /** The minimum of the cubic beyond the trial, or the furthest step where it has none there. */
  private double cubicBeyond(Trial trial) {
    double length = low.step - trial.step;
    double theta = 3 * (trial.value - low.value) / length + trial.slope + low.slope;
    double scale = scale(theta, trial, low);
    double root = scale * Math.sqrt(Math.max(0, discriminant(theta, scale, trial, low)));
    double gamma = trial.step > low.step ? -root : root;
    double ratio = (gamma - trial.slope + theta) / (gamma + (low.slope - trial.slope) + gamma);
    if (ratio < 0 && gamma != 0) {
      return trial.step + ratio * length;
    }
    return trial.step > low.step ? longestNext : shortestNext;
  }

  private static double scale(double theta, Trial first, Trial second) {
    double slopes = Math.max(Math.abs(first.slope), Math.abs(second.slope));
    return Math.max(Math.abs(theta), slopes);
  }

  private static double discriminant(double theta, double scale, Trial first, Trial second) {
    return theta / scale * (theta / scale) - first.slope / scale * (second.slope / scale);
  }
}
