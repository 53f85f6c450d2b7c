package dev.leadline.study;

/** Whether small or large values are good. */
public enum Direction {
  MINIMISE(1),
  MAXIMISE(-1);

  private final int sign;

  Direction(int sign) {
    this.sign = sign;
  }

  /** The value with its sign turned so that small is good; its own inverse. */
  double minimised(double value) {
    return sign * value;
  }
}
