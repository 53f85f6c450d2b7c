package dev.leadline.lab.report;

import dev.leadline.chart.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Regret against evaluations and against wall-clock time, one chart per task. */
public record RegretFigures(Results results) {

  private static final int POINTS = 120;
  private static final double FLOOR = Comparison.RESOLUTION;

  /** SVG texts by file name. */
  public Map<String, String> render(TaskGroup group) {
    String title = "Simple regret, " + group.label() + " (mean ± half a standard deviation)";
    Palette palette = Palette.apart(results.methods());
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put(
        "regret-" + group.slug() + ".svg", render(group, title, Against.EVALUATIONS, palette));
    figures.put(
        "regret-time-" + group.slug() + ".svg", render(group, title, Against.SECONDS, palette));
    return figures;
  }

  /** One SVG text. */
  public String render(TaskGroup group, String title, Against against, Palette palette) {
    List<Panel> panels =
        results.tasks(group).stream().map(task -> new Panel(task, series(task, against))).toList();
    return new SmallMultiples(title, against.label, "regret", against.axis, Axis.Kind.LOG)
        .render(panels, palette);
  }

  /** What runs along the x-axis. */
  public enum Against {
    EVALUATIONS("evaluations after the initial ones", Axis.Kind.LINEAR),
    SECONDS("seconds of the optimiser", Axis.Kind.LOG);

    private final String label;
    private final Axis.Kind axis;

    Against(String label, Axis.Kind axis) {
      this.label = label;
      this.axis = axis;
    }
  }

  private List<Series> series(String task, Against against) {
    List<Series> series = new ArrayList<>();
    for (String method : results.methods()) {
      int last = results.lastStep(task, method);
      if (last > 0) {
        series.add(new Series(method, Series.Mark.LINE, points(task, method, last, against)));
      }
    }
    return series;
  }

  private List<Series.Point> points(String task, String method, int last, Against against) {
    List<Series.Point> points = new ArrayList<>();
    for (int step : shown(last)) {
      double[] regrets =
          results.curves(task, method).values().stream()
              .mapToDouble(curve -> curve.regretAt(step))
              .toArray();
      double mean = Moments.mean(regrets);
      double half = Moments.deviation(regrets) / 2;
      double x = step;
      if (against == Against.SECONDS) {
        x =
            results.curves(task, method).values().stream()
                .mapToDouble(curve -> curve.secondsAt(step))
                .average()
                .orElse(0);
      }
      if (Double.isFinite(mean) && (against == Against.EVALUATIONS || x > 0)) {
        double low = Math.max(FLOOR, mean - half);
        points.add(new Series.Point(x, Math.max(FLOOR, mean), low, Math.max(FLOOR, mean + half)));
      }
    }
    return points;
  }

  /** The steps that are drawn: all of them, or some spread evenly and some by decades. */
  static Iterable<Integer> shown(int last) {
    TreeSet<Integer> steps = new TreeSet<>();
    for (int i = 0; i <= POINTS; i++) {
      steps.add((int) Math.round((double) last * i / POINTS));
      steps.add((int) Math.round(Math.pow(last, (double) i / POINTS)));
    }
    steps.add(0);
    return steps;
  }
}
