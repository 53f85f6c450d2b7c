package dev.leadline.app.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * What was done to a study, and what went wrong.
 *
 * @param killsWithPrograms those kills that took the running trials along
 * @param begun evaluations that were started
 * @param reported values that workers said the study has
 * @param faults a sentence each; none if all is well
 */
record SoakTable(
    String store,
    int workers,
    long seconds,
    int kills,
    int killsWithPrograms,
    int restarts,
    int budget,
    int trials,
    int begun,
    int reported,
    List<String> faults) {

  private static final int MOST_TOLD = 20;

  SoakTable {
    faults = List.copyOf(faults);
  }

  /** The tables side by side, a line each, and below them what went wrong. */
  static List<String> lines(List<SoakTable> tables) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| study in | workers | seconds | kills | with their programs | restarts | budget | trials | evaluations | values reported | faults |");
    lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (SoakTable table : tables) {
      lines.add(
          "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |"
              .formatted(
                  table.store,
                  table.workers,
                  table.seconds,
                  table.kills,
                  table.killsWithPrograms,
                  table.restarts,
                  table.budget,
                  table.trials,
                  table.begun,
                  table.reported,
                  table.faults.size()));
    }
    for (SoakTable table : tables) {
      table.faults.stream()
          .limit(MOST_TOLD)
          .map(fault -> "fault (%s): %s".formatted(table.store, fault))
          .forEach(lines::add);
    }
    return lines;
  }
}
