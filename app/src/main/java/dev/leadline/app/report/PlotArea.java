package dev.leadline.app.report;

/**
 * Where the data of a picture lies: what its margins leave of it. Immutable and thread-safe.
 *
 * @param left in pixels from the left edge of the picture, as right is
 * @param top in pixels from its upper edge, as bottom is
 */
record PlotArea(double left, double top, double right, double bottom) {

  private static final double LEFT = 80;
  private static final double RIGHT = 20;
  private static final double TOP = 40;
  private static final double BOTTOM = 50;

  /** So many characters have room beside the data. */
  private static final int SHORT = 9;

  /** The area of a picture of this size. */
  static PlotArea in(double width, double height) {
    return new PlotArea(LEFT, TOP, width - RIGHT, height - BOTTOM);
  }

  /** The same area of a picture further to the right. */
  PlotArea moved(double by) {
    return new PlotArea(left + by, top, right + by, bottom);
  }

  /** Leaves a line above the data for a heading. */
  PlotArea withHeading() {
    return new PlotArea(left, top + 10, right, bottom);
  }

  /** Where this fraction of the width lies. */
  double x(double fraction) {
    return left + (right - left) * fraction;
  }

  /** Where this fraction of the height lies. */
  double y(double fraction) {
    return bottom - (bottom - top) * fraction;
  }

  double y(Axis axis, double value) {
    return y(axis.fraction(value));
  }

  double x(Axis axis, double value) {
    return x(axis.fraction(value));
  }

  /** The lines and numbers of the upright axis; long numbers stand on their lines. */
  String levels(Axis up) {
    StringBuilder svg = new StringBuilder();
    for (double tick : up.ticks()) {
      double y = y(up, tick);
      String number = up.label(tick);
      svg.append(Svg.line("grid", left, y, right, y));
      svg.append(
          number.length() <= SHORT
              ? Svg.text(left - 8, y + 4, "tick", "end", number)
              : Svg.text(left + 4, y - 3, "tick", "start", number));
    }
    return svg.toString();
  }

  /** A number below the data. */
  String below(double x, String number) {
    return Svg.text(x, bottom + 18, "tick", "middle", number);
  }

  /** The frame, and what is shown from left to right. */
  String frame(String across) {
    return Svg.box("frame", left, top, right, bottom)
        + Svg.text((left + right) / 2, bottom + 38, "label", "middle", across);
  }

  /** What is shown from below to above. */
  String upright(String up) {
    return Svg.upright(left - 64, (top + bottom) / 2, up);
  }
}
