package dev.leadline.bench.report;

import dev.leadline.bench.task.Suite;
import java.util.Map;
import java.util.OptionalDouble;

/** The paper's average improvement over random search, by method and number of inputs. */
final class PaperTable {

  private static final Map<String, Map<Integer, Double>> PERCENT =
      Map.of(
          "pt", Map.of(1, 20.5, 2, 103.3, 5, 73.0, 10, 36.0),
          "pt-r", Map.of(1, 88.1, 2, 112.4, 5, 77.0, 10, 71.1),
          "pt-nu", Map.of(1, 79.2, 2, 111.8, 5, 74.7, 10, 71.8),
          "pt-nur", Map.of(1, 73.6, 2, 114.3, 5, 78.0, 10, 72.1),
          "gp-2022", Map.of(1, 93.6, 2, 111.0, 5, 65.8, 10, 63.8));

  private PaperTable() {}

  /** The paper's number for a method of this name on its own tasks, at the end of its runs. */
  static OptionalDouble percent(String method, TaskGroup group) {
    Double value = PERCENT.getOrDefault(method, Map.of()).get(group.dimensions());
    boolean papers = group.suite() == Suite.PAPER && group.variant().isEmpty();
    return value != null && papers ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
