package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The paper's way to the next point, for many runs at once: the candidates of all are scored in one
 * batch.
 *
 * <p>A run's suggestion depends on that run alone, not on those beside it. Not thread-safe; what
 * can be done run by run is spread over the cores.
 */
final class LockStep implements Proposer {

  private final List<RunHistory> runs;
  private final Function<RunHistory, LocalDecaySearch> search;
  private final ModelUnits units;
  private final BatchScorer scorer;

  /**
   * @param search for the next point of a run
   * @param scaling from the objective's units to the model's, fitted anew at every step
   * @param scorer closed with this
   */
  LockStep(
      List<RunHistory> runs,
      Function<RunHistory, LocalDecaySearch> search,
      OutputScaling scaling,
      BatchScorer scorer) {
    this.runs = List.copyOf(runs);
    this.search = search;
    this.units = new ModelUnits(scaling);
    this.scorer = scorer;
  }

  @Override
  public double[][] propose() {
    if (runs.get(0).initial() + runs.get(0).step() == 0) {
      return runs.stream().map(LockStep::first).toArray(double[][]::new);
    }
    List<Observations> known =
        runs.stream().map(run -> units.of(run.observations()).observations()).toList();
    double[] incumbents =
        known.stream()
            .mapToDouble(run -> Arrays.stream(run.values()).min().orElseThrow())
            .toArray();
    double[][][] candidates =
        IntStream.range(0, runs.size())
            .parallel()
            .mapToObj(i -> candidates(runs.get(i), known.get(i)))
            .toArray(double[][][]::new);
    List<Scores> scores = scorer.score(known, candidates, incumbents);
    return IntStream.range(0, candidates.length)
        .mapToObj(i -> best(candidates[i], scores.get(i)))
        .toArray(double[][]::new);
  }

  private static double[] first(RunHistory run) {
    return run.candidates(run.history()).draw(run.random());
  }

  private double[][] candidates(RunHistory run, Observations known) {
    double[][] candidates =
        search.apply(run).candidates(run.candidates(run.history()), known, run.random());
    if (candidates.length == 0) {
      throw new IllegalStateException(
          "no candidate to score: the space allowed none of the points that were tried");
    }
    return candidates;
  }

  /** The candidate with the largest acquisition value, ties by lower mean, the first of equals. */
  private static double[] best(double[][] candidates, Scores scores) {
    double[] acquisition = scores.acquisition();
    double[] mean = scores.mean();
    Comparator<Integer> bestFirst =
        Comparator.comparingDouble((Integer i) -> -acquisition[i])
            .thenComparingDouble(i -> mean[i]);
    return candidates[IntStream.range(0, candidates.length).boxed().min(bestFirst).orElseThrow()];
  }

  @Override
  public void close() {
    scorer.close();
  }
}
