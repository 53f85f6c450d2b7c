package dev.leadline.suggest;

import dev.leadline.space.SpaceExhaustedException;

/** A rule that picks the next point. Implementations are thread-safe. */
@FunctionalInterface
public interface Rule {

  /**
   * Begins one suggestion: a function of the arguments alone, answers to its questions aside.
   *
   * @throws SpaceExhaustedException if there is no candidate
   */
  Step start(Candidates candidates, History history, Streams streams);
}
