package dev.leadline.bench.report;

import dev.leadline.bench.runner.Evaluation;
import dev.leadline.bench.runner.RecordReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the runs on one-dimensional tasks probed: a histogram per task, one line per method. */
final class ProbeFigure {

  /* The paper's point: what a Gaussian process probes is far from uniform, the inputs a transformer was trained on are not. */

  private static final int BINS = 40;

  private ProbeFigure() {}

  /** The SVG, or nothing if no record has points of one-dimensional tasks. */
  static Optional<String> render(List<Path> records) {
    Map<String, Map<String, int[]>> counts = new LinkedHashMap<>();
    for (Path record : records) {
      RecordReader.read(record, evaluation -> count(evaluation, counts));
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    List<Panel> panels = new ArrayList<>();
    counts.forEach((task, methods) -> panels.add(new Panel(task, series(methods))));
    return Optional.of(
        new SmallMultiples(
                "Where the runs probed after their initial points (share per bin of 1/40)",
                "x in the unit interval",
                Axis.Kind.LINEAR,
                Axis.Kind.LINEAR)
            .render(panels));
  }

  private static void count(Evaluation evaluation, Map<String, Map<String, int[]>> counts) {
    List<Double> x = evaluation.x();
    if (x == null || x.size() != 1 || evaluation.step() < 1) {
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
            points.add(new Series.Point((double) i / BINS, share, share, share));
            points.add(new Series.Point((i + 1.0) / BINS, share, share, share));
          }
          series.add(new Series(method, points));
        });
    return series;
  }
}
