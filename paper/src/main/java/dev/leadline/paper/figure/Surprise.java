package dev.leadline.paper.figure;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.experiment.RecordReader;
import dev.leadline.lab.report.LineChart;
import dev.leadline.lab.report.Moments;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The cross-entropy of models on the points that another method acquired: at every step the model
 * sees all earlier points of the recorded run and is asked for the densities of all the others.
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

  /**
   * The mean −ln density of the values not yet seen, in units scaled by those that are, by model
   * and number of acquired points seen, one per seed.
   */
  public Map<String, Map<Integer, List<Double>>> measure(Path record, List<NamedModel> models) {
    Map<Long, List<Evaluation>> runs = runs(record);
    Map<String, Map<Integer, List<Double>>> result = new LinkedHashMap<>();
    for (NamedModel model : models) {
      Map<Integer, List<Double>> byStep = new TreeMap<>();
      for (List<Evaluation> run : runs.values()) {
        for (int i = 1; i < run.size(); i++) {
          int seen = run.get(i).step() - 1;
          if (seen >= 0 && seen % every == 0) {
            byStep.computeIfAbsent(seen, s -> new ArrayList<>()).add(crossEntropy(model, run, i));
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
            "acquired points seen",
            "mean −ln density of the others (nats)");
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

  /** The measurement as CSV: model, acquired points seen, mean and standard deviation of seeds. */
  static String csv(Map<String, Map<Integer, List<Double>>> measured) {
    StringBuilder text = new StringBuilder("model,seen,mean,deviation,seeds\n");
    measured.forEach(
        (model, steps) ->
            steps.forEach(
                (seen, of) ->
                    text.append(
                        String.format(
                            Locale.ROOT,
                            "%s,%d,%.5f,%.5f,%d%n",
                            model,
                            seen,
                            Moments.mean(array(of)),
                            Moments.deviation(array(of)),
                            of.size()))));
    return text.toString();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private Map<Long, List<Evaluation>> runs(Path record) {
    Map<Long, TreeMap<Integer, Evaluation>> found = new TreeMap<>();
    RecordReader.read(
        record,
        e -> {
          boolean asked = e.task().equals(task) && e.method().equals(method);
          if (asked && e.x() != null && e.value() != null) {
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
    double[][] points = run.stream().map(Surprise::point).toArray(double[][]::new);
    double[] values = run.stream().mapToDouble(Surprise::value).toArray();
    Observations seen =
        new Observations(
            points[0].length, Arrays.copyOf(points, next), Arrays.copyOf(values, next));
    ModelUnits.View view = model.view(seen);
    double[][] others = Arrays.copyOfRange(points, next, points.length);
    try (Posterior posterior = model.surrogate().condition(view.observations())) {
      Predictive predictive = posterior.at(others);
      double sum = 0;
      for (int i = 0; i < others.length; i++) {
        sum -= predictive.get(i).logDensity(view.scaling().toModel(values[next + i]));
      }
      return sum / others.length;
    }
  }

  private static double[] point(Evaluation evaluation) {
    List<Double> x = evaluation.x();
    return x == null ? new double[0] : array(x);
  }

  private static double value(Evaluation evaluation) {
    return Objects.requireNonNull(evaluation.value());
  }
}
