package dev.leadline.suggest;

import dev.leadline.acquisition.Climb;
import dev.leadline.acquisition.CloseUp;
import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Observations;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** One suggestion where limits have to be kept. */
record LimitedSearch(
    LimitedRule limited, Candidates candidates, LimitedHistory history, Streams streams) {

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
    try (LimitedBelief belief = LimitedBelief.of(limited, history)) {
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
    return rule.endGame()
        .closeUp(candidates, merits, designed, pending)
        .flatMap(this::inside)
        .or(
            () ->
                rule.endGame()
                    .sidestep(candidates, merits, designed, pending)
                    .flatMap(steps -> look(steps, candidates, history, UnaryOperator.identity())));
  }

  private Optional<Suggestion> inside(CloseUp view) {
    return look(
        limited.rule().search(),
        view.of(candidates),
        history.in(view),
        point -> candidates.snap(view.fromView(point)));
  }

  private Optional<Suggestion> anywhere() {
    Search reach = candidates.few().<Search>map(ListSearch::new).orElse(limited.rule().search());
    return look(reach, candidates, history, UnaryOperator.identity());
  }

  /**
   * The best candidate of a domain, if it allows any.
   *
   * @param back from the domain to the candidates of the study
   */
  private Optional<Suggestion> look(
      Search search, Domain domain, LimitedHistory known, UnaryOperator<double[]> back) {
    try (LimitedBelief belief = LimitedBelief.of(limited, known)) {
      Observations merits = known.merits();
      RandomGenerator random = streams.ofTrial();
      Search.Run run = search.start(domain, merits, random);
      return Climb.standard()
          .best(run, domain, merits, belief, random)
          .map(point -> belief.suggestion(point, back));
    }
  }
}
