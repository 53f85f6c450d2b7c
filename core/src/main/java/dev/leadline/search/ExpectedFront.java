package dev.leadline.search;

import dev.leadline.acquisition.BoxDecomposition;
import dev.leadline.acquisition.ExpectedHypervolumeImprovement;
import dev.leadline.acquisition.ParetoFront;
import dev.leadline.acquisition.ReferencePoint;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What models expect of the places they have seen, goal by goal, and what is left to gain. */
final class ExpectedFront {

  /* The front is that of the values the models expect where something was tried and keeps the limits: values may be luck. What
   * is expected of pending trials (the median) belongs to it, too, so that nothing is left to gain there. A reference that is
   * inferred from the front found so far would keep the search inside it; so every other suggestion looks beyond the worst
   * values seen, and every fourth once a study is past its beginning, because then more is to be gained inside. The beginning
   * is shorter where few inputs and goals leave few places for another part of the front: with two of each there is none. */

  /**
   * In a front with more points than this no goal takes more values, so a suggestion stays fast.
   */
  private static final int FINEST = 256;

  private static final int LONGEST_BEGINNING = 30;
  private static final int BEGINNING_PER_INPUT = 10; // and goal, beyond two of each

  private final Evidence known;
  private final List<ModelUnits.View> views;
  private final List<Posterior> posteriors;
  private final int trial;
  private final double[][] expected; // one row per trial with values, in the units of the models
  private final int[] solutions; // the places of those that keep the limits

  ExpectedFront(
      Evidence known,
      IntPredicate solutions,
      List<ModelUnits.View> views,
      List<Posterior> posteriors,
      int trial) {
    this.known = known;
    this.views = views;
    this.posteriors = posteriors;
    this.trial = trial;
    this.expected = rows(views.get(0).observations().points(), Predictive::means);
    List<FinishedTrial> valued = known.goals().get(0).valued();
    this.solutions =
        IntStream.range(0, expected.length)
            .filter(i -> solutions.test(valued.get(i).trial()))
            .toArray();
  }

  /** By how much a point is expected to enlarge the front; empty if there is no solution yet. */
  Optional<ExpectedHypervolumeImprovement> gain() {
    if (solutions.length == 0) {
      return Optional.empty();
    }
    double[][] solved = solved();
    double[][] awaited = known.goals().get(0).pending().toArray(double[][]::new);
    double[][] taken =
        awaited.length == 0
            ? solved
            : Stream.of(solved, rows(awaited, Predictive::medians))
                .flatMap(Arrays::stream)
                .toArray(double[][]::new);
    return Optional.of(
        new ExpectedHypervolumeImprovement(
            BoxDecomposition.of(ParetoFront.coarse(taken, FINEST), beyond(solved))));
  }

  /** What is known as a search is to see it: the front is the lowest, its newest points first. */
  Observations leading() {
    double[] order = new double[expected.length];
    Arrays.fill(order, 1);
    for (int place : ParetoFront.of(solved())) {
      order[solutions[place]] = -solutions[place];
    }
    return views.get(0).observations().withValues(order);
  }

  private double[][] solved() {
    return Arrays.stream(solutions).mapToObj(i -> expected[i]).toArray(double[][]::new);
  }

  /** The reference in the units of the models. */
  private double[] beyond(double[][] solved) {
    double[][] seen =
        Arrays.stream(solved)
            .map(
                row ->
                    IntStream.range(0, row.length)
                        .mapToDouble(k -> views.get(k).scaling().fromModel(row[k]))
                        .toArray())
            .toArray(double[][]::new);
    double[] wanted =
        known
            .reference()
            .map(given -> ReferencePoint.near(given, seen))
            .orElseGet(() -> inferred(seen));
    return IntStream.range(0, wanted.length)
        .mapToDouble(k -> views.get(k).scaling().toModel(wanted[k]))
        .toArray();
  }

  private double[] inferred(double[][] seen) {
    return looksFar(trial, known.goals().get(0).dimensions(), seen[0].length)
        ? ReferencePoint.widest(seen)
        : ReferencePoint.inferred(seen);
  }

  /** Whether a suggestion counts what lies beyond the front found so far. */
  static boolean looksFar(int trial, int inputs, int goals) {
    int more = inputs - 2 + goals - 2;
    int beginning = Math.min(LONGEST_BEGINNING, BEGINNING_PER_INPUT * more);
    return trial % (trial < beginning ? 2 : 4) == 0;
  }

  /** One number per goal for each of some points. */
  private double[][] rows(double[][] points, Function<Predictive, double[]> summary) {
    List<double[]> columns =
        posteriors.stream().map(posterior -> summary.apply(posterior.at(points))).toList();
    return IntStream.range(0, points.length)
        .mapToObj(i -> columns.stream().mapToDouble(column -> column[i]).toArray())
        .toArray(double[][]::new);
  }
}
