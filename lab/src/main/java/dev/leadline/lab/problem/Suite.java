package dev.leadline.lab.problem;

import java.util.List;

/** A part of the catalogue of tasks, told by the beginning of their names. */
public enum Suite {
  /** The paper's functions. */
  PAPER(""),
  /** Some of these with integers, choices and flags. */
  MIXED("mixed-"),
  /** Functions outside the paper, kept for checks: no choice is made on them any more. */
  FURTHER("further-"),
  /** Functions that other optimisers are good at. */
  ILL_CONDITIONED("contested-"),
  /** Functions most of whose good values are equal. */
  FLAT("flat-"),
  /** Measured tables that others published, read from a directory. */
  TABLE("table-"),
  /** Recorded programs, for tuning. */
  REAL("real-"),
  /** Recorded programs that are looked at once per release: no choice is made on them. */
  HELD_OUT("sealed-"),
  /** Recorded learning curves, for tuning. */
  CURVES("curves-"),
  /** Recorded learning curves on which no choice is made. */
  HELD_OUT_CURVES("held-out-curves-"),
  /** Problems with two or three goals. */
  GOALS("goals-"),
  /** Functions whose further outputs have to keep limits. */
  LIMITS("limits-"),
  /** Functions some of whose evaluations fail. */
  FAILURES("failures-"),
  /** Functions whose parameters count only with others. */
  CONDITIONAL("conditional-"),
  /** The same without conditions: what does not count is filled in by hand. */
  FILLED("filled-");

  /** Whether a choice was made on a task: only the others tell how it goes on unseen ones. */
  public enum Sight {
    UNSEEN,
    SEEN
  }

  /** On these a constant of the spread low end was chosen, if mostly with a moved optimum. */
  private static final List<String> SEEN = List.of("colville", "trid", "powell", "zakharov");

  private final String prefix;

  Suite(String prefix) {
    this.prefix = prefix;
  }

  /** How the names of its tasks begin. */
  public String prefix() {
    return prefix;
  }

  /** Whether choices were made on a task of this suite. */
  public Sight sight(String task) {
    boolean unseen =
        this == HELD_OUT
            || this == HELD_OUT_CURVES
            || (this == FURTHER && SEEN.stream().noneMatch(f -> task.startsWith(prefix + f + "-")));
    return unseen ? Sight.UNSEEN : Sight.SEEN;
  }

  /** Whether its tasks have integers, choices and flags, and are averaged whatever their size. */
  public boolean mixesKinds() {
    return this != PAPER && this != FURTHER && this != ILL_CONDITIONED;
  }

  /** The name of a task without the prefix. */
  String bare(String task) {
    return task.substring(prefix.length());
  }

  /** The suite of a task name or of a pattern. */
  public static Suite of(String name) {
    for (Suite suite : values()) {
      if (suite != PAPER && name.startsWith(suite.prefix)) {
        return suite;
      }
    }
    return PAPER;
  }
}
