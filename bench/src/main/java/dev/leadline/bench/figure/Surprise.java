package dev.leadline.bench.figure;

import dev.leadline.acquisition.ModelUnits;
import dev.leadline.bench.report.LineChart;
import dev.leadline.bench.report.Moments;
import dev.leadline.bench.runner.Evaluation;
import dev.leadline.bench.runner.RecordReader;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cross-entropy of models on the points that another method acquired: at every step the model
 * sees all earlier points of the recorded run and is asked for the density of the next value.
 *
 * @param task whose runs are read
 * @param method who acquired the points
 * @param every how many steps lie between two questions
 */
public record Surprise(String task, String method, int every) {

  public Surprise {
    if (every < 1) {
      throw new IllegalArgumentException("expected at least 1 step between questions: " + every);
    }
  }

  /** −ln density of the next value in scaled units by model and step, one per seed. */
  public Map<String, Map<Integer, List<Double>>> measure(Path record, List<NamedModel> models) {
    Map<Long, List<Evaluation>> runs = runs(record);
    Map<String, Map<Integer, List<Double>>> result = new LinkedHashMap<>();
    for (NamedModel model : models) {
      Map<Integer, List<Double>> byStep = new TreeMap<>();
      for (List<Evaluation> run : runs.values()) {
        for (int i = 1; i < run.size(); i++) {
          int step = run.get(i).step();
          if (step > 0 && (step - 1) % every == 0) {
            byStep.computeIfAbsent(step, s -> new ArrayList<>()).add(crossEntropy(model, run, i));
          }
        }
      }
      result.put(model.name(), byStep);
    }
    return result;
  }

  /** The measurement as SVG: mean ± half a standard deviation of the seeds. */
  public String render(Map<String, Map<Integer, List<Double>>> measured) {
    LineChart chart =
        new LineChart(
            "Cross-entropy on the points acquired by %s (mean ± half a standard deviation)"
                .formatted(method),
            "evaluations after the initial ones",
            "−ln density of the next value (nats)");
    measured.forEach(
        (model, steps) ->
            chart.line(
                task,
                model,
                steps.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
                steps.values().stream().mapToDouble(of -> Moments.mean(array(of))).toArray(),
                steps.values().stream()
                    .mapToDouble(of -> Moments.deviation(array(of)) / 2)
                    .toArray()));
    return chart.render();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private Map<Long, List<Evaluation>> runs(Path record) {
    Map<Long, TreeMap<Integer, Evaluation>> found = new TreeMap<>();
    RecordReader.read(
        record,
        e -> {
          if (e.task().equals(task) && e.method().equals(method) && e.x() != null) {
            found.computeIfAbsent(e.seed(), seed -> new TreeMap<>()).put(e.step(), e);
          }
        });
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "expected runs of %s on %s with their points but %s has none"
              .formatted(method, task, record));
    }
    Map<Long, List<Evaluation>> runs = new TreeMap<>();
    found.forEach((seed, byStep) -> runs.put(seed, List.copyOf(byStep.values())));
    return runs;
  }

  private static double crossEntropy(NamedModel model, List<Evaluation> run, int next) {
    double[][] points = new double[next][];
    double[] values = new double[next];
    for (int i = 0; i < next; i++) {
      points[i] = point(run.get(i));
      values[i] = run.get(i).value();
    }
    double[] query = point(run.get(next));
    ModelUnits.View view = model.view(new Observations(query.length, points, values));
    try (Posterior posterior = model.surrogate().condition(view.observations())) {
      double value = view.scaling().toModel(run.get(next).value());
      return -posterior.at(new double[][] {query}).get(0).logDensity(value);
    }
  }

  private static double[] point(Evaluation evaluation) {
    List<Double> x = evaluation.x();
    return x == null ? new double[0] : array(x);
  }
}
