package dev.leadline.suggest;

import dev.leadline.acquisition.CloseUp;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A history whose trials have to keep limits to be solutions. Immutable and thread-safe.
 *
 * <p>A limit is given by how far each trial is beyond it: up to 0 is allowed.
 */
public final class LimitedHistory {

  /* Measured excesses become sign(c)·ln(1 + |c|/s), s ten times their median size: they stay nearly as they are, with the bound
   * at 0, and one huge excess moves nothing else. With a smaller s a straight limit would get a bend at its bound, and models
   * would take a trial far beyond it for one that may be allowed. A failed trial is as far beyond every limit as the
   * worst one, and by its median size at least: there is nothing to be had near it.
   *
   * All stays finite: excesses and their ratios end at the largest numbers, and merits, which reach beyond the values by the
   * range of these, count values near the largest number a quarter. */

  private static final double STRAIGHT = 10;
  private static final double MOST = Double.MAX_VALUE / 16;

  private final History history;
  private final List<double[]> excess; // per limit, one per finished trial, NaN if not measured

  private LimitedHistory(History history, List<double[]> excess) {
    this.history = history;
    this.excess = excess;
  }

  /**
   * A history with what is known of the limits.
   *
   * @param limits how many
   * @param excessOf by how far the trial of a number is beyond each limit; NaN if not measured
   */
  public static LimitedHistory of(History history, int limits, IntFunction<double[]> excessOf) {
    List<double[]> trials =
        history.finished().stream().map(trial -> excessOf.apply(trial.trial())).toList();
    return new LimitedHistory(
        history,
        IntStream.range(0, limits)
            .mapToObj(
                limit ->
                    trials.stream()
                        .mapToDouble(trial -> Math.max(-MOST, Math.min(MOST, trial[limit])))
                        .toArray())
            .toList());
  }

  public History history() {
    return history;
  }

  /** The number of limits. */
  int limits() {
    return excess.size();
  }

  /** What a close-up of the finished trials shows, running ones included. */
  LimitedHistory in(CloseUp view) {
    return new LimitedHistory(
        history.in(view),
        excess.stream()
            .map(all -> Arrays.stream(view.kept()).mapToDouble(i -> all[i]).toArray())
            .toList());
  }

  /** Whether a finished trial has a value and keeps all limits. */
  boolean isFeasible(int finished) {
    return !history.finished().get(finished).failed()
        && excess.stream().allMatch(limit -> limit[finished] <= 0);
  }

  /**
   * What was seen of a limit, as a model is to learn it: up to 0 is allowed; empty if nothing was
   * measured.
   */
  Optional<Observations> ofLimit(int limit) {
    double[] seen = excess.get(limit);
    double[] measured = Arrays.stream(seen).filter(Double::isFinite).toArray();
    if (measured.length == 0) {
      return Optional.empty();
    }
    double size = size(measured);
    double worst = Math.max(size, Arrays.stream(measured).max().orElseThrow());
    int[] told =
        IntStream.range(0, seen.length)
            .filter(i -> Double.isFinite(seen[i]) || history.finished().get(i).failed())
            .toArray();
    return Optional.of(
        new Observations(
            history.dimensions(),
            Arrays.stream(told)
                .mapToObj(i -> history.finished().get(i).point())
                .toArray(double[][]::new),
            Arrays.stream(told)
                .mapToDouble(i -> Double.isFinite(seen[i]) ? seen[i] : worst)
                .map(c -> Math.copySign(Math.log1p(ratio(Math.abs(c), STRAIGHT * size)), c))
                .toArray()));
  }

  /**
   * The finished trials with values that order them by how good they are: those that keep the
   * limits by their values, all others behind them by how far they are beyond the limits.
   */
  Observations merits() {
    Observations values = history.observations();
    int count = values.size();
    double largest = Arrays.stream(values.values()).map(Math::abs).max().orElse(0);
    double unit = largest > Double.MAX_VALUE / 4 ? 0.25 : 1;
    double[] feasible =
        IntStream.range(0, count)
            .filter(this::isFeasible)
            .mapToDouble(i -> unit * values.value(i))
            .toArray();
    double best = Arrays.stream(feasible).min().orElse(0);
    double worst = Arrays.stream(feasible).max().orElse(0);
    double room = worst > best ? worst - best : Math.max(1, Math.abs(worst));
    double[] violation = violations();
    return values.withValues(
        IntStream.range(0, count)
            .mapToDouble(
                i ->
                    isFeasible(i)
                        ? unit * values.value(i)
                        : worst + room * (violation[i] / (1 + violation[i])))
            .toArray());
  }

  /** By how much each finished trial is beyond all limits together, in the sizes of each. */
  private double[] violations() {
    double[] sum = new double[history.finished().size()];
    for (double[] limit : excess) {
      double[] measured = Arrays.stream(limit).filter(Double::isFinite).toArray();
      double size = measured.length == 0 ? 1 : size(measured);
      double worst = Math.max(size, Arrays.stream(measured).max().orElse(0));
      for (int i = 0; i < sum.length; i++) {
        sum[i] += ratio(Math.max(0, Double.isFinite(limit[i]) ? limit[i] : worst), size);
      }
    }
    return sum;
  }

  private static double ratio(double excess, double size) {
    return Math.min(MOST, excess / size);
  }

  /** The median of the absolute values; of those that are not 0 where most are. */
  private static double size(double[] measured) {
    double[] sizes = Arrays.stream(measured).map(Math::abs).sorted().toArray();
    double median = sizes[sizes.length / 2];
    return median > 0 ? median : Arrays.stream(sizes).filter(size -> size > 0).min().orElse(1);
  }
}
