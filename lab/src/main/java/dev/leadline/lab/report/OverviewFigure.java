package dev.leadline.lab.report;

import dev.leadline.chart.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Regret against evaluations over all tasks of a group at once, one chart per group. */
record OverviewFigure(Results results) {

  /* Regrets of different tasks differ by decades, so they are averaged as logarithms: the line is their geometric mean. The band is that of
   * the seeds, each averaged over the tasks first. A method that has not run on all tasks of a group is left out there: its mean would be over
   * other tasks. */

  String render() {
    List<Panel> panels = new ArrayList<>();
    for (TaskGroup group : results.groups()) {
      List<Series> series = new ArrayList<>();
      for (String method : results.methods()) {
        int last = lastOnAll(group, method);
        if (last > 0) {
          series.add(
              new Series(MethodNames.label(method), Series.Mark.LINE, points(group, method, last)));
        }
      }
      int tasks = results.tasks(group).size();
      String title = "%s, %d %s".formatted(group.label(), tasks, tasks == 1 ? "task" : "tasks");
      panels.add(new Panel(title, series));
    }
    return new SmallMultiples(
            "Distance of the best value from the optimum (regret): geometric mean over functions and seeds, and half a standard deviation",
            "evaluations after the initial ones",
            "regret",
            Axis.Kind.LINEAR,
            Axis.Kind.LOG)
        .render(panels, Palette.apart(results.methods().stream().map(MethodNames::label).toList()));
  }

  private int lastOnAll(TaskGroup group, String method) {
    return results.tasks(group).stream()
        .mapToInt(task -> results.lastStep(task, method))
        .min()
        .orElse(-1);
  }

  private List<Series.Point> points(TaskGroup group, String method, int last) {
    List<Series.Point> points = new ArrayList<>();
    for (int step : RegretFigures.shown(last)) {
      Map<Long, List<Double>> logs = new HashMap<>();
      for (String task : results.tasks(group)) {
        results
            .regrets(task, method, step)
            .forEach(
                (seed, regret) ->
                    logs.computeIfAbsent(seed, s -> new ArrayList<>())
                        .add(Comparison.logRegret(regret)));
      }
      double[] bySeed =
          logs.values().stream()
              .mapToDouble(of -> of.stream().mapToDouble(Double::doubleValue).average().orElse(0))
              .toArray();
      double mean = Moments.mean(bySeed);
      double half = Moments.deviation(bySeed) / 2;
      if (Double.isFinite(mean)) {
        points.add(
            new Series.Point(
                step, Math.pow(10, mean), Math.pow(10, mean - half), Math.pow(10, mean + half)));
      }
    }
    return points;
  }
}
