package dev.leadline.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a record: one evaluation of one run.
 *
 * @param step 1 and more after the initial points; those have the steps … −1, 0
 * @param value what the optimiser saw; absent in condensed records
 * @param regret noise-free value at the point of lowest observed value so far, minus the minimum;
 *     at least 0
 * @param optimiserMs the time the optimiser took for this suggestion; with several lanes its share
 * @param objectiveMs the time the objective took
 * @param lanes the number of runs that were driven together
 * @param x the point in the unit cube; absent in condensed records
 */
public record Evaluation(
    String task,
    String method,
    long seed,
    int step,
    @Nullable Double value,
    double regret,
    double optimiserMs,
    double objectiveMs,
    int lanes,
    @Nullable List<Double> x) {

  /** The run the evaluation belongs to. */
  @JsonIgnore
  public RunKey run() {
    return new RunKey(task, method, seed);
  }
}
