package dev.leadline.study;

import dev.leadline.acquisition.SobolSequence;

/** Walks along a scrambled Sobol sequence that fills the cube evenly. Immutable, thread-safe. */
final class SobolStrategy implements Strategy {

  /* Trial t takes the first point from index t on that may be suggested. Points passed over for an
  earlier trial are taken by then, so none is met twice where repeating is not allowed. */

  private static final int TRIES = 4096;

  @Override
  public Suggestion suggest(Candidates candidates, History history, Streams streams) {
    SobolSequence sequence = new SobolSequence(candidates.dimensions(), streams.ofStudy());
    for (int i = 0; i < TRIES; i++) {
      double[] point = candidates.snap(sequence.point(streams.trial() + i));
      if (candidates.allows(point)) {
        return Suggestion.of(point);
      }
    }
    return Suggestion.of(candidates.draw(streams.ofTrial()));
  }
}
