package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.util.Arrays;
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
public final class LockStep implements Proposer {

  private final List<Lane> lanes;
  private final Function<Lane, Search> search;
  private final ModelUnits units;
  private final BatchScorer scorer;

  /**
   * @param search for the next point of a run
   * @param scaling from the objective's units to the model's, fitted anew at every step
   * @param scorer closed with this
   */
  public LockStep(
      List<Lane> lanes, Function<Lane, Search> search, OutputScaling scaling, BatchScorer scorer) {
    this.lanes = List.copyOf(lanes);
    this.search = search;
    this.units = new ModelUnits(scaling);
    this.scorer = scorer;
  }

  @Override
  public double[][] propose() {
    if (lanes.get(0).initial() + lanes.get(0).step() == 0) {
      return lanes.stream().map(LockStep::first).toArray(double[][]::new);
    }
    List<Observations> known =
        lanes.stream().map(lane -> units.of(lane.observations()).observations()).toList();
    double[] incumbents =
        known.stream()
            .mapToDouble(run -> Arrays.stream(run.values()).min().orElseThrow())
            .toArray();
    Search.Run[] runs =
        IntStream.range(0, lanes.size())
            .parallel()
            .mapToObj(i -> start(lanes.get(i), known.get(i)))
            .toArray(Search.Run[]::new);
    try (BatchScorer.Scoring scoring = scorer.condition(known)) {
      double[][][] candidates = candidates(runs);
      while (PaddedBatch.longest(candidates) > 0) {
        List<Scores> scores = scoring.score(candidates, incumbents);
        take(runs, candidates, scores);
        candidates = candidates(runs);
      }
    }
    return Arrays.stream(runs).map(Search.Run::best).toArray(double[][]::new);
  }

  private static double[] first(Lane lane) {
    return lane.candidates(lane.history()).draw(lane.random());
  }

  private Search.Run start(Lane lane, Observations known) {
    return search.apply(lane).start(lane.candidates(lane.history()), known, lane.random());
  }

  private static double[][][] candidates(Search.Run[] runs) {
    return Arrays.stream(runs).parallel().map(Search.Run::propose).toArray(double[][][]::new);
  }

  private static void take(Search.Run[] runs, double[][][] candidates, List<Scores> scores) {
    IntStream.range(0, runs.length)
        .parallel()
        .filter(i -> candidates[i].length > 0)
        .forEach(i -> runs[i].score(scores.get(i).acquisition(), scores.get(i).mean()));
  }

  @Override
  public void close() {
    scorer.close();
  }
}
