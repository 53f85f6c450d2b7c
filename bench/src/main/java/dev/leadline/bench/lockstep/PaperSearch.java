package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.LocalDecaySearch;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;

/** The searches of the paper's methods. */
public final class PaperSearch {

  private PaperSearch() {}

  /** The paper's with a run's own number of initial points. */
  public static Search local(Lane lane) {
    return paper(lane);
  }

  /** The same with half of the candidates anywhere in the cube. */
  public static Search halfGlobal(Lane lane) {
    return paper(lane).halfGlobal();
  }

  private static LocalDecaySearch paper(Lane lane) {
    LocalDecaySearch paper = LocalDecaySearch.paper(lane.dimensions());
    return new LocalDecaySearch(
        paper.points(), paper.initialPerturbation(), paper.decay(), lane.initial());
  }
}
