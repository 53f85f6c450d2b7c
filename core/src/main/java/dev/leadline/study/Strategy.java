package dev.leadline.study;

import java.util.Optional;

/**
 * A rule that picks the next point. Implementations are thread-safe.
 *
 * <p>A suggestion is a function of the arguments alone: no state is carried from call to call,
 * caches that do not change results aside.
 */
public interface Strategy extends AutoCloseable {

  /**
   * Picks one of the candidates.
   *
   * @throws SpaceExhaustedException if there is none
   */
  Suggestion suggest(Candidates candidates, History history, Streams streams);

  /** The model behind the suggestions in a space of so many dimensions, if there is one. */
  default Optional<Model> model(int dimensions) {
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
