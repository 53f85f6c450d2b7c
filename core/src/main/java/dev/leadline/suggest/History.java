package dev.leadline.suggest;

import dev.leadline.acquisition.CloseUp;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What is known when a suggestion is made, in the unit cube and with small values good.
 *
 * <p>Immutable and thread-safe.
 *
 * @param dimensions D
 * @param finished completed and failed trials by their number, in whatever order they finished
 * @param pending the points of running trials by their number
 * @param noise whether values repeat
 * @param budget the number of trials the user means to spend, if known
 */
public record History(
    int dimensions,
    List<FinishedTrial> finished,
    List<double[]> pending,
    NoiseKind noise,
    OptionalInt budget) {

  public History {
    finished = List.copyOf(finished);
    pending = copy(pending);
  }

  /** The points of running trials by their number. */
  @Override
  public List<double[]> pending() {
    return copy(pending);
  }

  /** The same with other outcomes of its finished trials. */
  public History with(List<FinishedTrial> outcomes) {
    return new History(dimensions, outcomes, pending, noise, budget);
  }

  public History withoutPending() {
    return new History(dimensions, finished, List.of(), noise, budget);
  }

  /**
   * The same with some of the finished trials only.
   *
   * @param kept by their place among the finished trials
   */
  public History only(IntPredicate kept) {
    return new History(
        dimensions,
        IntStream.range(0, finished.size()).filter(kept).mapToObj(finished::get).toList(),
        pending,
        noise,
        budget);
  }

  /** What a close-up of the finished trials shows, running ones included. */
  History in(CloseUp view) {
    return new History(
        dimensions,
        Arrays.stream(view.kept())
            .mapToObj(finished::get)
            .map(trial -> trial.at(view.toView(trial.point())))
            .toList(),
        pending.stream().filter(view::contains).map(view::toView).toList(),
        noise,
        budget);
  }

  /** The number of trials that are completed, failed or running. */
  public int size() {
    return finished.size() + pending.size();
  }

  /**
   * Whether what is left of the budget is for evaluating the best again: the last tenth of it,
   * where values do not repeat.
   */
  boolean isFinal() {
    int all = budget.orElse(0);
    return noise == NoiseKind.UNKNOWN && size() < all && size() >= all - all / 10;
  }

  /** Whether any trial has a value. */
  public boolean hasValues() {
    return finished.stream().anyMatch(trial -> !trial.failed());
  }

  /**
   * The finished trials with the values they count as; at least one must have a value. A failed
   * trial counts as bad as the worst value seen, so that its neighbourhood loses its attraction
   * whatever the units are.
   */
  public Observations observations() {
    return new Observations(
            dimensions,
            finished.stream().map(FinishedTrial::point).toArray(double[][]::new),
            values())
        .withDeviations(finished.stream().mapToDouble(FinishedTrial::deviation).toArray());
  }

  private double[] values() {
    double[] seen =
        finished.stream().filter(t -> !t.failed()).mapToDouble(FinishedTrial::value).toArray();
    double best = Arrays.stream(seen).min().orElseThrow();
    double worst = Arrays.stream(seen).max().orElseThrow();
    double margin = worst > best ? 0 : Math.max(1, Math.abs(worst));
    double bad = Math.min(Double.MAX_VALUE, worst + margin);
    return finished.stream().mapToDouble(t -> t.failed() ? bad : t.value()).toArray();
  }

  private static List<double[]> copy(List<double[]> points) {
    return points.stream().map(double[]::clone).toList();
  }
}
