package dev.leadline.study;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.Search;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Design;
import dev.leadline.suggest.GoalSearch;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Hurdle;
import dev.leadline.suggest.LimitedRule;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.ModelRule;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Picks the point of largest expected improvement under a model. Thread-safe; for one study at a
 * time, like its model.
 */
public final class ModelStrategy implements Strategy {

  private final Model model;
  private final ModelRule rule;
  private final LimitedRule limited;
  private final GoalSearch goals;

  /**
   * @param search how the largest expected improvement is found
   * @param endGame when something else takes the place of the full view
   * @param design the first points, before there is anything to model
   */
  public ModelStrategy(Model model, Search search, EndGame endGame, Design design) {
    this(model, search, endGame, design, Hurdle.LOWEST_EXPECTED);
  }

  /**
   * @param search how the largest expected improvement is found
   * @param endGame when something else takes the place of the full view
   * @param design the first points, before there is anything to model
   * @param hurdle what is to be bettered
   */
  public ModelStrategy(Model model, Search search, EndGame endGame, Design design, Hurdle hurdle) {
    this(
        model,
        new ModelRule(model.units(), search, endGame, design, hurdle),
        model,
        Strategies::limitModel,
        () -> model);
  }

  /**
   * @param limited models the objective where there are limits
   * @param limitModel makes a model of a limit
   * @param goalModel makes a model of a goal
   */
  ModelStrategy(
      Model model,
      ModelRule rule,
      Model limited,
      Supplier<Model> limitModel,
      Supplier<Model> goalModel) {
    this.model = model;
    this.rule = rule;
    this.limited = new LimitedRule(rule, model, limited, limitModel);
    this.goals = new GoalSearch(rule, goalModel);
  }

  @Override
  public Step start(Candidates candidates, History history, Streams streams) {
    return rule.start(candidates, history, streams);
  }

  @Override
  public Optional<Model> model(int dimensions) {
    return Optional.of(model);
  }

  @Override
  public Optional<LimitedRule> limited(int dimensions) {
    return Optional.of(limited);
  }

  @Override
  public Optional<GoalSearch> goals(int dimensions) {
    return Optional.of(goals);
  }
}
