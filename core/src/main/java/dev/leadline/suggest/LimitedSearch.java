package dev.leadline.suggest;

import dev.leadline.acquisition.Climb;
import dev.leadline.acquisition.CloseUp;
import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.Plateau;
import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Observations;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** One suggestion where limits have to be kept. */
record LimitedSearch(
    LimitedRule limited,
    Candidates candidates,
    LimitedHistory history,
    Plateau plateau,
    Streams streams) {

  /* The way is that of a search without limits: the full view, close-ups and sidesteps when it stands still. What differs is
   * what counts as good: trials by their merit, candidates by improvement on what keeps the limits times the chance to keep
   * them. While nothing keeps them, by that chance alone: it leads to where all are kept, or to where least is known. */

  Suggestion suggest() {
    Optional<Suggestion> again = history.history().isFinal() ? finals() : Optional.empty();
    return again
        .or(this::endGame)
        .or(this::anywhere)
        .orElseGet(() -> ModelFree.RANDOM.pick(candidates, streams));
  }

  /** One of the best again, of those that are believed to keep the limits. */
  private Optional<Suggestion> finals() {
    History likely = limited.likely(history);
    if (!likely.hasValues()) {
      return Optional.empty();
    }
    try (LimitedBelief belief = LimitedBelief.of(limited, history, 0)) {
      Finalists finalists = belief.finalists(likely);
      return finalists
          .next(belief.medians(finalists.points()), candidates::allows)
          .map(Suggestion::of);
    }
  }

  private Optional<Suggestion> endGame() {
    if (candidates.few().isPresent()) {
      return Optional.empty();
    }
    ModelRule rule = limited.rule();
    Observations merits = history.merits();
    int designed = rule.design().size(history.history());
    int pending = history.history().pending().size();
    Optional<CloseUp> closeUp =
        isPlateauLeft()
            ? Optional.empty()
            : rule.endGame().closeUp(candidates, merits, designed, pending);
    return closeUp
        .flatMap(this::inside)
        .or(
            () ->
                rule.endGame()
                    .sidestep(candidates, merits, designed, pending)
                    .flatMap(steps -> look(steps, ground())));
  }

  private Optional<Suggestion> inside(CloseUp view) {
    return look(
        limited.rule().search(),
        view.of(candidates),
        history.in(view),
        0,
        point -> candidates.snap(view.fromView(point)));
  }

  private Optional<Suggestion> anywhere() {
    Search reach = candidates.few().<Search>map(ListSearch::new).orElse(limited.rule().search());
    Optional<Suggestion> found = look(reach, ground());
    return isPlateauLeft() ? found.or(() -> look(reach, candidates)) : found;
  }

  /** Whether the search leaves flat ground; where limits were given it stays. */
  private boolean isPlateauLeft() {
    return history.given() == 0 && plateau.isToBeLeft();
  }

  /** All candidates, or those outside a plateau that is to be left. */
  private Domain ground() {
    return isPlateauLeft() ? plateau.outside(candidates) : candidates;
  }

  private Optional<Suggestion> look(Search search, Domain domain) {
    double margin = isPlateauLeft() ? plateau.margin() : 0;
    return look(search, domain, history, margin, UnaryOperator.identity());
  }

  /**
   * The best candidate of a domain, if it allows any.
   *
   * @param margin by how much what is to be bettered has to be bettered, in the units of the model
   * @param back from the domain to the candidates of the study
   */
  private Optional<Suggestion> look(
      Search search,
      Domain domain,
      LimitedHistory known,
      double margin,
      UnaryOperator<double[]> back) {
    try (LimitedBelief belief = LimitedBelief.of(limited, known, margin)) {
      Observations merits = known.merits();
      RandomGenerator random = streams.ofTrial();
      Search.Run run = search.start(domain, merits, random);
      return Climb.standard()
          .best(run, domain, merits, belief, random)
          .map(point -> belief.suggestion(point, back));
    }
  }
}
