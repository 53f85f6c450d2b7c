package dev.leadline.study;

/** Draws every point evenly from the candidates. Immutable and thread-safe. */
final class RandomStrategy implements Strategy {

  @Override
  public Suggestion suggest(Candidates candidates, History history, Streams streams) {
    return Suggestion.of(candidates.draw(streams.ofTrial()));
  }
}
