package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A history whose trials have to keep limits to be solutions. Immutable and thread-safe.
 *
 * <p>A limit is given by how far each trial is beyond it: up to 0 is allowed. Where trials failed,
 * the last limit is that of not to fail: a failed trial is 1 beyond it, all others are 1 within.
 */
public final class LimitedHistory {

  /* Measured excesses become sign(c)·ln(1 + |c|/s), s ten times their median size, so that they stay nearly as they are and one
   * huge excess moves nothing else (docs/decisions/0023). What is learnt of failures is a regression on the classes 1 and −1.
   * All stays finite: excesses and their ratios end at the largest numbers, and merits, which reach beyond the values by the
   * range of these, count values near the largest number a quarter. */

  private static final double STRAIGHT = 10;
  private static final double MOST = Double.MAX_VALUE / 16;

  /** So many earlier trials that failed, and so many that did not, say where trials fail. */
  private static final int EARLIER = 30;

  /** How far off an earlier trial may be about that: half of what a trial is from the bound. */
  private static final double UNSURE = 0.5 * Math.log1p(1 / STRAIGHT);

  private final History history;
  private final List<double[]> given; // per limit, one per finished trial, NaN if not measured
  private final List<double[]> excess; // the same with that of not to fail
  private final List<LimitedHistory> related;

  private LimitedHistory(History history, List<double[]> given, List<LimitedHistory> related) {
    this.history = history;
    this.given = given;
    this.related = related;
    this.excess = new ArrayList<>(given);
    if (Stream.concat(Stream.of(this), related.stream())
        .anyMatch(one -> one.history.hasFailures())) {
      excess.add(history.finished().stream().mapToDouble(t -> t.failed() ? 1 : -1).toArray());
    }
  }

  /**
   * A history with what is known of the limits.
   *
   * @param limits how many
   * @param excessOf by how far the trial of a number is beyond each limit; NaN if not measured
   */
  public static LimitedHistory of(History history, int limits, IntFunction<double[]> excessOf) {
    List<double[]> trials =
        limits == 0
            ? List.of()
            : history.finished().stream().map(trial -> excessOf.apply(trial.trial())).toList();
    return new LimitedHistory(
        history,
        IntStream.range(0, limits)
            .mapToObj(
                limit ->
                    trials.stream()
                        .mapToDouble(trial -> Math.max(-MOST, Math.min(MOST, trial[limit])))
                        .toArray())
            .toList(),
        List.of());
  }

  /** The same with what earlier studies of the same space and limits saw. */
  public LimitedHistory relatedTo(List<LimitedHistory> earlier) {
    List<Observations> values = earlier.stream().map(one -> one.history.observations()).toList();
    return new LimitedHistory(history.relatedTo(values), given, List.copyOf(earlier));
  }

  /** What earlier studies saw. */
  List<LimitedHistory> related() {
    return related;
  }

  public History history() {
    return history;
  }

  /** The number of limits; not to fail is one where a trial failed, here or in an earlier study. */
  public int limits() {
    return excess.size();
  }

  /** The number of limits besides that of not to fail. */
  int given() {
    return given.size();
  }

  /** The same without failed trials, and without what earlier studies say of limits. */
  LimitedHistory withoutFailures() {
    int[] kept =
        IntStream.range(0, history.finished().size())
            .filter(i -> !history.finished().get(i).failed())
            .toArray();
    return new LimitedHistory(history.withoutFailures(), givenAt(kept), List.of());
  }

  private List<double[]> givenAt(int[] kept) {
    return given.stream()
        .map(all -> Arrays.stream(kept).mapToDouble(i -> all[i]).toArray())
        .toList();
  }

  /** What a close-up of the finished trials shows, running ones included, earlier studies not. */
  LimitedHistory in(TrustRegion view) {
    return new LimitedHistory(history.in(view), givenAt(view.kept()), List.of());
  }

