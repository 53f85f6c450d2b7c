package dev.leadline.study;

import dev.leadline.acquisition.Hypervolume;
import dev.leadline.acquisition.ParetoFront;
import dev.leadline.acquisition.ReferencePoint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The trials of a study with several goals that no other one betters in everything. Immutable and
 * thread-safe.
 *
 * @param trials by their first goal, best first
 * @param reference what a trial has to better to count, goal by goal in the user's units; empty if
 *     there is no trial
 * @param volume what the front reaches beyond the reference: a product of the goals' units
 */
public record Front(Goals goals, List<Trial> trials, List<Double> reference, double volume) {

  public Front {
    trials = List.copyOf(trials);
    reference = List.copyOf(reference);
  }

  /** The front of a study; trials that break a limit are not in it. */
  public static Front of(Study study) {
    Goals goals =
        study
            .goals()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "expected several goals but this study has one; ask for its best trial"));
    return of(goals, study.trials().stream().filter(study::isSolution).toList());
  }

  /**
   * The front of some completed trials.
   *
   * @param solutions those that keep all limits; one in which a goal was not measured is left out
   */
  public static Front of(Goals goals, List<Trial> solutions) {
    List<Trial> measured =
        solutions.stream()
            .filter(trial -> goals.values(trial).stream().allMatch(Double::isFinite))
            .toList();
    if (measured.isEmpty()) {
      return new Front(goals, List.of(), List.of(), 0);
    }
    double[][] points =
        measured.stream()
            .map(trial -> goals.minimised(goals.values(trial)))
            .toArray(double[][]::new);
    List<Trial> front =
        Arrays.stream(ParetoFront.of(points))
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> points[i][0]).thenComparing(i -> i))
            .map(measured::get)
            .toList();
    List<Double> reference = reference(goals, points);
    double volume = Hypervolume.of(points, goals.minimised(reference));
    return new Front(goals, front, reference, volume);
  }

  private static List<Double> reference(Goals goals, double[][] points) {
    if (!goals.reference().isEmpty()) {
      return goals.all().stream().map(goal -> goals.reference().get(goal.metric())).toList();
    }
    List<Double> inferred = Arrays.stream(ReferencePoint.inferred(points)).boxed().toList();
    return Arrays.stream(goals.minimised(inferred)).boxed().toList();
  }

  /** What a trial of the front reached, goal by goal, in the user's units. */
  public List<Double> values(Trial trial) {
    return goals.values(trial);
  }

  /** Whether a trial is on the front. */
  public boolean has(int trial) {
    return trials.stream().anyMatch(found -> found.number() == trial);
  }
}
