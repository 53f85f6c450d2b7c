package dev.leadline.study;

import dev.leadline.pfn.PfnModel;
import dev.leadline.scaling.InputScaling;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.search.Candidates;
import dev.leadline.search.Evidence;
import dev.leadline.search.Model;
import dev.leadline.search.Models;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import dev.leadline.surrogate.BoundedSurrogate;
import java.util.Optional;

/**
 * Picks points by a pre-trained network, or by the committee in spaces with other numbers of inputs
 * than it takes.
 */
final class PfnStrategy implements Strategy {

  private final PfnModel network;
  private final Suggester byNetwork;
  private final Strategy byCommittee = Strategies.committee();

  /** Takes over the network: closing the strategy closes it. */
  PfnStrategy(PfnModel network) {
    this.network = network;
    this.byNetwork =
        Strategies.suggester(
            new Models(
                model(network.manifest().scaling()),
                model(network.manifest().scaling()),
                () -> Strategies.limitModel(InputScaling.EQUAL),
                () -> model(OutputScaling.Z_SCORE)));
  }

  private Model model(OutputScaling scaling) {
    return Strategies.plain(new BoundedSurrogate(network.surrogate(), Strategies.MEMORY), scaling);
  }

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
    return chosen(known.trials().history().dimensions()).suggest(candidates, known, random);
  }

  @Override
  public Optional<Suggester> suggester(int dimensions) {
    return chosen(dimensions).suggester(dimensions);
  }

  @Override
  public void close() {
    network.close();
  }

  @Override
  public Optional<String> substitution(int dimensions) {
    if (chosen(dimensions) == byNetwork) {
      return Optional.empty();
    }
    return Optional.of(
        "the committee suggests instead of the network '%s', which takes %d coordinates while this space has %d"
            .formatted(
                network.manifest().name(), network.manifest().network().dimensions(), dimensions));
  }

  private Strategy chosen(int dimensions) {
    return network.manifest().network().dimensions() == dimensions ? byNetwork : byCommittee;
  }
}
