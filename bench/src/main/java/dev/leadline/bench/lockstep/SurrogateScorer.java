package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.Step;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.units.UnitsJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Asks one surrogate per run, one after the other. */
public final class SurrogateScorer implements BatchScorer {

  private final List<Surrogate> surrogates;
  private final UnitsJudge judge;
  private final Acquisition acquisition;

  /**
   * Judges with the library's own surrogates.
   *
   * @param surrogates one per run; the same one may serve several
   * @param judge says in which units they would see a run
   */
  public SurrogateScorer(
      List<? extends Surrogate> surrogates, UnitsJudge judge, Acquisition acquisition) {
    this.surrogates = List.copyOf(surrogates);
    this.judge = judge;
    this.acquisition = acquisition;
  }

  @Override
  public Scoring condition(int[] lanes, List<Observations> known) {
    List<Posterior> posteriors = new ArrayList<>();
    for (int k = 0; k < lanes.length; k++) {
      posteriors.add(surrogates.get(lanes[k]).condition(known.get(k)));
    }
    return new OneByOne(posteriors, acquisition);
  }

  @Override
  public UnitsJudge judge(int lane) {
    return judge;
  }

  private record OneByOne(List<Posterior> posteriors, Acquisition acquisition) implements Scoring {

    @Override
    public List<Scores> score(double[][][] candidates, double[] incumbents) {
      return IntStream.range(0, candidates.length)
          .mapToObj(
              k ->
                  candidates[k].length == 0
                      ? Scores.of(new double[0], new double[0])
                      : Scores.of(posteriors.get(k), candidates[k], incumbents[k], acquisition))
          .toList();
    }

    @Override
    public double[][] summarise(Step.Summary summary, double[][][] points) {
      return IntStream.range(0, points.length)
          .mapToObj(
              k ->
                  points[k].length == 0
                      ? new double[0]
                      : Model.summarise(summary, posteriors.get(k).at(points[k])))
          .toArray(double[][]::new);
    }

    @Override
    public void close() {
      posteriors.forEach(Posterior::close);
    }
  }
}
