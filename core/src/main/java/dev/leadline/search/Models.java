package dev.leadline.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The models of one study: of its values, its limits and its goals. Thread-safe; each is kept,
 * because it keeps what makes its next answers faster.
 */
public final class Models {

  private final Model plain;
  private final Model limited;
  private final Supplier<Model> newLimit;
  private final Supplier<Model> newGoal;
  private final List<Model> limits = new ArrayList<>();
  private final List<Model> goals = new ArrayList<>();

  /**
   * @param plain of values where the study has no limits
   * @param limited of values where it has
   * @param newLimit makes a model of a limit, or of where trials fail
   * @param newGoal makes a model of one of several goals
   */
  public Models(Model plain, Model limited, Supplier<Model> newLimit, Supplier<Model> newGoal) {
    this.plain = plain;
    this.limited = limited;
    this.newLimit = newLimit;
    this.newGoal = newGoal;
  }

  /** Where the study has no limits. */
  public Model plain() {
    return plain;
  }

  Model of(LimitedHistory trials) {
    return trials.given() > 0 ? limited : plain;
  }

  synchronized List<Model> limits(int count) {
    return first(limits, count, newLimit);
  }

  synchronized List<Model> goals(int count) {
    return first(goals, count, newGoal);
  }

  private static List<Model> first(List<Model> made, int count, Supplier<Model> another) {
    while (made.size() < count) {
      made.add(another.get());
    }
    return List.copyOf(made.subList(0, count));
  }
}
