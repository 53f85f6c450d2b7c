package dev.leadline.study;

import dev.leadline.acquisition.CloseUp;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

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
    List<Evaluation> finished,
    List<double[]> pending,
    NoiseKind noise,
    OptionalInt budget) {

  public History {
    finished = List.copyOf(finished);
    pending = pending.stream().map(double[]::clone).toList();
  }

  History withoutPending() {
    return new History(dimensions, finished, List.of(), noise, budget);
  }

  /** What a close-up of the finished trials shows, running ones included. */
  History in(CloseUp view) {
    return new History(
        dimensions,
        Arrays.stream(view.kept())
            .mapToObj(finished::get)
            .map(evaluation -> evaluation.at(view.toView(evaluation.point())))
            .toList(),
        pending.stream().filter(view::contains).map(view::toView).toList(),
        noise,
        budget);
  }

  /** The number of trials that are completed, failed or running. */
  public int size() {
    return finished.size() + pending.size();
  }

  /** Whether any trial has a value. */
  public boolean hasValues() {
    return finished.stream().anyMatch(evaluation -> !evaluation.failed());
  }
}
