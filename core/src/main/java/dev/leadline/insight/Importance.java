package dev.leadline.insight;

import dev.leadline.search.SobolSequence;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.StudyModel;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How much an input matters to what is measured, as a share of its variance. Immutable and
 * thread-safe.
 *
 * @param overall over the whole space
 * @param among over the half of it where the prediction is best
 */
public record Importance(String input, Share overall, Share among) {

  /* Jansen's estimate of the total effects, T_i = ½ E (f(a) − f(a with input i of b))² / Var f, over pairs of configurations a, b from
  a Sobol sequence, with f the predicted median in the user's units. A pair that leaves the feasible configurations, or the good
  half, does not count for its input. The error is the jackknife's, over models that each lack a part of the trials and over blocks
  of pairs. */

  /** How it is computed, for those who read the shares. */
  public static final String METHOD =
      "One input is changed at random while all others stay: half the mean square of how much the model's prediction changes,"
          + " as a share of the variance of what is measured (the total effect). Interactions count for every input that takes part,"
          + " so the shares together may be more than 100 %. The good half is the half of the space where the prediction is best:"
          + " there it says what is left to matter once bad settings are avoided. The error (±) is how much a share changes when some"
          + " trials are left out. It is large where few trials tell, as over the whole space when most of them lie near the best.";

  private static final int PARTS = 6; // of the trials
  private static final int PREDICTIONS = 4096;
  private static final int BLOCKS = 8;
  private static final int LEAST_IN_BLOCK = 8;

  /**
   * A share of the variance.
   *
   * @param error its standard error, at most 1
   */
  public record Share(double part, double error) {}

  /** What is expected of configurations, in their order; small is good. */
  @FunctionalInterface
  interface Expected {
    double[] of(List<Configuration> configurations);
  }

  /**
   * Of each parameter of a study, in the order of its space.
   *
   * @param seed of the settings at which the model is asked
   */
  public static List<Importance> of(StudyModel model, long seed) {
    return of(
        model.space(),
        asked -> model.medians(asked, place -> true),
        IntStream.range(0, PARTS)
            .<Expected>mapToObj(
                part -> asked -> model.medians(asked, place -> place % PARTS != part))
            .toList(),
        seed);
  }

  /**
   * Of each parameter, in the order of the space.
   *
   * @param whole after all trials
   * @param parts after all but some trials, others each time
   */
  static List<Importance> of(Space space, Expected whole, List<Expected> parts, long seed) {
    Asked asked = new Asked(space, seed);
    int[][] places = asked.places();
    Pairs all = new Pairs(places, whole.of(asked));
    List<Pairs> some = parts.stream().map(part -> new Pairs(places, part.of(asked))).toList();
    return IntStream.range(0, space.parameters().size())
        .mapToObj(
            i ->
                new Importance(
                    space.parameters().get(i).name(),
                    share(i + 1, all, some, pairs -> Double.POSITIVE_INFINITY),
                    share(i + 1, all, some, Pairs::median)))
        .toList();
  }

  /**
   * What is asked, made anew each time: thousands of settings of hundreds of inputs fill a heap.
   */
  private static final class Asked extends AbstractList<Configuration> {

    private final Space space;
    private final List<Move> moves;
    private final double[][] pairs;
    private final List<int[]> cells = new ArrayList<>();

    Asked(Space space, long seed) {
      this.space = space;
      this.moves =
          space.parameters().stream().map(input -> Move.along(space, input.name())).toList();
      int inBlock = Math.max(LEAST_IN_BLOCK, PREDICTIONS / (moves.size() + 1) / BLOCKS);
      SobolSequence sequence =
          new SobolSequence(2 * space.dimensions(), new SplittableRandom(seed));
      this.pairs =
          IntStream.range(0, BLOCKS * inBlock).mapToObj(sequence::point).toArray(double[][]::new);
    }

    /**
     * Where the answers for each pair stand: that for a, then with each input of b; −1 for none.
     */
    int[][] places() {
      int[][] places = new int[pairs.length][moves.size() + 1];
      for (int row = 0; row < places.length; row++) {
        for (int i = 0; i < places[row].length; i++) {
          boolean isFeasible = space.feasible(configuration(row, i));
          places[row][i] = isFeasible ? cells.size() : -1;
          if (isFeasible) {
            cells.add(new int[] {row, i});
          }
        }
      }
      return places;
    }

    @Override
    public Configuration get(int index) {
      int[] cell = cells.get(index);
      return configuration(cell[0], cell[1]);
    }

    @Override
    public int size() {
      return cells.size();
    }

    private Configuration configuration(int row, int i) {
      int dimensions = space.dimensions();
      double[] a = Arrays.copyOf(pairs[row], dimensions);
      double[] b = Arrays.copyOfRange(pairs[row], dimensions, 2 * dimensions);
      return space.decode(i == 0 ? a : moves.get(i - 1).exchanged(a, b));
    }
  }

  private static Share share(
      int column, Pairs all, List<Pairs> some, ToDoubleFunction<Pairs> bound) {
    double[] blocks =
        IntStream.range(0, BLOCKS)
            .mapToDouble(block -> all.totalEffect(column, bound.applyAsDouble(all), block))
            .toArray();
    double[] parts =
        some.stream()
            .mapToDouble(pairs -> pairs.totalEffect(column, bound.applyAsDouble(pairs), -1))
            .toArray();
    return new Share(
        all.totalEffect(column, bound.applyAsDouble(all), -1),
        Math.min(1, Math.hypot(jackknife(blocks), jackknife(parts))));
  }

  private static double jackknife(double[] without) {
    double mean = Arrays.stream(without).average().orElse(0);
    double squares = Arrays.stream(without).map(part -> (part - mean) * (part - mean)).sum();
    return without.length == 0 ? 0 : Math.sqrt(squares * (without.length - 1) / without.length);
  }

  /** What a model expects of a, and of a with each input of b, pair by pair; NaN if infeasible. */
  private static final class Pairs {

    private final double[][] values;

    Pairs(int[][] places, double[] found) {
      this.values = new double[places.length][];
      Arrays.setAll(
          values,
          row ->
              Arrays.stream(places[row])
                  .mapToDouble(place -> place < 0 ? Double.NaN : found[place])
                  .toArray());
    }

    double median() {
      double[] sorted =
          Arrays.stream(values)
              .mapToDouble(row -> row[0])
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      return sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) / 2];
    }

    /** By all pairs with values up to a bound, but not those of one block. */
    double totalEffect(int column, double bound, int without) {
      int inBlock = values.length / BLOCKS;
      double[][] counted =
          IntStream.range(0, values.length)
              .filter(row -> row / inBlock != without && values[row][0] <= bound)
              .mapToObj(row -> values[row])
              .toArray(double[][]::new);
      double mean = Arrays.stream(counted).mapToDouble(row -> row[0]).average().orElse(0);
      double variance =
          Arrays.stream(counted).mapToDouble(row -> squared(row[0] - mean)).average().orElse(0);
      double changes =
          Arrays.stream(counted)
              .filter(row -> row[column] <= bound)
              .mapToDouble(row -> squared(row[0] - row[column]))
              .average()
              .orElse(0);
      return variance > 0 ? changes / 2 / variance : 0;
    }

    private static double squared(double difference) {
      return difference * difference;
    }
  }
}
