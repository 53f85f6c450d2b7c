package dev.leadline.study;

import dev.leadline.committee.Trust;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.PfnModel;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Evidence;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.Models;
import dev.leadline.suggest.Strategy;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggester;
import dev.leadline.suggest.Suggestion;
import dev.leadline.surrogate.BoundedSurrogate;
import dev.leadline.units.ModelUnits;
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
                model(network.units(), Trust.HALF),
                model(network.units(), Trust.WHOLE),
                Strategies::limitModel,
                () -> model(Strategies.goalUnits(), Trust.WHOLE)));
  }

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, Streams random) {
    return chosen(known.trials().history().dimensions()).suggest(candidates, known, random);
  }

  @Override
  public Optional<Suggester> suggester(int dimensions) {
    return Optional.of(chosen(dimensions));
  }

  private Model model(ModelUnits units, Trust trust) {
    return new Model(
        new BoundedSurrogate(network.surrogate(trust), Strategies.MEMORY),
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
