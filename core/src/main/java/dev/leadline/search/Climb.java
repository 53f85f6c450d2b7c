package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
public record Climb(int highest, int ahead, int rounds, int budget) {

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

  public Climb {
    if (highest < 1 || ahead < 0 || rounds < 1 || budget < 1) {
      throw new IllegalArgumentException(
          "expected highest, rounds and budget of at least 1 and ahead of at least 0 but got %d, %d, %d and %d"
              .formatted(highest, rounds, budget, ahead));
    }
  }

  /** The one of the library's strategies. */
  public static Climb standard() {
    return new Climb(4, 8, 40, 9000);
  }

  /**
   * The best of a search and of the ways that begin where it ended; empty if the domain allows no
   * candidate.
   *
   * @param run not begun
   * @param known what the search knows, the good ones lowest
   */
  public Optional<double[]> best(
      Search.Run run,
      Domain domain,
      Observations known,
      AcquisitionFunction acquisition,
      RandomGenerator random) {
    Ranking ranking = new Ranking();
    for (double[][] next = run.propose(); next.length > 0; next = run.propose()) {
      Scores scores = acquisition.scores(next);
      run.score(scores.acquisition(), scores.mean());
      ranking.add(next, scores.acquisition(), scores.mean());
    }
    if (ranking.isEmpty()) {
      return Optional.empty();
    }
    int[] moving =
        IntStream.range(0, domain.dimensions())
            .filter(d -> domain.coordinates().get(d).isReal())
            .toArray();
    if (moving.length == 0) {
      return Optional.of(run.best());
    }
    List<double[]> starts = new ArrayList<>(apart(ranking));
    starts.addAll(beyond(known, moving, random));
    Stream<double[]> ends =
        ends(starts, moving, acquisition).map(domain::snap).filter(domain::allows).limit(FINALISTS);
    return Stream.concat(Stream.of(run.best()), ends)
        .max(Comparator.comparingDouble(end -> score(end, acquisition)));
  }

  private static double score(double[] point, AcquisitionFunction acquisition) {
    double score = acquisition.scores(new double[][] {point}).acquisition()[0];
    return Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
  }

  /** The best candidates of a search that lie apart. */
  private List<double[]> apart(Ranking ranking) {
    List<double[]> found = new ArrayList<>();
    for (double[] point : ranking.top(Integer.MAX_VALUE)) {
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
          point[d] = Ascent.clipped(to[d] + length * (to[d] - from[d]));
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
    double[] heights = acquisition.smooth(starts.toArray(double[][]::new));
    List<Ascent> all =
        IntStream.range(0, heights.length)
            .filter(i -> Double.isFinite(heights[i]))
            .mapToObj(i -> new Ascent(starts.get(i), heights[i], moving))
            .toList();
    int left = budget;
    for (int round = 0; round < rounds && left > 0; round++) {
      left -= ask(all, acquisition, Ascent::around, Ascent::slope);
      left -= ask(all, acquisition, Ascent::ahead, Ascent::move);
    }
    return all.stream().sorted(Comparator.comparingDouble(way -> -way.height())).map(Ascent::point);
  }

  /** Asks for all ways together; the number of points that were looked at. */
  private static int ask(
      List<Ascent> all,
      AcquisitionFunction acquisition,
      Function<Ascent, double[][]> question,
      BiConsumer<Ascent, double[]> answer) {
    List<Ascent> going = all.stream().filter(way -> !way.isOver()).toList();
    List<double[][]> asked = going.stream().map(question).toList();
    double[][] points = asked.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    if (points.length == 0) {
      return 0;
    }
    double[] heights = acquisition.smooth(points);
    int from = 0;
    for (int i = 0; i < going.size(); i++) {
      int to = from + asked.get(i).length;
      answer.accept(going.get(i), Arrays.copyOfRange(heights, from, to));
      from = to;
    }
    return points.length;
  }
}
