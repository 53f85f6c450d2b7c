package dev.leadline.early;

import dev.leadline.early.EarlyRule.Field;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a network sees of a curve that has begun and of complete ones of the same study: a set of
 * observations and a point at which the end of the curve is asked for. Immutable and thread-safe.
 */
public final class CurveTask {

  /* Values are in units in which the best end is 0 and the median end about 1, squeezed by asinh, so that curves of all programs
   * look alike around the value that is to be bettered. A complete curve is one observation: what it looked like when it was as
   * old as this one, what its configuration made expect, and where it ended. The question has the same form. So the network can
   * do what a person does: compare with curves that looked alike, and draw the line on. CurvePrior makes the same of synthetic
   * curves; a test compares the two. */

  private static final double[] LOOKS = {1, 0.8, 0.6, 0.4, 0.25, 0.15, 0.07, 0};

  /**
   * The inputs of an observation: age, what was reported at eight shares of it, roughness, the last
   * value and how much it fell, how far it is behind the best trial, now and before, and what its
   * configuration makes expect: value, deviation and how likely it is the best.
   */
  public static final int INPUTS = LOOKS.length + 9;

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

  /** Small differences are squeezed by tanh in so many units. */
  public static final double FINE = 0.3;

  /** How much a unit of roughness counts. */
  public static final double ROUGH = 5;

  /** How much was left of the way is told from the look of this number. */
  public static final int FALL = 2;

  /** Behind the best trial is told now and at the look of this number. */
  public static final int BEFORE = 3;

  /** So many complete curves are seen at most: the best and the last ones. */
  private static final int MOST = 24;

  private final List<CurveTrial> complete;
  private final CurveTrial own;
  private final CurveTrial leader;
  private final double age;
  private final double best;
  private final double unit;
  private final Guesses guesses;

  /**
   * @param field with at least one complete curve
   * @param predictor says what configurations make expect
   */
  public CurveTask(Field field, FinalValuePredictor predictor) {
    this.own = field.own();
    this.leader =
        field.complete().stream()
            .min(Comparator.comparingDouble(c -> c.curve().lastValue()))
            .orElseThrow();
    this.complete = seen(field.complete(), leader);
    this.age = field.age();
    double[] ends = complete.stream().mapToDouble(c -> c.curve().lastValue()).sorted().toArray();
    double[] ways =
        complete.stream()
            .map(CurveTrial::curve)
            .mapToDouble(curve -> Math.abs(curve.value(0) - curve.lastValue()))
            .sorted()
            .toArray();
    this.best = ends[0];
    this.unit =
        Curve.finite(
            median(ends) - best + WAY * median(ways) + LEAST * Math.max(1, Math.abs(best)));
    this.guesses = predictor.guess(own, complete, field.cut(), this::toUnits);
  }

  private static List<CurveTrial> seen(List<CurveTrial> all, CurveTrial leader) {
    List<CurveTrial> last =
        new ArrayList<>(all.subList(Math.max(0, all.size() - MOST), all.size()));
    if (!last.contains(leader)) {
      last.set(0, leader);
    }
    return last;
  }

  private static double median(double[] sorted) {
    return sorted[(sorted.length - 1) / 2];
  }

  /** A value in the units of the network. */
  public double toUnits(double value) {
    double scaled = Curve.finite(value - best) / unit;
    double squeezed = Math.log(Math.abs(scaled) + Math.hypot(scaled, 1)); // asinh of |scaled|
    return Math.copySign(Math.min(FARTHEST, squeezed), scaled);
  }

  /** A value from the units of the network. */
  public double fromUnits(double units) {
    return Curve.finite(best + unit * Math.sinh(Math.max(-FARTHEST, Math.min(FARTHEST, units))));
  }

  /** The shares of an age at which curves are looked at. */
  public static double[] looks() {
    return LOOKS.clone();
  }

  public Observations seen() {
    double[][] points = new double[complete.size()][];
    for (int i = 0; i < points.length; i++) {
      points[i] = features(complete.get(i).curve(), guesses.mean()[i], guesses.deviation()[i]);
    }
    return new Observations(
        INPUTS,
        points,
        complete.stream().mapToDouble(c -> c.curve().lastValue()).map(this::toUnits).toArray());
  }

  public double[] question() {
    int last = complete.size();
    return features(own.curve(), guesses.mean()[last], guesses.deviation()[last]);
  }

  private double[] features(Curve curve, double mean, double deviation) {
    Curve seen = young(curve);
    double[] looks = looks(seen);
    double[] ahead = looks(young(leader.curve()));
    double[] features = new double[INPUTS];
    features[0] = Math.min(1, age);
    for (int i = 0; i < looks.length; i++) {
      features[i + 1] = squeezed(looks[i] / SQUEEZE);
    }
    int next = looks.length + 1;
    features[next] = 1 - Math.exp(-ROUGH * seen.roughness());
    features[next + 1] = squeezed(seen.lastValue() / FINE);
    features[next + 2] = squeezed((looks[FALL] - looks[0]) / FINE);
    features[next + 3] = squeezed(looks[0] - ahead[0]);
    features[next + 4] = squeezed(looks[BEFORE] - ahead[BEFORE]);
    features[next + 5] = squeezed(mean / SQUEEZE);
    features[next + 6] = 1 - Math.exp(-deviation);
    features[next + 7] = squeezed(-0.5 * mean / deviation);
    return features;
  }

  /** A curve as it was when it was as old as the own one, in units. */
  private Curve young(Curve curve) {
    return curve.until(Math.max(own.curve().lastStep(), curve.step(0))).map(this::toUnits);
  }

  private double[] looks(Curve seen) {
    double[] looks = new double[LOOKS.length];
    for (int i = 0; i < looks.length; i++) {
      double until = own.curve().lastStep() * LOOKS[i];
      looks[i] = seen.mean(until * (1 - WINDOW), until);
    }
    return looks;
  }

  private static double squeezed(double value) {
    return 0.5 + 0.5 * Math.tanh(value);
  }
}
