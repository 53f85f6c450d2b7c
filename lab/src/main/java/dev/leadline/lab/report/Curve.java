package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The regret and the optimiser's time of one run, by step. Immutable and thread-safe. */
public final class Curve {

  private final int[] steps;
  private final double[] regret;
  private final double[] seconds;
  private final int together;

  private Curve(int[] steps, double[] regret, double[] seconds, int together) {
    this.steps = steps;
    this.regret = regret;
    this.seconds = seconds;
    this.together = together;
  }

  /** Step 0 is the state after the initial points. A step recorded twice counts once. */
  static Curve of(Collection<Evaluation> evaluations) {
    Map<Integer, Evaluation> byStep = new TreeMap<>();
    evaluations.forEach(evaluation -> byStep.put(evaluation.step(), evaluation));
    Map<Integer, Evaluation> kept = new TreeMap<>();
    byStep.forEach((step, evaluation) -> kept.put(Math.max(0, step), evaluation));
    int[] steps = new int[kept.size()];
    double[] regret = new double[steps.length];
    double[] seconds = new double[steps.length];
    double total = 0;
    int together = 1;
    int i = 0;
    for (Evaluation evaluation : kept.values()) {
      steps[i] = Math.max(0, evaluation.step());
      regret[i] = evaluation.regret();
      total += evaluation.optimiserMs() / 1e3;
      seconds[i] = total;
      together = Math.max(together, evaluation.together());
      i++;
    }
    return new Curve(steps, regret, seconds, together);
  }

  public int lastStep() {
    return steps.length == 0 ? -1 : steps[steps.length - 1];
  }

  /** The regret after this many evaluations beyond the initial ones; infinite before the first. */
  double regretAt(int step) {
    return step < steps[0] ? Double.POSITIVE_INFINITY : regret[index(step)];
  }

  /** The optimiser's time up to this step. */
  public double secondsAt(int step) {
    return step < steps[0] ? 0 : seconds[index(step)];
  }

  /** The largest number of runs that were driven together. */
  int together() {
    return together;
  }

  private int index(int step) {
    if (step < steps[0] || step > lastStep()) {
      throw new IllegalArgumentException(
          "expected a step of %d to %d but got %d".formatted(steps[0], lastStep(), step));
    }
    int found = java.util.Arrays.binarySearch(steps, step);
    return found >= 0 ? found : -found - 2;
  }
}
