package dev.leadline.paper.figure;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Seed;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.lab.report.LineChart;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How fast a model learns about a new region: many observations in [0, 0.15] and [0.85, 1], few but
 * growing in number in [0.45, 0.55].
 *
 * @param outside the number of observations in each of the outer intervals
 * @param inside the numbers of observations in the middle one
 */
public record GrowingObservations(int outside, List<Integer> inside) {

  private static final int GRID = 161;

  /* Ackley in 1-D has 65 waves: the truth needs a finer grid than a prediction. */
  private static final int TRUTH_GRID = 801;

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
      double x = x(i, GRID);
      if (x >= 0.45 && x <= 0.55) {
        error += Math.abs(prediction.of(i).mean() - prediction.truth(x));
        points++;
      }
    }
    return error / points;
  }

  /** One chart per task and number of observations: the truth, and mean ± half a deviation. */
  public String render(NamedModel model, List<String> tasks) {
    LineChart chart =
        new LineChart(
            "Predictions of %s (mean ± half a standard deviation), %d observations on each side"
                .formatted(model.name(), outside),
            "x in the unit interval",
            "value (scaled)");
    for (String task : tasks) {
      for (int count : inside) {
        Prediction prediction = predict(model, task, count);
        double[] fine = grid(TRUTH_GRID);
        double[] x = grid(GRID);
        double[] mean = new double[GRID];
        double[] half = new double[GRID];
        for (int i = 0; i < GRID; i++) {
          mean[i] = prediction.of(i).mean();
          half[i] = Math.sqrt(prediction.of(i).variance()) / 2;
        }
        String title = "%s, %d in the middle".formatted(task, count);
        chart.line(title, "truth", fine, DoubleStream.of(fine).map(prediction::truth).toArray());
        chart.line(title, model.name(), x, mean, half);
        double[] observed =
            prediction.observed().stream().mapToDouble(Double::doubleValue).toArray();
        double[] values = DoubleStream.of(observed).map(prediction::truth).toArray();
        chart.dots(title, "observations", observed, values);
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
    ModelUnits.View view = model.view(new Observations(1, points.toArray(double[][]::new), values));
    double[][] grid = new double[GRID][];
    for (int i = 0; i < GRID; i++) {
      grid[i] = new double[] {x(i, GRID)};
    }
    try (Posterior posterior = model.surrogate().condition(view.observations())) {
      List<Double> observed = points.stream().map(point -> point[0]).toList();
      return new Prediction(posterior.at(grid), objective, view.scaling(), observed);
    }
  }

  private static double[] grid(int size) {
    return IntStream.range(0, size).mapToDouble(i -> x(i, size)).toArray();
  }

  private static double x(int i, int size) {
    return (double) i / (size - 1);
  }

  /** What a model says on the grid after some observations. */
  private record Prediction(
      Predictive predictive,
      Objective objective,
      OutputScaling.Fitted fitted,
      List<Double> observed) {

    Distribution of(int i) {
      return predictive.get(i);
    }

    double truth(double x) {
      return fitted.toModel(objective.value(new double[] {x}));
    }
  }
}
