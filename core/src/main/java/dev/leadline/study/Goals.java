package dev.leadline.study;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The two or three goals of a study that has several, and from where on they count. Immutable and
 * thread-safe.
 *
 * @param all the goals; the value of a trial is that of the first, the others are measured besides
 * @param reference what a trial has to better in every goal to count, by metric in the user's
 *     units; empty if it is inferred from the trials
 */
public record Goals(List<Goal> all, Map<String, Double> reference) {

  public Goals {
    all = List.copyOf(all);
    reference = Map.copyOf(new TreeMap<>(reference));
    if (all.size() < 2 || all.size() > 3) {
      throw new IllegalArgumentException(
          "expected two or three goals but got %d: %s; %s"
              .formatted(
                  all.size(),
                  names(all),
                  all.size() < 2
                      ? "name one goal without a list"
                      : "keep the three that matter and limit the others"));
    }
    Set<String> seen = new HashSet<>();
    for (Goal goal : all) {
      if (!seen.add(goal.metric())) {
        throw new IllegalArgumentException(
            "expected different goals but got '%s' twice; remove one".formatted(goal.metric()));
      }
    }
    if (!reference.isEmpty() && !reference.keySet().equals(seen)) {
      throw new IllegalArgumentException(
          "expected a reference for each of the goals %s and nothing else but got %s"
              .formatted(names(all), new TreeMap<>(reference).keySet()));
    }
  }

  /** Goals whose reference is inferred. */
  public static Goals of(Goal... goals) {
    return new Goals(List.of(goals), Map.of());
  }

  /** The same goals, from given values on. */
  public Goals beyond(Map<String, Double> values) {
    return new Goals(all, values);
  }

  /** The goal that is the value of a trial. */
  public Goal first() {
    return all.get(0);
  }

  /** The names of what is measured besides the value. */
  public List<String> further() {
    return all.stream().skip(1).map(Goal::metric).toList();
  }

  /** What a completed trial reached, goal by goal, in the user's units; NaN if not measured. */
  public List<Double> values(Trial trial) {
    return all.stream()
        .map(
            goal ->
                goal.equals(first())
                    ? trial.value()
                    : trial.measurements().get(goal.metric()).orElse(Double.NaN))
        .toList();
  }

  /** The goals in words, such as "minimise latency_ms, minimise memory_mb". */
  public String words() {
    return all.stream().map(Goal::description).collect(Collectors.joining(", "));
  }

  /** The same numbers with their signs turned so that small is good, or back. */
  double[] minimised(List<Double> values) {
    double[] turned = new double[values.size()];
    for (int k = 0; k < turned.length; k++) {
      turned[k] = all.get(k).direction().minimised(values.get(k));
    }
    return turned;
  }

  private static String names(List<Goal> goals) {
    return goals.stream().map(Goal::metric).collect(Collectors.joining(", "));
  }
}
