package dev.leadline.torch.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.early.Curve;
import dev.leadline.early.CurveTask;
import dev.leadline.early.CurveTrial;
import dev.leadline.early.EarlyRule.Field;
import dev.leadline.early.Guesses;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurvePriorTest {

  private static final int CURVES = 7;
  private static final int POINTS = 48;
  private static final double[] POINT = {0.5};

  @Test
  void tasks_areFiniteAndAlikeForASeed() {
    try (TensorScope scope = new TensorScope();
        TensorRandom first = new TensorRandom(Device.CPU, 3);
        TensorRandom second = new TensorRandom(Device.CPU, 3)) {
      TaskBatch batch = new CurvePrior().sample(16, 5, 4, first);
      float[] targets = batch.targets().toFloatArray();
      assertThat(targets).hasSize(64).doesNotContain(Float.NaN);
      assertThat(batch.contextX().size(2)).isEqualTo(CurveTask.INPUTS);
      assertThat(batch.queryX().min().toFloatArray()[0]).isGreaterThanOrEqualTo(0);
      assertThat(batch.queryX().max().toFloatArray()[0]).isLessThanOrEqualTo(1);
      for (int task = 0; task < 16; task++) {
        float[] ends = batch.contextY().select(0, task).toFloatArray();
        float lowest = ends[0];
        for (float end : ends) {
          lowest = Math.min(lowest, end);
        }
        assertThat(lowest).as("the best end is 0").isZero();
      }
      assertThat(new CurvePrior().sample(16, 5, 4, second).targets().toFloatArray())
          .isEqualTo(targets);
    }
  }

  /** The network is trained on what it sees later. */
  @Test
  void units_andFeaturesAreThoseOfCurveTask() {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 4)) {
      Tensor curves = new CurveShapes(new Chance(random, 1), CURVES, POINTS).draw(); // (1, N, G)
      Tensor units = CurvePrior.Units.of(curves.narrow(1, 0, CURVES - 1)).map(curves);
      for (int age : new int[] {1, 2, 7, 30, 47}) {
        CurveTask task = task(curves, age);
        double[] ends = task.seen().values();
        for (int i = 0; i < CURVES - 1; i++) {
          float end = units.select(1, i).select(1, POINTS - 1).toFloatArray()[0];
          assertThat(ends[i]).isCloseTo(end, within(1e-3));
        }
        Tensor now = Tensor.full(age, Device.CPU, units.type(), 1, 1);
        float[] features =
            CurvePrior.features(units, now, CURVES - 1).select(1, CURVES - 1).toFloatArray();
        double[] question = task.question();
        for (int i = 0; i < features.length; i++) {
          assertThat(question[i]).as("input %d at %d", i, age).isCloseTo(features[i], within(1e-3));
        }
      }
    }
  }

  private static CurveTask task(Tensor curves, int age) {
    List<CurveTrial> complete = new ArrayList<>();
    for (int i = 0; i < CURVES - 1; i++) {
      complete.add(CurveTrial.complete(POINT, curve(curves, i)));
    }
    CurveTrial own = CurveTrial.running(POINT, curve(curves, CURVES - 1).until(age));
    double[] ones = new double[CURVES];
    Arrays.fill(ones, 1);
    return new CurveTask(
        new Field(own, complete, List.of()), (o, c, t, u) -> new Guesses(ones, ones));
  }

  private static Curve curve(Tensor curves, int number) {
    float[] values = curves.select(1, number).toFloatArray();
    return Curve.of(
        IntStream.rangeClosed(1, POINTS).toArray(),
        IntStream.range(0, POINTS).mapToDouble(g -> values[g]).toArray());
  }
}
