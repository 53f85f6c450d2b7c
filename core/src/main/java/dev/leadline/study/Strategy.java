package dev.leadline.study;

import dev.leadline.suggest.GoalSearch;
import dev.leadline.suggest.LimitedRule;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.Rule;
import java.util.Optional;

/** A rule that picks the next point, and the model that answers its questions. Thread-safe. */
public interface Strategy extends Rule, AutoCloseable {

  /** The model behind the suggestions in a space of so many dimensions, if there is one. */
  default Optional<Model> model(int dimensions) {
    return Optional.empty();
  }

  /**
   * How points are picked that have to keep limits, in a space of so many dimensions; empty if the
   * strategy knows nothing of limits and picks as if there were none.
   */
  default Optional<LimitedRule> limited(int dimensions) {
    return Optional.empty();
  }

  /**
   * How points are picked that serve several goals, in a space of so many dimensions; empty if the
   * strategy knows nothing of goals and picks as if there were one.
   */
  default Optional<GoalSearch> goals(int dimensions) {
    return Optional.empty();
  }

  /**
   * A sentence that says which other strategy stands in for this one in a space of so many
   * dimensions and why, if one does.
   */
  default Optional<String> substitution(int dimensions) {
    return Optional.empty();
  }

  /** Releases what the strategy holds; it cannot be used any more. */
  @Override
  default void close() {}
}
