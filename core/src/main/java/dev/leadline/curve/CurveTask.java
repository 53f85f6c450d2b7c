package dev.leadline.curve;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;

/**
 * What a network sees of a curve that has begun and of complete ones of the same study: a set of
 * observations and a point at which the end of the curve is asked for. Immutable and thread-safe.
 */
public final class CurveTask {

  /* Values are in units in which the best end is 0 and the median end about 1, squeezed by asinh, so that curves of all programs
   * look alike around the value that is to be bettered. A complete curve is one observation: what it looked like when it was as
   * old as this one, and where it ended. The question has the same form. So the network can do what a person does: compare with
   * curves that looked alike, and draw the line on. CurvePrior makes the same of synthetic curves; a test compares the two. */

  private static final double[] LOOKS = {1, 0.8, 0.6, 0.4, 0.25, 0.15, 0.07, 0};

  /** The inputs of an observation: age, what was reported at eight shares of it, roughness. */
  public static final int INPUTS = LOOKS.length + 2;

  /** The part of the median way from first to last value in the unit. */
  public static final double WAY = 0.02;

  /** The least unit, as a part of the best value. */
  public static final double LEAST = 1e-6;

  /** Where values end, in units. */
  public static final double FARTHEST = 10;

  /** Looks are means over this part of the steps before. */
  public static final double WINDOW = 0.2;

  /** Levels are squeezed by tanh in so many units. */
  public static final double SQUEEZE = 3;

  /** How much a unit of roughness counts. */
  public static final double ROUGH = 5;

  /** So many complete curves are seen at most: the last ones. */
  private static final int MOST = 24;

  private final List<Curve> complete;
  private final Curve own;
  private final double length;
  private final double best;
  private final double unit;

  /**
   * @param field with at least one complete trial
   */
  public CurveTask(EarlyRule.Field field) {
    List<Curve> all = field.complete().stream().map(Course::curve).toList();
    this.own = field.own().curve();
    this.complete = all.subList(Math.max(0, all.size() - MOST), all.size());
    this.length = all.stream().mapToInt(Curve::lastStep).max().orElseThrow();
    double[] ends = complete.stream().mapToDouble(Curve::lastValue).sorted().toArray();
    double[] ways =
        complete.stream()
            .mapToDouble(curve -> Math.abs(curve.value(0) - curve.lastValue()))
            .sorted()
            .toArray();
    this.best = ends[0];
    this.unit = median(ends) - best + WAY * median(ways) + LEAST * Math.max(1, Math.abs(best));
  }

  private static double median(double[] sorted) {
    return sorted[(sorted.length - 1) / 2];
  }

  /** The share of the whole length that the curve has covered. */
  public double age() {
    return own.lastStep() / length;
  }

  /** A value in the units of the network. */
  public double toUnits(double value) {
    double scaled = (value - best) / unit;
    double squeezed = Math.log(Math.abs(scaled) + Math.hypot(scaled, 1)); // asinh of |scaled|
    return Math.copySign(Math.min(FARTHEST, squeezed), scaled);
  }

  /** A value from the units of the network. */
  public double fromUnits(double units) {
    return best + unit * Math.sinh(Math.max(-FARTHEST, Math.min(FARTHEST, units)));
  }

  /** The shares of an age at which curves are looked at. */
  public static double[] looks() {
    return LOOKS.clone();
  }

  /** What is seen. */
  public Observations seen() {
    return new Observations(
        INPUTS,
        complete.stream().map(this::features).toArray(double[][]::new),
        complete.stream().mapToDouble(Curve::lastValue).map(this::toUnits).toArray());
  }

  /** What is asked. */
  public double[] question() {
    return features(own);
  }

  private double[] features(Curve curve) {
    Curve seen = curve.until(Math.max(own.lastStep(), curve.step(0))).map(this::toUnits);
    double[] features = new double[INPUTS];
    features[0] = Math.min(1, age());
    for (int i = 0; i < LOOKS.length; i++) {
      double until = own.lastStep() * LOOKS[i];
      features[i + 1] = 0.5 + 0.5 * Math.tanh(seen.mean(until * (1 - WINDOW), until) / SQUEEZE);
    }
    features[INPUTS - 1] = 1 - Math.exp(-ROUGH * seen.roughness());
    return features;
  }

  @Override
  public String toString() {
    return "curve of %d reports among %d: %s"
        .formatted(own.size(), complete.size(), Arrays.toString(question()));
  }
}
