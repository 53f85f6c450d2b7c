package dev.leadline.study;

import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Feasibility;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggestion;
import java.util.List;
import java.util.Optional;

/** What a study strives for: which trials are solutions, and how the next point is picked. */
interface Aim {

  /** The best value of those trials of a ledger that keep some limits. */
  static Aim within(List<Limit> limits, Ledger ledger) {
    return new WithinLimits(limits, ledger::records);
  }

  /** The same for several goals, if there are several. */
  static Aim of(Optional<Goals> goals, List<Limit> limits, Ledger ledger) {
    Aim one = within(limits, ledger);
    return goals.<Aim>map(all -> new SeveralGoals(all, one, ledger::records)).orElse(one);
  }

  /** Whether a completed trial is a solution. */
  boolean isReachedBy(TrialRecord completed);

  /** What to try next. */
  Suggestion suggest(Strategy strategy, Candidates candidates, History history, Streams streams);

  /** The trials that the model holds for solutions; none has a value if it holds none for one. */
  History solutions(Strategy strategy, History history);

  /** What is believed of the chance that something is a solution; close it before the strategy. */
  Feasibility feasibility(Strategy strategy, History history);
}
