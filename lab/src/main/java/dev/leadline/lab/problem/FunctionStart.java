package dev.leadline.lab.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run on a function or program for another language: where it starts, one number per parameter,
 * and what its optimum is.
 *
 * @param used the indices of the inputs that the function gets
 * @param shift by how much each of these is moved
 * @param skew what bends the values before they are seen; null for nothing
 * @param values what is seen at the initial points
 * @param noise what comes on top of every evaluation of the run, the initial ones included
 */
record FunctionStart(
    String task,
    String function,
    List<Input> inputs,
    long seed,
    int steps,
    double minimum,
    List<Integer> used,
    List<Double> shift,
    @Nullable Skew skew,
    List<List<Double>> initial,
    List<Double> values,
    List<Double> noise) {

  static FunctionStart of(Task task, long seed, int steps) {
    if (Suite.of(task.name()) == Suite.FURTHER) {
      throw new IllegalArgumentException(
          "expected tasks whose functions peers know but got %s: they do not know those of further-*"
              .formatted(task.name()));
    }
    Objective objective = task.objective(seed);
    List<double[]> initial = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (double[] point : task.initial(seed)) {
      values.add(objective.observe(point, initial.size()));
      initial.add(objective.parameters(point));
    }
    IntStream evaluations = IntStream.range(0, initial.size() + steps);
    return new FunctionStart(
        task.name(),
        task.functionName(),
        objective.inputs(),
        seed,
        steps,
        objective.minimum(),
        objective.used(),
        objective.shift(),
        objective.skew().orElse(null),
        Seed.lists(initial),
        values,
        evaluations.mapToObj(objective::disturbance).toList());
  }
}
