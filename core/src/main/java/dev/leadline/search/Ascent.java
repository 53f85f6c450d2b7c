package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The end of a search for where candidates are good on a narrow ridge only: uphill from several
 * places at once. Immutable and thread-safe.
 *
 * @param highest so many ways begin at the best candidates of the search, far from each other
 * @param ahead so many begin where the differences of good observations point to
 * @param rounds the most steps of a way
 * @param budget of the candidates that are looked at on all ways, about
 */
record Ascent(int highest, int ahead, int rounds, int budget) {

  /* Where several limits meet, what is worth trying is a thousandth of the cube wide and a third of it long. Draws do not find
   * its best end, however many; a slope does, but only from a start on the same ridge. Observations that were good lie on it,
   * so what is beyond the best ones, seen from the others, is near it. */

  private static final double APART = 0.1;
  private static final int BEST = 3;
  private static final int GOOD = 16;
  private static final double DIFFERENT = 0.02;
  private static final double SHORTEST = 0.2;
  private static final double LONGEST = 1.5;
  private static final int TRIES = 10;
  private static final int FINALISTS = 3;

  Ascent {
    if (highest < 1 || ahead < 0 || rounds < 1 || budget < 1) {
      throw new IllegalArgumentException(
          "expected highest, rounds and budget of at least 1 and ahead of at least 0 but got %d, %d, %d and %d"
              .formatted(highest, rounds, budget, ahead));
    }
  }

  /** The one of the library's strategies. */
  static Ascent standard() {
    return new Ascent(4, 8, 40, 9000);
  }

  /**
   * The best of a search and of the ways that begin where it ended.
   *
   * @param ranked what the search found, the best first
   * @param known what the search knows, the good ones lowest
   */
  double[] from(
      List<double[]> ranked,
      Domain domain,
      Observations known,
      AcquisitionFunction acquisition,
      RandomGenerator random) {
    int[] moving =
        IntStream.range(0, domain.dimensions())
            .filter(d -> domain.coordinates().get(d).isReal())
            .toArray();
    if (moving.length == 0) {
      return ranked.get(0);
    }
    List<double[]> starts = new ArrayList<>(apart(ranked));
    starts.addAll(beyond(known, moving, random));
    Stream<double[]> ends =
        ends(starts, moving, acquisition).map(domain::snap).filter(domain::allows).limit(FINALISTS);
    return Stream.concat(Stream.of(ranked.get(0)), ends)
        .max(Comparator.comparingDouble(end -> score(end, acquisition)))
        .orElseThrow();
  }

  private static double score(double[] point, AcquisitionFunction acquisition) {
    double score = acquisition.scores(new double[][] {point}).acquisition()[0];
    return Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
  }

  /** The best candidates of a search that lie apart. */
  private List<double[]> apart(List<double[]> ranked) {
    List<double[]> found = new ArrayList<>();
    for (double[] point : ranked) {
      if (found.size() < highest && found.stream().allMatch(p -> distance(p, point) >= APART)) {
        found.add(point);
      }
    }
    return found;
  }

  /** Places beyond the best observations, seen from other good ones. */
  private List<double[]> beyond(Observations known, int[] moving, RandomGenerator random) {
    List<double[]> good = Incumbent.lowest(known, GOOD);
    List<double[]> found = new ArrayList<>();
    for (int i = 0; i < ahead * TRIES && found.size() < ahead && !good.isEmpty(); i++) {
      double[] to = good.get(random.nextInt(Math.min(BEST, good.size())));
      double[] from = good.get(random.nextInt(good.size()));
      double length = SHORTEST + (LONGEST - SHORTEST) * random.nextDouble();
      if (distance(from, to) >= DIFFERENT) {
        double[] point = to.clone();
        for (int d : moving) {
          point[d] = clipped(to[d] + length * (to[d] - from[d]));
        }
        found.add(point);
      }
    }
    return found;
  }