  /** The places of those that keep all limits among the trials that have a value. */
  int[] feasible() {
    LimitedHistory valued = withoutFailures();
    return IntStream.range(0, valued.history.finished().size())
        .filter(valued::isFeasible)
        .toArray();
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
    return limit < given.size()
        ? seen(limit)
            .map(
                own ->
                    own.relatedTo(
                        related.stream().flatMap(one -> one.seen(limit).stream()).toList()))
        : seen(limit).map(this::withEarlierFailures);
  }

  /* Whether a trial fails has the same two values everywhere, so earlier trials are observations like others, only less sure:
   * a scale of their own could not be told from trials that all went well. */
  private Observations withEarlierFailures(Observations own) {
    List<Observations> earlier =
        related.stream().flatMap(one -> one.seen(given.size()).stream()).toList();
    if (earlier.isEmpty()) {
      return own;
    }
    Observations all = joined(earlier);
    int[] told =
        IntStream.concat(evenly(all, value -> value > 0), evenly(all, value -> value < 0))
            .toArray();
    double[] deviations = new double[told.length + own.size()];
    Arrays.fill(deviations, 0, told.length, UNSURE);
    return joined(List.of(all.at(told), own)).withDeviations(deviations);
  }

  private static IntStream evenly(Observations all, DoublePredicate chosen) {
    int[] places = IntStream.range(0, all.size()).filter(i -> chosen.test(all.value(i))).toArray();
    int count = Math.min(places.length, EARLIER);
    return IntStream.range(0, count)
        .map(i -> places[Observations.evenPlace(i, count, places.length)]);
  }

  private Observations joined(List<Observations> parts) {
    return new Observations(
        history.dimensions(),
        parts.stream().flatMap(one -> Arrays.stream(one.points())).toArray(double[][]::new),
        parts.stream().flatMapToDouble(one -> Arrays.stream(one.values())).toArray());
  }

  private Optional<Observations> seen(int limit) {
    if (limit >= excess.size()) {
      return Optional.empty();
    }
    double[] seen = excess.get(limit);
    double[] measured = Arrays.stream(seen).filter(Double::isFinite).toArray();
    if (measured.length == 0) {
      return Optional.empty();
    }
    double size = size(measured);
    int[] told = IntStream.range(0, seen.length).filter(i -> Double.isFinite(seen[i])).toArray();
    return Optional.of(
        new Observations(
            history.dimensions(),
            Arrays.stream(told)
                .mapToObj(i -> history.finished().get(i).point())
                .toArray(double[][]::new),
            Arrays.stream(told)
                .mapToDouble(i -> seen[i])
                .map(c -> Math.copySign(Math.log1p(ratio(Math.abs(c), STRAIGHT * size)), c))
                .toArray()));
  }

  /**
   * The finished trials with values that order them by how good they are: those that keep the
   * limits by their values, all others behind them by how far they are beyond the limits.
   */
  Observations merits() {
    List<FinishedTrial> trials = history.finished();
    int count = trials.size();
    double largest =
        history.valued().stream().mapToDouble(trial -> Math.abs(trial.value())).max().orElse(0);
    double unit = largest > Double.MAX_VALUE / 4 ? 0.25 : 1;
    double[] feasible =
        IntStream.range(0, count)
            .filter(this::isFeasible)
            .mapToDouble(i -> unit * trials.get(i).value())
            .toArray();
    double best = Arrays.stream(feasible).min().orElse(0);
    double worst = Arrays.stream(feasible).max().orElse(0);
    double room = worst > best ? worst - best : Math.max(1, Math.abs(worst));
    double[] violation = violations();
    return new Observations(
        history.dimensions(),
        trials.stream().map(FinishedTrial::point).toArray(double[][]::new),
        IntStream.range(0, count)
            .mapToDouble(
                i ->
                    isFeasible(i)
                        ? unit * trials.get(i).value()
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
