package dev.leadline.paper.report;

import dev.leadline.chart.Axis;
import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.experiment.RecordReader;
import dev.leadline.lab.report.Panel;
import dev.leadline.lab.report.ScoreTable;
import dev.leadline.lab.report.Series;
import dev.leadline.lab.report.SmallMultiples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the runs on one-dimensional tasks probed: a histogram per task, one line per method.
 * Shifted tasks are left out, for their optimum lies elsewhere with every seed.
 */
final class ProbeFigure {

  /* The paper's point: what a Gaussian process probes is far from uniform, the inputs a transformer was trained on are not. */

  private static final int BINS = 40;

  private ProbeFigure() {}

  /** The SVG, or nothing if no record has points of one-dimensional tasks. */
  static Optional<String> render(List<Path> records) {
    Map<String, Map<String, int[]>> counts = new TreeMap<>();
    for (Path record : records) {
      RecordReader.read(record, evaluation -> count(evaluation, counts));
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    List<Panel> panels = new ArrayList<>();
    counts.forEach((task, methods) -> panels.add(new Panel(task, series(shown(methods)))));
    return Optional.of(
        new SmallMultiples(
                "Where the runs probed after their initial points",
                "x in the unit interval",
                "share of probes per bin of 1/40",
                Axis.Kind.LINEAR,
                Axis.Kind.LINEAR)
            .render(panels));
  }

  /** Gaussian processes beside random search if there are any, else all: many hide each other. */
  private static Map<String, int[]> shown(Map<String, int[]> methods) {
    if (methods.keySet().stream().noneMatch(method -> method.startsWith("gp-"))) {
      return methods;
    }
    Map<String, int[]> shown = new LinkedHashMap<>(methods);
    shown.keySet().removeIf(name -> !name.startsWith("gp-") && !name.equals(ScoreTable.BASELINE));
    return shown;
  }

  private static void count(Evaluation evaluation, Map<String, Map<String, int[]>> counts) {
    List<Double> x = evaluation.x();
    boolean shifted = evaluation.task().contains("@shift");
    if (x == null || x.size() != 1 || evaluation.step() < 1 || shifted) {
      return;
    }
    int[] bins =
        counts
            .computeIfAbsent(evaluation.task(), task -> new LinkedHashMap<>())
            .computeIfAbsent(evaluation.method(), method -> new int[BINS]);
    bins[Math.min(BINS - 1, (int) (x.get(0) * BINS))]++;
  }

  private static List<Series> series(Map<String, int[]> methods) {
    List<Series> series = new ArrayList<>();
    methods.forEach(
        (method, bins) -> {
          double total = 0;
          for (int bin : bins) {
            total += bin;
          }
          List<Series.Point> points = new ArrayList<>();
          for (int i = 0; i < BINS; i++) {
            double share = bins[i] / total;
            points.add(new Series.Point((double) i / BINS, share, 0, share));
            points.add(new Series.Point((i + 1.0) / BINS, share, 0, share));
          }
          series.add(new Series(method, Series.Mark.LINE, points));
        });
    return series;
  }
}
