package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 * @param uncounted how many trials do not count against the budget
 * @param related the values that earlier studies of the same space saw
 */
public record History(
    int dimensions,
    List<FinishedTrial> finished,
    List<double[]> pending,
    NoiseKind noise,
    OptionalInt budget,
    int uncounted,
    List<Observations> related) {

  /** One without earlier studies, in which every trial counts against the budget. */
  public History(
      int dimensions,
      List<FinishedTrial> finished,
      List<double[]> pending,
      NoiseKind noise,
      OptionalInt budget) {
    this(dimensions, finished, pending, noise, budget, 0, List.of());
  }

  public History {
    finished = List.copyOf(finished);
    pending = copy(pending);
    related = List.copyOf(related);
  }

  /** The points of running trials by their number. */
  @Override
  public List<double[]> pending() {
    return copy(pending);
  }

  /** The same with other outcomes of its finished trials. */
  public History with(List<FinishedTrial> outcomes) {
    return new History(dimensions, outcomes, pending, noise, budget, uncounted, related);
  }

  /** The same with what earlier studies saw. */
  public History relatedTo(List<Observations> earlier) {
    return new History(dimensions, finished, pending, noise, budget, uncounted, earlier);
  }

  /** The same while another point is being evaluated. */
  public History evaluating(double[] point) {
    List<double[]> all = Stream.concat(pending.stream(), Stream.of(point)).toList();
    return new History(dimensions, finished, all, noise, budget, uncounted, related);
  }

  /** The points of all trials, those of running ones first. */
  List<double[]> points() {
    return Stream.concat(pending.stream(), finished.stream().map(FinishedTrial::point)).toList();
  }

  public History withoutPending() {
    return new History(dimensions, finished, List.of(), noise, budget, uncounted, related);
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
        budget,
        uncounted,
        related);
  }

  /** The finished trials that have a value. */
  public List<FinishedTrial> valued() {
    return finished.stream().filter(trial -> !trial.failed()).toList();
  }

  /** Whether any trial failed. */
  public boolean hasFailures() {
    return finished.stream().anyMatch(FinishedTrial::failed);
  }

  /** The same without its failed trials. */
  History withoutFailures() {
    return hasFailures() ? with(valued()) : this;
  }

  /** What a close-up of the finished trials shows, running ones included, earlier studies not. */
  History in(TrustRegion view) {
    return new History(
        dimensions,
        Arrays.stream(view.kept())
            .mapToObj(finished::get)
            .map(trial -> trial.at(view.toView(trial.point())))
            .toList(),
        pending.stream().filter(view::contains).map(view::toView).toList(),
        noise,
        budget,
        uncounted,
        List.of());
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
    int spent = size() - uncounted;
    return noise == NoiseKind.UNKNOWN && spent < all && spent >= all - all / 10;
  }

  /** Whether any trial has a value. */
  public boolean hasValues() {
    return finished.stream().anyMatch(trial -> !trial.failed());
  }

  /**
   * The values that were seen, in the order of their trials. Failed trials have none: where trials
   * fail is a question of its own, which {@link LimitedHistory} asks.
   */
  public Observations observations() {
    List<FinishedTrial> seen = valued();
    return new Observations(
            dimensions,
            seen.stream().map(FinishedTrial::point).toArray(double[][]::new),
            seen.stream().mapToDouble(FinishedTrial::value).toArray())
        .withDeviations(seen.stream().mapToDouble(FinishedTrial::deviation).toArray())
        .relatedTo(related);
  }

  private static List<double[]> copy(List<double[]> points) {
    return points.stream().map(double[]::clone).toList();
  }
}
