package dev.leadline.study;

import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Feasibility;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggestion;

/** The aim of a study without limits: the best value, wherever it is. Immutable, thread-safe. */
final class LowestValue implements Aim {

  @Override
  public boolean isReachedBy(TrialRecord completed) {
    return true;
  }

  @Override
  public Suggestion suggest(
      Strategy strategy, Candidates candidates, History history, Streams streams) {
    Step step = strategy.start(candidates, history, streams);
    return step instanceof Step.Done done
        ? done.suggestion()
        : strategy.model(history.dimensions()).orElseThrow().answer(step);
  }

  @Override
  public History solutions(Strategy strategy, History history) {
    return history;
  }

  @Override
  public Feasibility feasibility(Strategy strategy, History history) {
    return Feasibility.certain();
  }
}
