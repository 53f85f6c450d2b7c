package dev.leadline.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.leadline.lab.problem.Told;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a record: one evaluation of one run.
 *
 * @param step 1 and more after the initial points; those have the steps … −1, 0
 * @param value what the optimiser saw; absent where it failed or was ended early, and in condensed
 *     records
 * @param regret noise-free value at the point of lowest observed value so far, minus the minimum;
 *     at least 0, infinite while nothing counts; with several goals the share of the volume that is
 *     not reached
 * @param optimiserMs the time the optimiser took for this suggestion; with several together its
 *     share
 * @param objectiveMs the time the objective took
 * @param together the number of runs that were driven together
 * @param x the point in the unit cube; absent in condensed records
 * @param detail what only some problems and plans record
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
    @JsonProperty("lanes") int together,
    @Nullable List<Double> x,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Detail detail) {

  /**
   * What only some problems and plans record.
   *
   * @param regret that of this point alone, without noise
   * @param steps the steps made, where there are any
   * @param ended whether it was ended early
   * @param forecast what was to be expected before it
   * @param recommended what was recommended after it, the last
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Detail(
      double regret,
      @Nullable Integer steps,
      @Nullable Boolean ended,
      Told.@Nullable Forecast forecast,
      Told.@Nullable Choice recommended) {}

  /** The run the evaluation belongs to. */
  @JsonIgnore
  public RunKey run() {
    return new RunKey(task, method, seed);
  }
}