  /** The largest difference in a coordinate. */
  private static double distance(double[] one, double[] other) {
    return IntStream.range(0, one.length)
        .mapToDouble(d -> Math.abs(one[d] - other[d]))
        .max()
        .orElse(0);
  }

  /** Where the ways end, the highest first. */
  private Stream<double[]> ends(
      List<double[]> starts, int[] moving, AcquisitionFunction acquisition) {
    double[] heights = acquisition.scores(starts.toArray(double[][]::new)).acquisition();
    List<Way> all =
        IntStream.range(0, heights.length)
            .filter(i -> Double.isFinite(heights[i]))
            .mapToObj(i -> new Way(starts.get(i), heights[i], moving))
            .toList();
    int left = budget;
    for (int round = 0; round < rounds && left > 0; round++) {
      left -= ask(all, acquisition, Way::around, Way::slope);
      left -= ask(all, acquisition, Way::ahead, Way::move);
    }
    return all.stream().sorted(Comparator.comparingDouble(way -> -way.height())).map(Way::point);
  }

  /** Asks for all ways together; the number of points that were looked at. */
  private static int ask(
      List<Way> all,
      AcquisitionFunction acquisition,
      Function<Way, double[][]> question,
      BiConsumer<Way, double[]> answer) {
    List<Way> going = all.stream().filter(way -> !way.isOver()).toList();
    List<double[][]> asked = going.stream().map(question).toList();
    double[][] points = asked.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    if (points.length == 0) {
      return 0;
    }
    double[] heights = acquisition.scores(points).acquisition();
    int from = 0;
    for (int i = 0; i < going.size(); i++) {
      int to = from + asked.get(i).length;
      answer.accept(going.get(i), Arrays.copyOfRange(heights, from, to));
      from = to;
    }
    return points.length;
  }

  static double clipped(double x) {
    return Math.max(0, Math.min(1, x));
  }

  /**
   * A way uphill in the unit cube. It asks by turns how high it is around and how high it is ahead,
   * so that many ways can be answered together.
   */
  private static final class Way {

    /* A quasi-Newton ascent. Heights are exact to 1e-9 or so, and ridges are wider than 1e-4: differences over a millionth tell
     * the slope of both. All steps of a line are tried at once and the highest is taken. A coordinate at its end stays there while
     * the slope leads out of the cube. A way that learnt of its ridge and gets nowhere tries the bare slope once before it ends. */

    private static final double DIFFERENCE = 1e-6;
    private static final double[] STEPS = {2, 1, 0.5, 0.2, 0.05, 0.01, 0.001};
    private static final double FIRST = 0.05;
    private static final double LONGEST_STEP = 0.1;
    private static final double TRIFLE = 1e-3;
    private static final double LEAST_FALL = 1e-12;

    private final int[] moving;
    private double[] point;
    private double height;
    private boolean isOver;
    private double[][] ridge = {}; // the inverse Hessian, no rows while nothing is known
    private double[] slope = {};
    private double[] taken = {};
    private double[] way = {};

    /**
     * @param moving the coordinates in which it may go
     */
    Way(double[] start, double height, int[] moving) {
      this.point = start.clone();
      this.height = height;
      this.moving = moving;
    }

    boolean isOver() {
      return isOver;
    }

    double[] point() {
      return point.clone();
    }

    double height() {
      return height;
    }

    /** Where the slope is measured, one point for each coordinate. */
    double[][] around() {
      return IntStream.range(0, moving.length)
          .mapToObj(
              k -> {
                double[] near = point.clone();
                near[moving[k]] += side(k);
                return near;
              })
          .toArray(double[][]::new);
    }

    private double side(int k) {
      return point[moving[k]] + DIFFERENCE > 1 ? -DIFFERENCE : DIFFERENCE;
    }

