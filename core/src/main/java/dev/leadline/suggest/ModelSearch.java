package dev.leadline.suggest;

import dev.leadline.acquisition.CloseUp;
import dev.leadline.acquisition.Domain;
import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.Plateau;
import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.ModelUnits;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One suggestion with a model: where it looks, and where next if nothing is found there. */
record ModelSearch(
    ModelRule rule, Candidates candidates, History history, Plateau plateau, Streams streams) {

  /* Where values do not repeat the end game goes by what the model expects at the places it has seen: the best value may be a
   * lucky one, and what looks like a stall is none. There is no end game where all candidates are listed, because then they
   * are all scored anyway. Nor is there a close-up of a plateau: all of it
   * has been seen to be equal. A close-up, a sidestep or the ground outside a plateau in which no candidate is allowed gives way to what comes after it; at the very end a point is drawn, which tries harder than any search. */

  Step start() {
    return history.isFinal() ? finals() : search();
  }

  /** Evaluates one of the best again. */
  private Step finals() {
    ModelUnits.View view = rule.units().of(history.observations());
    Finalists finalists = Finalists.of(history, view.scaling());
    Function<double[], Step> then =
        medians ->
            finalists
                .next(medians, candidates::allows)
                .map(point -> Step.done(Suggestion.of(point)))
                .orElseGet(this::search);
    return new Step.Condition(
        view.observations(), () -> new Step.Ask(Step.Summary.MEDIAN, finalists.points(), then));
  }

  private Step search() {
    if (candidates.few().isPresent()) {
      return anywhere();
    }
    return switch (history.noise()) {
      case NONE -> endGame(history.observations());
      case UNKNOWN -> {
        Observations known = rule.units().of(history.observations()).observations();
        yield new Step.Condition(
            known,
            () ->
                new Step.Ask(
                    Step.Summary.MEAN, known.points(), means -> endGame(known.withValues(means))));
      }
    };
  }

  /**
   * A close-up, a sidestep or neither.
   *
   * @param finished the finished trials with the values by which progress is judged
   */
  private Step endGame(Observations finished) {
    int designed = rule.design().size(history);
    int pending = history.pending().size();
    Supplier<Step> aside =
        () ->
            rule.endGame()
                .sidestep(candidates, finished, designed, pending)
                .map(steps -> within(steps, this::anywhere))
                .orElseGet(this::anywhere);
    if (plateau.isToBeLeft()) {
      return aside.get();
    }
    return rule.endGame()
        .closeUp(candidates, finished, designed, pending)
        .map(view -> inside(view, aside))
        .orElseGet(aside);
  }

  private Step anywhere() {
    Search reach = candidates.few().<Search>map(ListSearch::new).orElse(rule.search());
    Supplier<Step> drawn = () -> ModelFree.RANDOM.start(candidates, history, streams);
    return plateau.isToBeLeft()
        ? within(reach, () -> look(reach, candidates, drawn))
        : look(reach, candidates, drawn);
  }

  /** A look at all candidates, or at those outside a plateau that is to be left. */
  private Step within(Search reach, Supplier<Step> otherwise) {
    Domain domain = plateau.isToBeLeft() ? plateau.outside(candidates) : candidates;
    return look(reach, domain, otherwise);
  }

  private Step look(Search reach, Domain domain, Supplier<Step> otherwise) {
    return new Look(rule.units(), reach, domain, history, rule.hurdle(), plateau.margin(), streams)
        .start(UnaryOperator.identity(), otherwise);
  }

  private Step inside(CloseUp view, Supplier<Step> otherwise) {
    return new Look(
            rule.units(),
            rule.search(),
            view.of(candidates),
            history.in(view),
            rule.hurdle(),
            0,
            streams)
        .start(point -> candidates.snap(view.fromView(point)), otherwise);
  }
}
