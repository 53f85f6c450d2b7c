package dev.leadline.search;

import dev.leadline.space.SpaceExhaustedException;
import java.util.Optional;

/** What picks the next point of a study. Implementations are thread-safe. */
public interface Strategy extends AutoCloseable {

  /**
   * The next point: a function of the arguments alone.
   *
   * @throws SpaceExhaustedException if there is no candidate
   */
  Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random);

  /** What suggests with a model in a space of so many dimensions, if this does. */
  default Optional<Suggester> suggester(int dimensions) {
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
