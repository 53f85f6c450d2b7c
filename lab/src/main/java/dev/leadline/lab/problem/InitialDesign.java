package dev.leadline.lab.problem;

import java.util.SplittableRandom;

/** The points every method starts from: uniform draws that depend on task and seed alone. */
public final class InitialDesign {

  private InitialDesign() {}

  /** The initial points of a task's run with this seed, snapped to what can be evaluated. */
  public static double[][] of(Task task, long seed) {
    Objective objective = task.objective(seed);
    SplittableRandom random = Seed.stream("initial " + task.name(), seed);
    double[][] points = new double[task.initialPoints()][];
    for (int i = 0; i < points.length; i++) {
      points[i] = objective.snap(random.doubles(task.dimensions()).toArray());
    }
    return points;
  }
}
