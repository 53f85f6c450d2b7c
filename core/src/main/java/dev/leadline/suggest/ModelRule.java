package dev.leadline.suggest;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.Plateau;
import dev.leadline.acquisition.Search;
import dev.leadline.units.ModelUnits;

/**
 * Picks the point of largest expected improvement under a model. Thread-safe.
 *
 * @param units brings what is known into the units of the model
 * @param search how the largest expected improvement is found
 * @param endGame when something else takes the place of the full view
 * @param design the first points
 * @param hurdle what is to be bettered
 */
public record ModelRule(
    ModelUnits units, Search search, EndGame endGame, Design design, Hurdle hurdle)
    implements Rule {

  @Override
  public Step start(Candidates candidates, History history, Streams streams) {
    if (!hasDesign(history)) {
      return design.points().start(candidates, history, streams);
    }
    candidates.requireAny();
    History valued = history.withoutFailures();
    Plateau plateau = Plateau.of(valued.observations());
    return new ModelSearch(this, candidates, valued, plateau, streams).start();
  }

  /** Whether the first points are behind us and there is anything to model. */
  boolean hasDesign(History history) {
    return history.size() >= design.size(history) && history.hasValues();
  }
}