    /** Takes the heights around. */
    void slope(double[] heights) {
      double[] before = slope;
      slope = new double[heights.length];
      Arrays.setAll(slope, k -> (heights[k] - height) / side(k));
      if (taken.length > 0) {
        ridge = updated(ridge, taken, minus(before, slope));
      }
      way = isKnown(ridge) ? inside(times(ridge, inside(slope))) : new double[0];
      if (!(rise() > 0)) {
        ridge = new double[0][];
        way = inside(slope);
      }
      double most = Arrays.stream(way).map(Math::abs).max().orElse(0);
      double longest = isKnown(ridge) ? Math.min(most, LONGEST_STEP) : FIRST;
      isOver = !(rise() > 0 && Double.isFinite(most));
      way = Arrays.stream(way).map(x -> x * longest / most).toArray();
    }

    private double rise() {
      return IntStream.range(0, way.length).mapToDouble(k -> way[k] * slope[k]).sum();
    }

    /** A direction without what leads out of the cube. */
    private double[] inside(double[] direction) {
      return IntStream.range(0, direction.length)
          .mapToDouble(
              k -> {
                double x = point[moving[k]];
                boolean leadsOut = (x <= 0 && direction[k] < 0) || (x >= 1 && direction[k] > 0);
                return leadsOut ? 0 : direction[k];
              })
          .toArray();
    }

    /** Where the height is measured ahead. */
    double[][] ahead() {
      return Arrays.stream(STEPS)
          .mapToObj(
              step -> {
                double[] far = point.clone();
                for (int k = 0; k < moving.length; k++) {
                  far[moving[k]] = clipped(far[moving[k]] + step * way[k]);
                }
                return far;
              })
          .toArray(double[][]::new);
    }

    /** Takes the heights ahead. */
    void move(double[] heights) {
      int top = 0;
      for (int s = 1; s < heights.length; s++) {
        top = heights[s] > heights[top] ? s : top;
      }
      if (!(heights[top] > height)) {
        isOver = !isKnown(ridge);
        ridge = new double[0][];
        taken = new double[0];
        return;
      }
      double[] from = point;
      point = ahead()[top];
      taken = Arrays.stream(moving).mapToDouble(d -> point[d] - from[d]).toArray();
      isOver = isKnown(ridge) && heights[top] - height < TRIFLE;
      height = heights[top];
    }

    /* The update of Broyden, Fletcher, Goldfarb and Shanno, H ← H + (1 + yᵀHy/sᵀy)·ssᵀ/sᵀy − (Hysᵀ + syᵀH)/sᵀy, with the step s
     * and the loss of slope y. It begins with sᵀy/yᵀy times the unit matrix. Where the slope did not fall nothing is learnt. */
    private static double[][] updated(double[][] before, double[] step, double[] loss) {
      double fall = product(step, loss);
      double square = product(loss, loss);
      if (!(fall > LEAST_FALL * Math.sqrt(square)) || !Double.isFinite(square)) {
        return before;
      }
      int size = step.length;
      double[][] shape = isKnown(before) ? before : unit(size, fall / square);
      double[] turned = times(shape, loss);
      double scale = 1 + product(loss, turned) / fall;
      double[][] after = new double[size][size];
      for (int k = 0; k < size; k++) {
        for (int j = 0; j < size; j++) {
          double cross = turned[k] * step[j] + step[k] * turned[j];
          after[k][j] = shape[k][j] + (scale * step[k] * step[j] - cross) / fall;
        }
      }
      return after;
    }

    private static boolean isKnown(double[][] ridge) {
      return ridge.length > 0;
    }

    private static double[][] unit(int size, double value) {
      double[][] unit = new double[size][size];
      IntStream.range(0, size).forEach(k -> unit[k][k] = value);
      return unit;
    }

    private static double[] times(double[][] rows, double[] vector) {
      return IntStream.range(0, rows.length).mapToDouble(k -> product(rows[k], vector)).toArray();
    }

    private static double product(double[] one, double[] other) {
      return IntStream.range(0, one.length).mapToDouble(k -> one[k] * other[k]).sum();
    }

    private static double[] minus(double[] one, double[] other) {
      return IntStream.range(0, one.length).mapToDouble(k -> one[k] - other[k]).toArray();
    }
  }
}
