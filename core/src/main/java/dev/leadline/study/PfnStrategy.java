package dev.leadline.study;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.committee.Trust;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.PfnModel;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Design;
import dev.leadline.suggest.GoalSearch;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Hurdle;
import dev.leadline.suggest.LimitedRule;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.ModelFree;
import dev.leadline.suggest.ModelRule;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
import dev.leadline.surrogate.BoundedSurrogate;
import dev.leadline.units.ModelUnits;
import java.util.Optional;

/**
 * Picks points by a pre-trained network, or by the committee in spaces too wide for the network.
 */
final class PfnStrategy implements Strategy {

  private final PfnModel network;
  private final Strategy byNetwork;
  private final Strategy byCommittee = Strategies.committee();

  /** Takes over the network: closing the strategy closes it. */
  PfnStrategy(PfnModel network) {
    this.network = network;
    Model model = model(network.units(), Trust.HALF);
    this.byNetwork =
        new ModelStrategy(
            model,
            new ModelRule(
                model.units(),
                RoundSearch.standard(),
                EndGame.standard(),
                Design.of(ModelFree.SOBOL),
                Hurdle.LOWEST_EXPECTED),
            model(network.units(), Trust.WHOLE),
            Strategies::limitModel,
            () -> model(Strategies.goalUnits(), Trust.WHOLE));
  }

  @Override
  public Step start(Candidates candidates, History history, Streams streams) {
    return chosen(history.dimensions()).start(candidates, history, streams);
  }

  @Override
  public Optional<Model> model(int dimensions) {
    return chosen(dimensions).model(dimensions);
  }

  @Override
  public Optional<LimitedRule> limited(int dimensions) {
    return chosen(dimensions).limited(dimensions);
  }

  @Override
  public Optional<GoalSearch> goals(int dimensions) {
    return chosen(dimensions).goals(dimensions);
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

  private Strategy chosen(int dimensions) {
    return network.manifest().network().takes(dimensions) ? byNetwork : byCommittee;
  }
}
