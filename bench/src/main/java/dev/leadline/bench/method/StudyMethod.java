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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strategy of the library in a study of its own for each run.
 *
 * @param strategy one of {@link #NAMES}
 * @param atOnce how many trials of a study are evaluated at the same time
 */
record StudyMethod(String strategy, int atOnce, MethodContext context) implements Method {

  /** The methods that a study can go by. */
  static final List<String> NAMES =
      List.of("rs", "sobol", "committee", "default", "pt", "pt-r", "pt-nu", "pt-nur");

  private static final Pattern MANY = Pattern.compile("(.+)-q([1-9][0-9]{0,3})");

  StudyMethod {
    if (!NAMES.contains(strategy)) {
      throw new IllegalArgumentException(
          "expected a method that goes through a study, one of %s, with -q8 behind it for eight trials at once, but got '%s'; leave it out of the plan"
              .formatted(String.join(", ", NAMES), strategy));
    }
  }

  /**
   * The method of a name.
   *
   * @param name one of {@link #NAMES}, possibly with a number of trials at once such as {@code -q8}
   */
  static StudyMethod named(String name, MethodContext context) {
    Matcher many = MANY.matcher(name);
    int atOnce = many.matches() ? Integer.parseInt(many.group(2)) : 1;
    return new StudyMethod(strategy(name), atOnce, context);
  }

  /** The name of the strategy, without a number of trials at once. */
  static String strategy(String name) {
    return MANY.matcher(name).replaceFirst("$1");
  }

  @Override
  public String name() {
    return atOnce == 1 ? strategy : strategy + "-q" + atOnce;
  }

  @Override
  public void require(int dimensions) {
    if (usesNetwork()) {
      context.model(strategy, dimensions);
    }
  }

  private boolean usesNetwork() {
    return strategy.equals("default") || strategy.startsWith("pt");
  }

  @Override
  public Proposer start(List<Lane> lanes) {
    return new StudyRuns(lanes, atOnce, this::make);
  }

  private Strategy make(Lane lane) {
    return switch (strategy) {
      case "rs" -> Strategies.random();
      case "sobol" -> Strategies.sobol();
      case "committee" -> Strategies.committee();
      default -> network(lane, context.model(strategy, lane.dimensions()));
    };
  }

  private Strategy network(Lane lane, ModelReference reference) {
    PfnModel model = reference.load(1);
    if (strategy.equals("default")) {
      return Strategies.pfn(model);
    }
    Recipe paper = Recipe.paper();
    Model seen = new Model(model.surrogate(), model.units(), model.manifest().acquisition());
    Design design = Design.of(ModelFree.SOBOL);
    Strategy owned =
        new ModelStrategy(
            seen, paper.search().apply(lane), paper.endGame(), design, paper.hurdle());
    return new Owning(owned, model);
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
