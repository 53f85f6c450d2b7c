package dev.leadline.suggest;

import dev.leadline.acquisition.Plateau;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Picks the point of largest expected improvement times the chance that it keeps all limits. For
 * one study at a time, like its models.
 */
public final class LimitedRule {

  private final ModelRule rule;
  private final Model plain;
  private final Model limited;
  private final Supplier<Model> another;
  private final List<Model> limits = new ArrayList<>();

  /**
   * @param rule how points are picked where nothing is limited
   * @param plain what predicts values where nothing is limited but trials fail
   * @param limited what predicts them where limits were given
   * @param another makes a model of a limit, or of where trials fail
   */
  public LimitedRule(ModelRule rule, Model plain, Model limited, Supplier<Model> another) {
    this.rule = rule;
    this.plain = plain;
    this.limited = limited;
    this.another = another;
  }

  /** What to try next, or empty while there is nothing to model: as where nothing is limited. */
  public Optional<Suggestion> suggest(
      Candidates candidates, LimitedHistory history, Streams streams) {
    if (!rule.hasDesign(history.history())) {
      return Optional.empty();
    }
    candidates.requireAny();
    Plateau plateau = Plateau.of(history.merits());
    return Optional.of(new LimitedSearch(this, candidates, history, plateau, streams).suggest());
  }

  /**
   * The trials with a value that are believed to keep the limits: where values do not repeat, what
   * was measured may be luck. If there are none, those that were seen to keep them.
   */
  public History likely(LimitedHistory history) {
    LimitedHistory valued = history.withoutFailures();
    double[][] points = valued.history().observations().points();
    try (Feasibility feasibility = feasibility(valued)) {
      double[] chance = feasibility.of(points);
      History likely = valued.history().only(i -> chance[i] >= Feasibility.LIKELY);
      return likely.hasValues() ? likely : valued.history().only(valued::isFeasible);
    }
  }

  /** What is believed of the limits after a history; close it before the models. */
  public Feasibility feasibility(LimitedHistory history) {
    return Feasibility.of(models(history.limits()), history);
  }

  ModelRule rule() {
    return rule;
  }

  Model model(LimitedHistory history) {
    return history.given() > 0 ? limited : plain;
  }

  /** The same model for the same limit, because it keeps what makes its next answers faster. */
  private synchronized List<Model> models(int count) {
    while (limits.size() < count) {
      limits.add(another.get());
    }
    return List.copyOf(limits.subList(0, count));
  }
}
