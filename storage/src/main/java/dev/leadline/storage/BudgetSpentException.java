package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import java.io.Serial;

/** The budget of a study allows no further trial. */
public final class BudgetSpentException extends NoTrialLeftException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param sentence for whoever asked
   */
  public BudgetSpentException(String sentence) {
    super(sentence);
  }

  BudgetSpentException(Budget budget) {
    this(
        "all of the %d trials are used up; give more, or try failed ones again"
            .formatted(budget.trials()));
  }
}
