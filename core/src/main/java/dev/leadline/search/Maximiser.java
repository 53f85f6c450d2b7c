package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Finds the point of largest acquisition value in rounds: the whole cube and the surroundings of
 * the best observations first, then the surroundings of the best candidates, at last uphill where
 * that is worth it. Immutable and thread-safe.
 *
 * @param global the number of Sobol points over the whole cube
 * @param local the number of perturbations of the best observations
 * @param bases how many of the best observations are perturbed
 * @param smallestRadius the smallest step of those perturbations
 * @param largestRadius the largest
 * @param refinements the further rounds
 */
public record Maximiser(
    int global,
    int local,
    int bases,
    double smallestRadius,
    double largestRadius,
    List<Refinement> refinements) {

  /**
   * One round around the best candidates so far.
   *
   * @param points the number of candidates: half are neighbours, half are children of the best
   * @param centres how many of the best candidates the neighbours surround
   * @param parents how many of the best candidates have children
   * @param smallestRadius the smallest step of a neighbour
   * @param largestRadius the largest step
   */
  public record Refinement(
      int points, int centres, int parents, double smallestRadius, double largestRadius) {
    public Refinement {
      atLeast(1, points, "points");
      atLeast(1, centres, "centres");
      atLeast(1, parents, "parents");
      checkRadii(smallestRadius, largestRadius);
    }
  }

  public Maximiser {
    atLeast(1, global, "global");
    atLeast(0, local, "local");
    atLeast(1, bases, "bases");
    checkRadii(smallestRadius, largestRadius);
    refinements = List.copyOf(refinements);
  }

  /**
   * 256 candidates, then six rounds of 128. Many small rounds come closer to the maximum than few
   * large ones with as many candidates in all, most of all in ten dimensions; neighbours and
   * children together come closer than neighbours alone, by 0.2 nats of log improvement in five and
   * ten dimensions and 0.3 in twenty.
   */
  public static Maximiser standard() {
    return new Maximiser(128, 128, 6, 1e-3, 0.5, shrinking(6, 128));
  }

  /** Rounds that close in: from 8 centres to 2, with radii down to a fifth and less. */
  private static List<Refinement> shrinking(int rounds, int points) {
    return IntStream.range(0, rounds)
        .mapToObj(
            round -> {
              double progress = (double) round / (rounds - 1);
              return new Refinement(
                  points,
                  (int) Math.round(between(8, 2, progress)),
                  48,
                  between(2e-2, 1e-4, progress),
                  between(1, 0.2, progress));
            })
        .toList();
  }

  /** Geometric interpolation. */
  private static double between(double start, double end, double progress) {
    return start * Math.pow(end / start, progress);
  }

  /** The best point found, with what was predicted there if its score came with that. */
  static final class Best {

    private final double[] point;
    private final Optional<Distribution> predicted;

    Best(double[] point, Optional<Distribution> predicted) {
      this.point = point;
      this.predicted = predicted;
    }

    double[] point() {
      return point.clone();
    }

    Optional<Distribution> predicted() {
      return predicted;
    }
  }

  /**
   * The best point of a domain; empty if it allows none of those that were tried.
   *
   * @param known the observations, in the units of the surrogate
   * @param random the only source of randomness
   */
  Optional<Best> maximise(
      Domain domain, Observations known, AcquisitionFunction acquisition, RandomGenerator random) {
    SobolSequence sobol = new SobolSequence(domain.dimensions(), random);
    int[] drawn = {0};
    CandidatePool pool = new CandidatePool(domain, random, () -> sobol.point(drawn[0]++));
    List<double[]> lowest = Incumbent.lowest(known, bases);
    acquisition.promising().forEach(pool::offer);
    pool.fill(lowest.isEmpty() ? global + local : global, pool::anywhere);
    if (!lowest.isEmpty()) {
      pool.fill(local, () -> pool.neighbour(lowest, smallestRadius, largestRadius));
    }
    pool.ensureOne();
    Ranking ranking = new Ranking();
    ranking.add(pool.drain(), acquisition);
    for (Refinement round : ranking.isEmpty() ? List.<Refinement>of() : refinements) {
      List<double[]> parents = ranking.top(round.parents);
      List<double[]> centres = ranking.top(round.centres);
      pool.fill(round.points / 2, () -> pool.child(parents));
      pool.fill(
          round.points - round.points / 2,
          () -> pool.neighbour(centres, round.smallestRadius, round.largestRadius));
      ranking.add(pool.drain(), acquisition);
    }
    return ranking.best(domain, known, acquisition, random);
  }

  /** The best of some points; empty if the domain allows none of them. */
  static Optional<Best> maximise(
      double[][] points,
      Domain domain,
      Observations known,
      AcquisitionFunction acquisition,
      RandomGenerator random) {
    CandidatePool pool = new CandidatePool(domain, random, () -> new double[domain.dimensions()]);
    for (double[] point : points) {
      pool.offer(point);
    }
    Ranking ranking = new Ranking();
    ranking.add(pool.drain(), acquisition);
    return ranking.best(domain, known, acquisition, random);
  }

  /** Scored candidates, best first: largest acquisition value, ties by lower mean. */
  private static final class Ranking {

    private static final Comparator<Entry> BEST_FIRST =
        Comparator.comparingDouble((Entry entry) -> -entry.acquisition)
            .thenComparingDouble(entry -> entry.mean);

    private final List<Entry> entries = new ArrayList<>();

    /** Adds candidates, each behind its equals; one without a value (NaN) ranks last. */
    void add(double[][] points, AcquisitionFunction acquisition) {
      if (points.length == 0) {
        return;
      }
      Scores scores = acquisition.scores(points);
      double[] values = scores.acquisition();
      double[] means = scores.mean();
      if (values.length != points.length || means.length != points.length) {
        throw new IllegalArgumentException(
            "expected one acquisition value and one mean for each of %d candidates but got %d and %d"
                .formatted(points.length, values.length, means.length));
      }
      for (int i = 0; i < points.length; i++) {
        Entry entry = new Entry(points[i], values[i], means[i], scores, i);
        entries.add(place(entry), entry);
      }
    }

    /** The number of entries that are at least as good. */
    private int place(Entry entry) {
      int low = 0;
      int high = entries.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (BEST_FIRST.compare(entries.get(middle), entry) <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    boolean isEmpty() {
      return entries.isEmpty();
    }

    /** Up to so many points, best first. */
    List<double[]> top(int count) {
      return entries.stream().limit(count).map(entry -> entry.point).toList();
    }

    /** The best point, or where the way uphill from here ends. */
    Optional<Best> best(
        Domain domain,
        Observations known,
        AcquisitionFunction acquisition,
        RandomGenerator random) {
      if (entries.isEmpty()) {
        return Optional.empty();
      }
      if (acquisition.hasNarrowRidges()) {
        List<double[]> points = top(entries.size());
        double[] end = Ascent.standard().from(points, domain, known, acquisition, random);
        return Optional.of(new Best(end, Optional.empty()));
      }
      Entry best = entries.get(0);
      return Optional.of(new Best(best.point, best.scores.distribution(best.row)));
    }
  }

  private static final class Entry {

    final double[] point;
    final double acquisition;
    final double mean;
    final Scores scores;
    final int row; // among the scores

    Entry(double[] point, double acquisition, double mean, Scores scores, int row) {
      this.point = point;
      this.acquisition = acquisition;
      this.mean = mean;
      this.scores = scores;
      this.row = row;
    }
  }

  private static void atLeast(int minimum, int actual, String name) {
    if (actual < minimum) {
      throw new IllegalArgumentException(
          "expected %s of at least %d but was %d".formatted(name, minimum, actual));
    }
  }

  private static void checkRadii(double smallest, double largest) {
    if (!(smallest > 0 && smallest <= largest && largest <= 1)) {
      throw new IllegalArgumentException(
          "expected radii with 0 < smallest <= largest <= 1 but got %s and %s"
              .formatted(smallest, largest));
    }
  }
}
