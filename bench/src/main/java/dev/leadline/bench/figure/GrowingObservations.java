package dev.leadline.bench.figure;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.bench.report.LineChart;
import dev.leadline.bench.task.Objective;
import dev.leadline.bench.task.Seed;
import dev.leadline.bench.task.Tasks;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How fast a model learns about a new region: many observations in [0, 0.15] and [0.85, 1], few but
 * growing in number in [0.45, 0.55].
 *
 * @param outside the number of observations in each of the outer intervals
 * @param inside the numbers of observations in the middle one
 */
public record GrowingObservations(int outside, List<Integer> inside) {

  private static final int GRID = 161;

  public GrowingObservations {
    inside = List.copyOf(inside);
  }

  /** 40 observations on each side; 1, 5 and 25 in the middle. */
  public static GrowingObservations standard() {
    return new GrowingObservations(40, List.of(1, 5, 25));
  }

  /** The mean absolute error of the predicted mean in the middle, in scaled units. */
  public double middleError(NamedModel model, String task, int count) {
    double error = 0;
    int points = 0;
    Prediction prediction = predict(model, task, count);
    for (int i = 0; i < GRID; i++) {
      double x = (double) i / (GRID - 1);
      if (x >= 0.45 && x <= 0.55) {
        error += Math.abs(prediction.of(i).mean() - prediction.truth(i));
        points++;
      }
    }
    return error / points;
  }

  /** One chart per task and number of observations: the truth, and mean ± half a deviation. */
  public String render(NamedModel model, List<String> tasks) {
    LineChart chart = new LineChart("Predictions of " + model.name(), "x in the unit interval");
    for (String task : tasks) {
      for (int count : inside) {
        Prediction prediction = predict(model, task, count);
        double[] x = new double[GRID];
        double[] truth = new double[GRID];
        double[] mean = new double[GRID];
        double[] half = new double[GRID];
        for (int i = 0; i < GRID; i++) {
          x[i] = (double) i / (GRID - 1);
          truth[i] = prediction.truth(i);
          mean[i] = prediction.of(i).mean();
          half[i] = Math.sqrt(prediction.of(i).variance()) / 2;
        }
        String title = "%s, %d in the middle".formatted(task, count);
        chart.line(title, "truth", x, truth);
        chart.line(title, model.name(), x, mean, half);
      }
    }
    return chart.render();
  }

  private Prediction predict(NamedModel model, String task, int count) {
    Objective objective = Tasks.named(task).objective(0);
    SplittableRandom random = Seed.stream("growing " + task);
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < outside; i++) {
      points.add(new double[] {random.nextDouble(0, 0.15)});
      points.add(new double[] {random.nextDouble(0.85, 1)});
    }
    for (int i = 0; i < count; i++) {
      points.add(new double[] {random.nextDouble(0.45, 0.55)});
    }
    double[] values = points.stream().mapToDouble(objective::value).toArray();
    OutputScaling.Fitted fitted = model.scaling().fit(values);
    Observations context =
        new Observations(1, points.toArray(double[][]::new), fitted.toModel(values));
    double[][] grid = new double[GRID][];
    for (int i = 0; i < GRID; i++) {
      grid[i] = new double[] {(double) i / (GRID - 1)};
    }
    try (Posterior posterior = model.surrogate().condition(context)) {
      return new Prediction(posterior.at(grid), objective, fitted);
    }
  }

  /** What a model says on the grid. */
  private record Prediction(
      Predictive predictive, Objective objective, OutputScaling.Fitted fitted) {

    Distribution of(int i) {
      return predictive.get(i);
    }

    double truth(int i) {
      return fitted.toModel(objective.value(new double[] {(double) i / (GRID - 1)}));
    }
  }
}
