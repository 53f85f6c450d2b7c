package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Asks a surrogate of the library about one run after the other.
 *
 * @param acquisition what makes a candidate attractive under its predictions
 */
public record SurrogateScorer(Surrogate surrogate, Acquisition acquisition) implements BatchScorer {

  @Override
  public Scoring condition(List<Observations> known) {
    return new OneByOne(known.stream().map(surrogate::condition).toList(), acquisition);
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
    public void close() {
      posteriors.forEach(Posterior::close);
    }
  }
}
