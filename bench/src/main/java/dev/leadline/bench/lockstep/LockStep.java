package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.CloseUp;
import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.ModelUnits;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.study.NoiseKind;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Drives one search per lane and has the candidates of all of them scored together.
 *
 * <p>A lane's suggestion depends on the lane alone, not on the lanes beside it. Not thread-safe;
 * what can be done lane by lane is spread over the cores.
 */
public final class LockStep implements Proposer {

  private final List<Lane> lanes;
  private final Function<Lane, Search> search;
  private final EndGame endGame;
  private final List<ModelUnits> units;
  private final BatchScorer scorer;

  /**
   * @param search the search for a lane's next point; asked once per step at most
   * @param endGame when something else takes the place of the full view; not where values are noisy
   * @param scaling from the objective's units to the model's, fitted anew at every step
   * @param scorer closed with this
   */
  public LockStep(
      List<Lane> lanes,
      Function<Lane, Search> search,
      EndGame endGame,
      OutputScaling scaling,
      BatchScorer scorer) {
    this.lanes = List.copyOf(lanes);
    this.search = search;
    this.endGame = endGame;
    this.units =
        IntStream.range(0, lanes.size())
            .mapToObj(i -> new ModelUnits(scaling, scorer.judge(i)))
            .toList();
    this.scorer = scorer;
  }

  @Override
  public double[][] propose() {
    List<Sight> sights = IntStream.range(0, lanes.size()).parallel().mapToObj(this::look).toList();
    List<Observations> known = sights.stream().map(Sight::known).toList();
    List<Search.Run> runs = sights.stream().map(Sight::run).toList();
    try (BatchScorer.Scoring scoring = scorer.condition(known)) {
      double[] incumbents = incumbents(known, scoring);
      double[][][] candidates = candidates(runs);
      while (hasAny(candidates)) {
        Verdict verdict = scoring.score(candidates, incumbents);
        double[][][] judged = candidates;
        IntStream.range(0, runs.size())
            .parallel()
            .filter(i -> judged[i].length > 0)
            .forEach(i -> runs.get(i).score(verdict.logImprovement(i), verdict.mean(i)));
        candidates = candidates(runs);
      }
    }
    return sights.stream().map(Sight::best).toArray(double[][]::new);
  }

  /** What a lane's model is to see, and the search through it. */
  private Sight look(int index) {
    Lane lane = lanes.get(index);
    Observations raw = lane.observations();
    EndGame rule = lane.noise() == NoiseKind.UNKNOWN ? EndGame.none() : endGame;
    Optional<CloseUp> closeUp = rule.closeUp(lane.domain(), raw, lane.initial(), 0);
    Observations seen = closeUp.map(view -> view.of(raw)).orElse(raw);
    Observations known = units.get(index).of(seen).observations();
    Domain domain = closeUp.map(view -> view.of(lane.domain())).orElseGet(lane::domain);
    Search reach =
        rule.sidestep(lane.domain(), raw, lane.initial(), 0).orElseGet(() -> search.apply(lane));
    Search.Run run = reach.start(domain, known, lane.random());
    return new Sight(lane, closeUp, known, run);
  }

  /** A lane at one step: seen as a whole or through a close-up, in the units of the model. */
  private record Sight(Lane lane, Optional<CloseUp> closeUp, Observations known, Search.Run run) {

    double[] best() {
      double[] best = run.best();
      return closeUp.map(view -> lane.snap(view.fromView(best))).orElse(best);
    }
  }

  /** Where values repeat, the lowest observed one; else the lowest mean at an observed point. */
  private double[] incumbents(List<Observations> known, BatchScorer.Scoring scoring) {
    double[] incumbents = new double[lanes.size()];
    double[][][] noisy = new double[lanes.size()][0][];
    for (int i = 0; i < incumbents.length; i++) {
      incumbents[i] = Arrays.stream(known.get(i).values()).min().orElse(0);
      if (lanes.get(i).noise() == NoiseKind.UNKNOWN) {
        noisy[i] = known.get(i).points();
      }
    }
    if (hasAny(noisy)) {
      Verdict verdict = scoring.score(noisy, incumbents);
      for (int i = 0; i < incumbents.length; i++) {
        incumbents[i] = Arrays.stream(verdict.mean(i)).min().orElse(incumbents[i]);
      }
    }
    return incumbents;
  }

  private static double[][][] candidates(List<Search.Run> runs) {
    return runs.parallelStream().map(Search.Run::propose).toArray(double[][][]::new);
  }

  private static boolean hasAny(double[][][] candidates) {
    for (double[][] of : candidates) {
      if (of.length > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    scorer.close();
  }
}
