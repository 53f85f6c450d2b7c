package dev.leadline.lab.report;

import java.util.List;

/** The time that the optimisers took, by method and group of tasks, as Markdown. */
record TimeTable(Results results) {

  private static final double LEAST = 0.01;

  String render() {
    MarkdownTable table =
        results.table(
            2, "method | tasks | runs | suggestions | ms per suggestion | hours | runs together");
    for (String method : results.methods()) {
      Spent all = Spent.NOTHING;
      for (TaskGroup group : results.groups()) {
        Spent spent = spent(group, method);
        if (spent.steps > 0) {
          table.add(row(method, group.label(), spent));
        }
        all = all.plus(spent);
      }
      if (all.steps > 0 && results.groups().size() > 1) {
        table.add(row(method, "all", all));
      }
    }
    return """

    ## Time

    The optimiser alone; the objective is left out. With several runs together a suggestion's time is its share of the step. The paper: 15.8 ms (PT-νR) and 290 ms (GP) per iteration.

    %s\
    """
        .formatted(table);
  }

  private Spent spent(TaskGroup group, String method) {
    Spent spent = Spent.NOTHING;
    for (String task : results.tasks(group)) {
      for (Curve curve : results.curves(task, method).values()) {
        int steps = curve.lastStep();
        spent = spent.plus(new Spent(curve.secondsAt(steps), 1, steps, curve.together()));
      }
    }
    return spent;
  }

  private static List<String> row(String method, String tasks, Spent spent) {
    return List.of(
        method,
        tasks,
        Integer.toString(spent.runs),
        Long.toString(spent.steps),
        atLeast(1e3 * spent.seconds / spent.steps),
        atLeast(spent.seconds / 3600),
        Integer.toString(spent.together));
  }

  private static String atLeast(double value) {
    return value < LEAST ? "<" + LEAST : Digits.of(value);
  }

  /**
   * Time of some runs.
   *
   * @param together the largest number of runs driven together
   */
  private record Spent(double seconds, int runs, long steps, int together) {

    static final Spent NOTHING = new Spent(0, 0, 0, 1);

    Spent plus(Spent other) {
      return new Spent(
          seconds + other.seconds,
          runs + other.runs,
          steps + other.steps,
          Math.max(together, other.together));
    }
  }
}
