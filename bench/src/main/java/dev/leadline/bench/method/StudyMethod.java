package dev.leadline.bench.method;

import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Method;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.lockstep.ModelReference;
import dev.leadline.bench.lockstep.Recipe;
import dev.leadline.pfn.PfnModel;
import dev.leadline.study.ModelStrategy;
import dev.leadline.study.Strategies;
import dev.leadline.study.Strategy;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Design;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.ModelFree;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
import java.util.List;
import java.util.Optional;

/**
 * A strategy of the library in a study of its own for each run.
 *
 * @param name one of {@link #NAMES}
 */
record StudyMethod(String name, MethodContext context) implements Method {

  /** The methods that a study can go by. */
  static final List<String> NAMES =
      List.of("rs", "sobol", "committee", "default", "pt", "pt-r", "pt-nu", "pt-nur");

  StudyMethod {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "expected a method that goes through a study, one of %s, but got '%s'; leave it out of the plan"
              .formatted(String.join(", ", NAMES), name));
    }
  }

  @Override
  public void require(int dimensions) {
    if (usesNetwork()) {
      context.model(name, dimensions);
    }
  }

  private boolean usesNetwork() {
    return name.equals("default") || name.startsWith("pt");
  }

  @Override
  public Proposer start(List<Lane> lanes) {
    return new StudyRuns(lanes, this::strategy);
  }

  private Strategy strategy(Lane lane) {
    return switch (name) {
      case "rs" -> Strategies.random();
      case "sobol" -> Strategies.sobol();
      case "committee" -> Strategies.committee();
      default -> network(lane, context.model(name, lane.dimensions()));
    };
  }

  private Strategy network(Lane lane, ModelReference reference) {
    PfnModel model = reference.load(1);
    if (name.equals("default")) {
      return Strategies.pfn(model);
    }
    Recipe paper = Recipe.paper();
    Model seen = new Model(model.surrogate(), model.units(), model.manifest().acquisition());
    Design design = Design.of(ModelFree.SOBOL);
    Strategy strategy =
        new ModelStrategy(seen, paper.search().apply(lane), paper.endGame(), design);
    return new Owning(strategy, model);
  }

  /** A strategy that closes its network. */
  private record Owning(Strategy strategy, PfnModel network) implements Strategy {

    @Override
    public Step start(Candidates candidates, History history, Streams streams) {
      return strategy.start(candidates, history, streams);
    }

    @Override
    public Optional<Model> model(int dimensions) {
      return strategy.model(dimensions);
    }

    @Override
    public void close() {
      network.close();
    }
  }
}
