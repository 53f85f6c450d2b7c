package dev.leadline.bench.report;

import java.util.Comparator;

/**
 * Tasks that are averaged together: same number of inputs, same variant.
 *
 * @param dimensions the number of inputs, 0 for mixed tasks
 * @param variant the part of the name from the first @ on, empty for the originals
 */
record TaskGroup(int dimensions, String variant) implements Comparable<TaskGroup> {

  private static final Comparator<TaskGroup> ORDER =
      Comparator.comparing(TaskGroup::variant).thenComparingInt(TaskGroup::dimensions);

  static TaskGroup of(String task) {
    int at = task.indexOf('@');
    String base = at < 0 ? task : task.substring(0, at);
    String variant = at < 0 ? "" : task.substring(at);
    if (base.startsWith("mixed-")) {
      return new TaskGroup(0, variant);
    }
    String size = base.substring(base.lastIndexOf('-') + 1);
    if (!size.matches("[0-9]+d")) {
      throw new IllegalArgumentException(
          "expected a task name such as ackley-10d but got '%s'".formatted(task));
    }
    return new TaskGroup(Integer.parseInt(size.substring(0, size.length() - 1)), variant);
  }

  /** For table rows. */
  String label() {
    return (dimensions == 0 ? "mixed" : dimensions + "-D")
        + (variant.isEmpty() ? "" : " " + variant);
  }

  /** For file names. */
  String slug() {
    return (dimensions == 0 ? "mixed" : dimensions + "d") + variant.replaceAll("[^a-z0-9.]", "-");
  }

  @Override
  public int compareTo(TaskGroup other) {
    return ORDER.compare(this, other);
  }
}
