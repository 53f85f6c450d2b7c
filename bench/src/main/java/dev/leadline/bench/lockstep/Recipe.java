package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.LocalDecaySearch;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.study.Strategies;
import dev.leadline.suggest.Hurdle;
import java.util.function.Function;

/**
 * How a model's suggestions are found.
 *
 * @param search the search for a lane's next point
 * @param endGame when something else takes the place of the full view
 * @param hurdle what is to be bettered
 * @param memory so many observations are shown to the model at most
 */
public record Recipe(Function<Lane, Search> search, EndGame endGame, Hurdle hurdle, int memory) {

  /** That of the library's strategies. */
  public static Recipe standard() {
    return new Recipe(
        lane -> RoundSearch.standard(),
        EndGame.standard(),
        Hurdle.LOWEST_EXPECTED,
        Strategies.MEMORY);
  }

  /** The paper's search with the run's own number of initial points. */
  public static Recipe paper() {
    return new Recipe(Recipe::paperSearch, EndGame.none(), Hurdle.LOWEST_SEEN, Integer.MAX_VALUE);
  }

  /** The same with half of the candidates anywhere in the cube. */
  public static Recipe halfGlobal() {
    return new Recipe(
        lane -> paperSearch(lane).halfGlobal(),
        EndGame.none(),
        Hurdle.LOWEST_SEEN,
        Integer.MAX_VALUE);
  }

  private static LocalDecaySearch paperSearch(Lane lane) {
    LocalDecaySearch paper = LocalDecaySearch.paper(lane.dimensions());
    return new LocalDecaySearch(
        paper.points(), paper.initialPerturbation(), paper.decay(), lane.initial());
  }
}
