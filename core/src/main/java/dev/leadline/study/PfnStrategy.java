package dev.leadline.study;

import dev.leadline.committee.EvidenceWeight;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.search.Candidates;
import dev.leadline.search.Evidence;
import dev.leadline.search.Model;
import dev.leadline.search.Models;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import java.util.Optional;

/**
 * Picks points by a pre-trained network, or by the committee in spaces too wide for the network.
 */
final class PfnStrategy implements Strategy {

  private final PfnModel network;
  private final Suggester byNetwork;
  private final Suggester byCommittee = Strategies.committeeSuggester();

  /** Takes over the network: closing the strategy closes it. */
  PfnStrategy(PfnModel network) {
    this.network = network;
    this.byNetwork =
        Strategies.suggester(
            new Models(
                model(network.units(), EvidenceWeight.HALF),
                model(network.units(), EvidenceWeight.WHOLE),
                Strategies::limitModel,
                () -> model(Strategies.goalUnits(), EvidenceWeight.WHOLE)));
  }

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
    return chosen(known.trials().history().dimensions()).suggest(candidates, known, random);
  }

  @Override
  public Optional<Suggester> suggester(int dimensions) {
    return Optional.of(chosen(dimensions));
  }

  private Model model(ModelUnits units, EvidenceWeight trust) {
    return new Model(
        Strategies.bounded(network.surrogate(trust), units.scaling()),
        units,
        network.manifest().acquisition());
  }

  @Override
  public void close() {
    network.close();
  }

  @Override
  public Optional<String> substitution(int dimensions) {
    NetworkConfig config = network.manifest().network();
    if (config.takes(dimensions)) {
      return Optional.empty();
    }
    return Optional.of(
        "the committee suggests instead of the network '%s', which takes %s coordinates while this space has %d"
            .formatted(network.manifest().name(), config.dimensions(), dimensions));
  }

  private Suggester chosen(int dimensions) {
    return network.manifest().network().takes(dimensions) ? byNetwork : byCommittee;
  }
}
