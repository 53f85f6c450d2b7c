package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Asks a model of the library about one run after the other.
 *
 * @param model closed with this
 */
record SurrogateScorer(PfnModel model) implements BatchScorer {

  @Override
  public List<Scores> score(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    return IntStream.range(0, candidates.length)
        .mapToObj(i -> score(known.get(i), candidates[i], incumbents[i]))
        .toList();
  }

  private Scores score(Observations known, double[][] candidates, double incumbent) {
    try (Posterior posterior = model.surrogate().condition(known)) {
      return Scores.of(posterior, candidates, incumbent, model.manifest().acquisition());
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
