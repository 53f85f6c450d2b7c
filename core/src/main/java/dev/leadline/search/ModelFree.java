package dev.leadline.search;

/** The ways to pick points without a model. Thread-safe. */
public enum ModelFree implements Strategy {
  /** Walks along a scrambled Sobol sequence that fills the cube evenly. */
  SOBOL {
    /* Trial t takes the first point from index t on that may be suggested. Points passed over for an
    earlier trial are taken by then, so none is met twice where repeating is not allowed. */
    @Override
    Suggestion pick(Candidates candidates, TrialRandom streams) {
      SobolSequence sequence = new SobolSequence(candidates.dimensions(), streams.ofStudy());
      for (int i = 0; i < TRIES; i++) {
        double[] point = candidates.snap(sequence.point(streams.trial() + i));
        if (candidates.allows(point)) {
          return Suggestion.of(point);
        }
      }
      return RANDOM.pick(candidates, streams);
    }
  },

  /** Draws every point evenly from the candidates. */
  RANDOM {
    @Override
    Suggestion pick(Candidates candidates, TrialRandom streams) {
      return Suggestion.of(candidates.draw(streams.ofTrial()));
    }
  };

  private static final int TRIES = 4096;

  abstract Suggestion pick(Candidates candidates, TrialRandom streams);

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
    return pick(candidates, random);
  }
}
