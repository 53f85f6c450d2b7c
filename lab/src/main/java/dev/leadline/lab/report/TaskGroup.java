package dev.leadline.lab.report;

import dev.leadline.lab.problem.Suite;
import java.util.Comparator;

/**
 * Tasks that are averaged together: same suite, same number of inputs, same variant.
 *
 * @param suite where the tasks belong
 * @param dimensions the number of inputs, 0 where tasks of all sizes are averaged
 * @param variant the part of the name from the first @ on, empty for the originals
 * @param sight whether a choice was made on tasks like these
 */
public record TaskGroup(Suite suite, int dimensions, String variant, Suite.Sight sight)
    implements Comparable<TaskGroup> {

  private static final Comparator<TaskGroup> ORDER =
      Comparator.comparing(TaskGroup::suite)
          .thenComparing(TaskGroup::sight)
          .thenComparing(TaskGroup::variant)
          .thenComparingInt(TaskGroup::dimensions);

  public static TaskGroup of(String task) {
    int at = task.indexOf('@');
    String base = at < 0 ? task : task.substring(0, at);
    String variant = at < 0 ? "" : task.substring(at);
    Suite suite = Suite.of(base);
    if (suite.mixesKinds()) {
      return new TaskGroup(suite, 0, variant, suite.sight(task));
    }
    String size = base.substring(base.lastIndexOf('-') + 1);
    if (!size.matches("[0-9]+d")) {
      throw new IllegalArgumentException(
          "expected a task name such as ackley-10d but got '%s'".formatted(task));
    }
    int dimensions = Integer.parseInt(size.substring(0, size.length() - 1));
    return new TaskGroup(suite, dimensions, variant, suite.sight(base));
  }

  /** For table rows. */
  public String label() {
    String name =
        switch (suite) {
          case PAPER -> dimensions + "-D";
          case MIXED -> "mixed";
          case FURTHER ->
              "further %d-D%s".formatted(dimensions, sight == Suite.Sight.SEEN ? ", seen" : "");
          case ILL_CONDITIONED -> "ill-conditioned %d-D".formatted(dimensions);
          case FLAT -> "flat";
          case TABLE -> "tables";
          case REAL -> "real";
          case HELD_OUT -> "real, held out";
          case CURVES -> "curves";
          case HELD_OUT_CURVES -> "curves, held out";
          case GOALS -> "goals";
          case LIMITS -> "limits";
          case FAILURES -> "failures";
          case CONDITIONAL -> "conditional";
          case FILLED -> "conditional, filled in by hand";
        };
    return variant.isEmpty() ? name : name + " " + variant;
  }

  /** For file names. */
  public String slug() {
    String name = suite.prefix() + dimensions + "d";
    if (suite.mixesKinds()) {
      name = suite.prefix().replace("-", "");
    }
    name += suite == Suite.FURTHER && sight == Suite.Sight.SEEN ? "-seen" : "";
    return name + variant.replaceAll("[^a-z0-9.]", "-");
  }

  @Override
  public int compareTo(TaskGroup other) {
    return ORDER.compare(this, other);
  }
}
