package dev.leadline.study;

import dev.leadline.acquisition.CloseUp;
import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.Incumbent;
import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.Maximiser;
import dev.leadline.acquisition.NoCandidateException;
import dev.leadline.acquisition.Proposal;
import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Observations;
import java.util.Optional;

/** Picks the point of largest expected improvement under a model. Immutable and thread-safe. */
public final class ModelStrategy implements Strategy {

  /* The first max(4, min(10, 2·D)) trials come from a design without a model: fewer (but at least
  two) if the budget is small, so that the model decides on three quarters of it. With noise there is
  no end game: the best value is a lucky one, and what looks like a stall is not. Nor is there one where
  all candidates are listed, because then they are all scored anyway. */

  private static final int LEAST = 4;
  private static final int MOST = 10;

  private final Model model;
  private final Search search;
  private final EndGame endGame;
  private final Strategy design;

  /**
   * @param search how the largest expected improvement is found
   * @param endGame when something else takes the place of the full view
   * @param design what picks the first points, before there is anything to model
   */
  public ModelStrategy(Model model, Search search, EndGame endGame, Strategy design) {
    this.model = model;
    this.search = search;
    this.endGame = endGame;
    this.design = design;
  }

  @Override
  public Suggestion suggest(Candidates candidates, History history, Streams streams) {
    if (history.size() < initial(history) || !history.hasValues()) {
      return design.suggest(candidates, history, streams);
    }
    candidates.requireAny();
    if (history.noise() == NoiseKind.UNKNOWN || candidates.few().isPresent()) {
      return anywhere(candidates, history, streams);
    }
    Observations finished = Model.finished(history);
    int pending = history.pending().size();
    return endGame
        .closeUp(candidates, finished, initial(history), pending)
        .flatMap(view -> inside(view, candidates, history, streams))
        .or(
            () ->
                endGame
                    .sidestep(candidates, finished, initial(history), pending)
                    .flatMap(steps -> within(steps, candidates, history, streams)))
        .orElseGet(() -> anywhere(candidates, history, streams));
  }

  private Optional<Suggestion> inside(
      CloseUp view, Candidates candidates, History history, Streams streams) {
    try (Belief belief = model.believe(history.in(view))) {
      Proposal proposal = propose(belief, search, view.of(candidates), history.noise(), streams);
      double[] point = candidates.snap(view.fromView(proposal.point()));
      return Optional.of(Suggestion.of(point, proposal.expectedImprovement(belief.scaling())));
    } catch (NoCandidateException e) {
      return Optional.empty();
    }
  }

  private Suggestion anywhere(Candidates candidates, History history, Streams streams) {
    Search reach = candidates.few().<Search>map(ListSearch::new).orElse(search);
    return within(reach, candidates, history, streams)
        .orElseGet(() -> Suggestion.of(candidates.draw(streams.ofTrial()))); // which tries harder
  }

  private Optional<Suggestion> within(
      Search reach, Candidates candidates, History history, Streams streams) {
    try (Belief belief = model.believe(history)) {
      Proposal proposal = propose(belief, reach, candidates, history.noise(), streams);
      return Optional.of(
          Suggestion.of(proposal.point(), proposal.expectedImprovement(belief.scaling())));
    } catch (NoCandidateException e) {
      return Optional.empty();
    }
  }

  private Proposal propose(
      Belief belief, Search reach, Domain domain, NoiseKind noise, Streams streams) {
    Incumbent incumbent =
        switch (noise) {
          case NONE -> Incumbent.LOWEST_OBSERVED;
          case UNKNOWN -> Incumbent.LOWEST_POSTERIOR_MEAN;
        };
    return new Maximiser(reach, incumbent, model.acquisition())
        .maximise(belief.posterior(), domain, belief.observations(), streams.ofTrial());
  }

  @Override
  public Optional<Model> model(int dimensions) {
    return Optional.of(model);
  }

  private static int initial(History history) {
    int usual = Math.max(LEAST, Math.min(MOST, 2 * history.dimensions()));
    int affordable = Math.max(2, history.budget().orElse(Integer.MAX_VALUE) / 4);
    return Math.min(usual, affordable);
  }
}
