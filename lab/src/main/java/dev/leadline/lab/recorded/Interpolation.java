package dev.leadline.lab.recorded;

import java.util.Arrays;
import java.util.List;

/**
 * The values between recorded configurations: a path of a Gaussian process that passes through
 * these, up to the program's own roughness. Immutable and thread-safe.
 */
final class Interpolation {

  /* In normal scores, which the recorded distribution turns into values, with r_i the distance to recorded point i, k_i Matérn-5/2
   * of it times the smooth variance, e_i = rough · exp(−r_i / ratio) and a = roughness at the level Σ coarse_i k_i:
   *   z = smooth path + Σ weight_i k_i + a · (rough path + √white · draw + Σ weight_i a_i (e_i + white · [r_i = 0]))
   * A path and not the mean, which is smoother than the program; roughness by level, because a learner that diverges is rough and a
   * good one is not; a frequent value is a flat piece, so plateaus stay. lab/real/lookup.py computes the same. */

  private static final double ROOT_5 = Math.sqrt(5);

  private final List<Setting> settings;
  private final Header.Numbers numbers;
  private final long seed;
  private final double[][] points;
  private final double[] weights;
  private final double[] coarse;
  private final double[] factors;
  private final PriorPath smoothPath;
  private final PriorPath roughPath;
  private final BrokenLine roughness;
  private final BrokenLine distribution;

  /**
   * @param recorded the coordinates of the recorded points
   * @param weights their weights
   * @param coarse their weights for the level
   * @param factors how rough the program is at each
   */
  Interpolation(
      Header header,
      Header.Numbers numbers,
      double[][] recorded,
      double[] weights,
      double[] coarse,
      double[] factors) {
    this.settings = header.parameters();
    this.numbers = numbers;
    this.seed = header.seed();
    this.points = new double[recorded.length][];
    for (int i = 0; i < recorded.length; i++) {
      points[i] = embedded(recorded[i]);
    }
    this.weights = weights.clone();
    this.coarse = coarse.clone();
    this.factors = factors.clone();
    int width = points[0].length;
    this.smoothPath = new PriorPath(seed, width, numbers.features(), 5, 1);
    this.roughPath = new PriorPath(seed + 1, width, numbers.features(), 1, 1 / numbers.ratio());
    this.roughness = new BrokenLine(numbers.levels(), numbers.roughness());
    this.distribution = new BrokenLine(numbers.scores(), numbers.values());
  }

  /** The value at some coordinates. */
  double at(double[] coordinates) {
    double[] point = embedded(coordinates);
    double level = 0;
    double near = 0;
    double far = 0;
    for (int i = 0; i < points.length; i++) {
      double r = distance(point, points[i]);
      double s = ROOT_5 * r;
      double k = numbers.smooth() * (1 + s + s * s / 3) * Math.exp(-s);
      level += coarse[i] * k;
      near += weights[i] * k;
      double e = numbers.rough() * Math.exp(-r / numbers.ratio());
      far += weights[i] * factors[i] * (r == 0 ? e + numbers.white() : e);
    }
    double a = roughness.at(level);
    double path =
        Math.sqrt(numbers.smooth()) * smoothPath.at(point)
            + a * Math.sqrt(numbers.rough()) * roughPath.at(point);
    double noise = a * Math.sqrt(numbers.white()) * Draws.at(seed, coordinates);
    return value(near + a * far + path + noise);
  }

  private double value(double score) {
    if (score >= distribution.first()) {
      return distribution.at(score);
    }
    double beyond = Math.min(distribution.first() - score, 1);
    return distribution.firstValue() - numbers.slope() * beyond;
  }

  /** A vector in which Euclid's distance counts: numbers over their lengths, choices one-hot. */
  private double[] embedded(double[] coordinates) {
    int width = 0;
    for (Setting setting : settings) {
      width += setting.numeric() ? 1 : setting.count();
    }
    double[] point = new double[width];
    int at = 0;
    for (int i = 0; i < coordinates.length; i++) {
      double length = numbers.lengths().get(i);
      if (settings.get(i).numeric()) {
        point[at++] = coordinates[i] / length;
      } else {
        point[at + (int) coordinates[i]] = 1 / length;
        at += settings.get(i).count();
      }
    }
    return point;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = a[i] - b[i];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  /** A function that is straight between corners and constant beyond the first and the last. */
  private static final class BrokenLine {

    private final double[] places;
    private final double[] values;

    BrokenLine(List<Double> places, List<Double> values) {
      if (places.isEmpty() || places.size() != values.size()) {
        throw new IllegalArgumentException(
            "expected as many values as places but got %d and %d"
                .formatted(values.size(), places.size()));
      }
      this.places = places.stream().mapToDouble(Double::doubleValue).toArray();
      this.values = values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    double first() {
      return places[0];
    }

    double firstValue() {
      return values[0];
    }

    double at(double place) {
      int last = places.length - 1;
      if (place >= places[last]) {
        return values[last];
      }
      if (place <= places[0]) {
        return values[0];
      }
      int found = Arrays.binarySearch(places, place);
      int i = found >= 0 ? found : -found - 2;
      double slope = (values[i + 1] - values[i]) / (places[i + 1] - places[i]);
      return slope * (place - places[i]) + values[i];
    }
  }

  /** One function of variance 1 drawn from the prior of a Matérn kernel: a sum of cosines. */
  private static final class PriorPath {

    /* The spectrum of Matérn-ν is Student's distribution with 2ν degrees of freedom: a normal vector over the root of the mean of
     * 2ν squares. */

    private static final int SQUARES = 5;

    private final double[][] frequencies;
    private final double[] phases;
    private final double[] amplitudes;

    /**
     * @param width the number of coordinates
     * @param freedom twice the kernel's smoothness
     * @param scale one over the kernel's length
     */
    PriorPath(long seed, int width, int features, int freedom, double scale) {
      frequencies = new double[features][width];
      phases = new double[features];
      amplitudes = new double[features];
      int per = SQUARES + 2 + width;
      for (int j = 0; j < features; j++) {
        double squares = 0;
        for (int k = 0; k < freedom; k++) {
          double draw = Draws.normal(Draws.state(seed, j * per + k));
          squares += draw * draw;
        }
        double factor = scale / Math.max(Math.sqrt(squares / freedom), 1e-3);
        phases[j] = 2 * Math.PI * Draws.uniform(Draws.state(seed, j * per + SQUARES));
        double amplitude = Draws.normal(Draws.state(seed, j * per + SQUARES + 1));
        amplitudes[j] = Math.sqrt(2.0 / features) * amplitude;
        for (int i = 0; i < width; i++) {
          double draw = Draws.normal(Draws.state(seed, j * per + SQUARES + 2 + i));
          frequencies[j][i] = draw * factor;
        }
      }
    }

    double at(double[] point) {
      double sum = 0;
      for (int j = 0; j < phases.length; j++) {
        double angle = phases[j];
        for (int i = 0; i < point.length; i++) {
          angle += point[i] * frequencies[j][i];
        }
        sum += amplitudes[j] * Math.cos(angle);
      }
      return sum;
    }
  }
}
