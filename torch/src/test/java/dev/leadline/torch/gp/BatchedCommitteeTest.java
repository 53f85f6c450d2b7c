package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteePosterior;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the batched committee to the one that inference uses. */
@ExtendWith(NoLeaks.class)
class BatchedCommitteeTest {

  private static final int PADDED = 7;
  private static final int QUERIES = 11;
  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();

  /** One task in plain arrays. */
  private static final class Task {
    final int dimensions;
    final double[][] points;
    final double[] values;
    final double[][] queries;

    Task(int dimensions, double[][] points, double[] values, double[][] queries) {
      this.dimensions = dimensions;
      this.points = points;
      this.values = values;
      this.queries = queries;
    }

    static Task draw(int dimensions, int context, SplittableRandom random) {
      double[][] points = rows(context, dimensions, random);
      double[] values = new double[context];
      for (int i = 0; i < context; i++) {
        values[i] = Math.sin(4 * Arrays.stream(points[i]).sum()) + 0.1 * random.nextGaussian();
      }
      return new Task(dimensions, points, values, rows(QUERIES, dimensions, random));
    }

    private static double[][] rows(int count, int dimensions, SplittableRandom random) {
      double[][] rows = new double[count][];
      Arrays.setAll(rows, i -> random.doubles(dimensions).toArray());
      return rows;
    }

    CommitteePosterior posterior() {
      return new Committee(CONFIG).condition(new Observations(dimensions, points, values));
    }

    CommitteePosterior posterior(double[] units) {
      return new Committee(CONFIG)
          .condition(new Observations(dimensions, points, values).withInputUnits(units));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 9, 40, 150})
  void opinion_equalsTheOneOfInference(int context) {
    SplittableRandom random = new SplittableRandom(context);
    Task[] tasks = new Task[3];
    Arrays.setAll(tasks, i -> Task.draw(new int[] {1, 4, PADDED}[i], context, random));
    try (TensorScope scope = new TensorScope()) {
      BatchedCommittee.EnsembleFeatures opinion = consult(paddedUnits(new double[3][0]), tasks);
      for (int i = 0; i < tasks.length; i++) {
        var expected = tasks[i].posterior().opinion(tasks[i].queries);
        assertClose(opinion.queryFeatures().select(0, i), expected.features());
        assertClose(opinion.location().select(0, i), expected.mean());
        assertClose(opinion.scale().select(0, i), expected.deviation());
        if (context > 0) {
          assertClose(
              opinion.contextFeatures().select(0, i),
              tasks[i].posterior().contextOpinion().features());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 40})
  void opinion_equalsTheOneOfInferenceInTheUnitsOfEachTask(int context) {
    SplittableRandom random = new SplittableRandom(context);
    Task[] tasks = new Task[3];
    double[][] units = new double[3][];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = Task.draw(new int[] {2, 4, PADDED}[i], context, random);
      units[i] = random.doubles(tasks[i].dimensions, 0.05, 1).toArray();
    }
    try (TensorScope scope = new TensorScope()) {
      BatchedCommittee.EnsembleFeatures opinion = consult(paddedUnits(units), tasks);
      for (int i = 0; i < tasks.length; i++) {
        CommitteePosterior posterior = tasks[i].posterior(units[i]);
        var expected = posterior.opinion(tasks[i].queries);
        assertClose(opinion.queryFeatures().select(0, i), expected.features());
        assertClose(opinion.location().select(0, i), expected.mean());
        assertClose(opinion.scale().select(0, i), expected.deviation());
        assertClose(opinion.contextFeatures().select(0, i), posterior.contextOpinion().features());
      }
    }
  }

  private static Tensor paddedUnits(double[][] units) {
    double[] flat = new double[units.length * PADDED];
    Arrays.fill(flat, 1);
    for (int i = 0; i < units.length; i++) {
      System.arraycopy(units[i], 0, flat, i * PADDED, units[i].length);
    }
    return Tensor.of(flat, Device.CPU, units.length, PADDED);
  }

  private static BatchedCommittee.EnsembleFeatures consult(Tensor units, Task... tasks) {
    return new BatchedCommittee(CONFIG)
        .consult(points(tasks), values(tasks), queries(tasks), dimensions(tasks), units);
  }

  private static Tensor points(Task... tasks) {
    return padded(
        Arrays.stream(tasks).map(task -> task.points).toArray(double[][][]::new),
        tasks[0].values.length);
  }

  private static Tensor queries(Task... tasks) {
    return padded(
        Arrays.stream(tasks).map(task -> task.queries).toArray(double[][][]::new), QUERIES);
  }

  private static Tensor values(Task... tasks) {
    double[] values =
        Arrays.stream(tasks).flatMapToDouble(task -> Arrays.stream(task.values)).toArray();
    return Tensor.of(values, Device.CPU, tasks.length, tasks[0].values.length);
  }

  private static Tensor dimensions(Task... tasks) {
    double[] dimensions = Arrays.stream(tasks).mapToDouble(task -> task.dimensions).toArray();
    return Tensor.of(dimensions, Device.CPU, tasks.length);
  }

  private static Tensor padded(double[][][] points, int count) {
    double[] flat = new double[points.length * count * PADDED];
    for (int task = 0; task < points.length; task++) {
      for (int i = 0; i < count; i++) {
        double[] point = points[task][i];
        System.arraycopy(point, 0, flat, (task * count + i) * PADDED, point.length);
      }
    }
    return Tensor.of(flat, Device.CPU, points.length, count, PADDED);
  }

  private static void assertClose(Tensor actual, float[] expected) {
    double[] wide = new double[expected.length];
    Arrays.setAll(wide, i -> expected[i]);
    assertClose(actual, wide);
  }

  private static void assertClose(Tensor actual, double[] expected) {
    assertThat(actual.contiguous().toDoubleArray()).containsExactly(expected, within(1e-4));
  }
}
