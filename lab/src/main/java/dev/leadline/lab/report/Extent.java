package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much a number in a table rests on.
 *
 * @param tasks how many tasks have runs
 * @param fewest how many runs, one a seed, the task with the fewest has
 * @param seeds how many the task with the most has
 */
public record Extent(int tasks, int fewest, int seeds) {

  static final Extent NONE = new Extent(0, 0, 0);

  /** The extent of values by seed, one map for each task; those without a value do not count. */
  static Extent of(List<? extends Map<Long, ?>> valuesByTask) {
    IntSummaryStatistics sizes =
        valuesByTask.stream()
            .map(Map::size)
            .filter(size -> size > 0)
            .collect(Collectors.summarizingInt(Integer::intValue));
    return sizes.getCount() == 0
        ? NONE
        : new Extent((int) sizes.getCount(), sizes.getMin(), sizes.getMax());
  }

  /** The largest of some extents: what a row of a table says it is over. */
  static Extent largest(List<Extent> extents) {
    int seeds = extents.stream().mapToInt(Extent::seeds).max().orElse(0);
    return new Extent(extents.stream().mapToInt(Extent::tasks).max().orElse(0), seeds, seeds);
  }

  /** A note in parentheses for a cell that is over less than its row; empty for the others. */
  String lessThan(Extent row) {
    List<String> less = new ArrayList<>();
    if (tasks > 0 && tasks < row.tasks) {
      less.add(tasks == 1 ? "1 task" : tasks + " tasks");
    }
    if (tasks > 0 && fewest < row.seeds) {
      String range = fewest == seeds ? "" : "%d to ".formatted(fewest);
      less.add(range + (seeds == 1 ? "1 seed" : seeds + " seeds"));
    }
    return less.isEmpty() ? "" : " (%s)".formatted(String.join(", ", less));
  }
}
