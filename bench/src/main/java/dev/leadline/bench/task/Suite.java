package dev.leadline.bench.task;

/** A part of the catalogue of tasks, told by the beginning of their names. */
public enum Suite {
  /** The paper's functions. */
  PAPER(""),
  /** Some of these with integers, choices and flags. */
  MIXED("mixed-"),
  /** Functions outside the paper, kept for checks: choices are made on the others. */
  FURTHER("further-");

  private final String prefix;

  Suite(String prefix) {
    this.prefix = prefix;
  }

  /** How the names of its tasks begin. */
  public String prefix() {
    return prefix;
  }

  /** The suite of a task name or of a pattern. */
  public static Suite of(String name) {
    for (Suite suite : new Suite[] {MIXED, FURTHER}) {
      if (name.startsWith(suite.prefix)) {
        return suite;
      }
    }
    return PAPER;
  }
}
