package dev.leadline.torch.gp;

/**
 * One search for a minimum of a smooth function in a box. Not thread-safe.
 *
 * <p>The caller evaluates at {@link #point()} and tells, until the search is over.
 */
final class BoundedSearch {

  /* L-BFGS-B: a quadratic model points out a direction, a line search finds the step. The step begins with 1, except that the
   * first one has length 1 at most where a variable lacks a bound. Tolerances are those of SciPy, which BoTorch relies on. */

  private static final double SMALLEST_GAIN = 2.220446049250313e-9;
  private static final double SMALLEST_SLOPE = 1e-5;

  private final double[] lower;
  private final double[] upper;
  private final QuadraticModel model;
  private double[] base;
  private double[] baseGradient = {};
  private double baseValue = Double.POSITIVE_INFINITY;
  private double[] direction = {};
  private double slope;
  private WolfeSearch line = new WolfeSearch(0, -1, 1, 1);
  private double[] point;
  private double[] best;
  private double bestValue = Double.POSITIVE_INFINITY;
  private State state = State.FIRST;

  private enum State {
    FIRST,
    FIRST_LINE,
    LINE,
    OVER
  }

  BoundedSearch(double[] start, double[] lower, double[] upper) {
    this.lower = lower;
    this.upper = upper;
    this.model = new QuadraticModel(lower, upper);
    this.base = start.clone();
    clip(base);
    this.point = base;
    this.best = base;
  }

  /** Where to evaluate next. */
  double[] point() {
    return point;
  }

  /** The point with the lowest value so far. */
  double[] best() {
    return best;
  }

  boolean isOver() {
    return state == State.OVER;
  }

  void tell(double value, double[] gradient) {
    if (value < bestValue) {
      bestValue = value;
      best = point;
    }
    switch (state) {
      case FIRST -> {
        accept(value, gradient);
        state = State.FIRST_LINE;
        turn(Double.isFinite(value));
      }
      case FIRST_LINE, LINE -> {
        line.report(value, QuadraticModel.dot(gradient, direction));
        if (line.isOver()) {
          finishLine(value, gradient);
        } else if (line.isHopeless()) {
          startAfresh();
        } else {
          point = along(line.step());
        }
      }
      case OVER -> {}
    }
  }

  private void accept(double value, double[] gradient) {
    base = point;
    baseValue = value;
    baseGradient = gradient;
  }

  private void finishLine(double value, double[] gradient) {
    double[] step = point.clone();
    double[] turned = gradient.clone();
    for (int i = 0; i < step.length; i++) {
      step[i] -= base[i];
      turned[i] -= baseGradient[i];
    }
    double before = baseValue;
    double scale = Math.max(1, Math.max(Math.abs(before), Math.abs(value)));
    model.learn(step, turned, slope * line.step());
    accept(value, gradient);
    state = State.LINE;
    turn(before - value > SMALLEST_GAIN * scale);
  }

  private void startAfresh() {
    boolean wasFresh = model.isFresh();
    model.forget();
    turn(!wasFresh);
  }

  /** Sets out in a new direction from the last finished step, or ends there. */
  private void turn(boolean worthIt) {
    point = base;
    if (!worthIt || largestSlope() <= SMALLEST_SLOPE) {
      state = State.OVER;
      return;
    }
    direction = model.wayToMinimum(base, baseGradient);
    slope = QuadraticModel.dot(direction, baseGradient);
    if (!(slope < 0)) {
      startAfresh();
      return;
    }
    double size = Math.sqrt(QuadraticModel.dot(direction, direction));
    boolean first = state == State.FIRST_LINE;
    double longest = first ? 1 : longestStep();
    double step = first && !isBoxed() ? Math.min(1 / size, longest) : Math.min(1, longest);
    line = new WolfeSearch(baseValue, slope, step, longest);
    point = along(step);
  }

  /** The largest part of the gradient that no bound stops, cut off at the bounds. */
  private double largestSlope() {
    double largest = 0;
    for (int i = 0; i < base.length; i++) {
      double moved = Math.min(upper[i], Math.max(lower[i], base[i] - baseGradient[i]));
      largest = Math.max(largest, Math.abs(moved - base[i]));
    }
    return largest;
  }

  private double longestStep() {
    double longest = 1e10;
    for (int i = 0; i < base.length; i++) {
      double bound = direction[i] < 0 ? lower[i] : upper[i];
      if (direction[i] != 0 && Double.isFinite(bound)) {
        longest = Math.min(longest, (bound - base[i]) / direction[i]);
      }
    }
    return longest;
  }

  private boolean isBoxed() {
    for (int i = 0; i < lower.length; i++) {
      if (Double.isInfinite(lower[i]) || Double.isInfinite(upper[i])) {
        return false;
      }
    }
    return true;
  }

  private double[] along(double step) {
    double[] place = base.clone();
    for (int i = 0; i < place.length; i++) {
      place[i] += step * direction[i];
    }
    clip(place);
    return place;
  }

  private void clip(double[] place) {
    for (int i = 0; i < place.length; i++) {
      place[i] = Math.min(upper[i], Math.max(lower[i], place[i]));
    }
  }
}
