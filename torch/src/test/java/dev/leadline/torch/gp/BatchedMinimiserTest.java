package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class BatchedMinimiserTest {

  private static final double[][] STARTS = {{-1.2, 1}, {0.5, -0.7}, {1.9, 1.9}, {-1.5, -1.5}};

  @Test
  void minimise_followsTheBentValleyToItsEnd() {
    for (double[] bounds : new double[][] {{-2, 2}, {-9, Double.POSITIVE_INFINITY}}) {
      for (double[] found : minimise(bounds[0], bounds[1], STARTS)) {
        assertThat(found).containsExactly(new double[] {1, 1}, within(2e-3));
      }
    }
  }

  @Test
  void minimise_endsOnTheWallWhereTheMinimumIsOutside() {
    for (double[] found : minimise(-2, 0.5, STARTS)) { // x = ½ and y = x²
      assertThat(found[0]).isEqualTo(0.5);
      assertThat(found[1]).isCloseTo(0.25, within(1e-4));
    }
  }

  @Test
  void minimise_leavesAWallItStartedOn() {
    for (double[] found : minimise(-2, 2, new double[][] {{-2, -2}, {2, 2}, {2, -2}})) {
      assertThat(found).containsExactly(new double[] {1, 1}, within(2e-3));
    }
  }

  @Test
  void minimise_ofOneTaskDoesNotDependOnTheOthers() {
    double[][] together = minimise(-2, 2, STARTS);
    for (int i = 0; i < STARTS.length; i++) {
      assertThat(minimise(-2, 2, new double[][] {STARTS[i]})[0]).containsExactly(together[i]);
    }
  }

  @Test
  void minimise_takesNoMoreEvaluationsThanItNeeds() {
    AtomicInteger evaluations = new AtomicInteger();
    BatchedMinimiser.Objective bowl =
        point -> {
          evaluations.incrementAndGet();
          return new BatchedMinimiser.Evaluation(point.square().sum(1), point.times(2));
        };
    double[] bound = {5, 5};
    double[][] found =
        new BatchedMinimiser(100)
            .minimise(bowl, Device.CPU, new double[][] {{3, -4}}, new double[] {-5, -5}, bound);
    assertThat(found[0]).containsExactly(new double[] {0, 0}, within(1e-5));
    assertThat(evaluations.get()).isLessThan(8);
  }

  @Test
  void minimise_avoidsPlacesWithoutAValue() {
    BatchedMinimiser.Objective root =
        point -> {
          Tensor value = point.sqrt().minus(point.log()).sum(1); // NaN below 0
          Tensor gradient = point.sqrt().reciprocal().times(0.5).minus(point.reciprocal());
          return new BatchedMinimiser.Evaluation(value, gradient);
        };
    double[][] found =
        new BatchedMinimiser(60)
            .minimise(
                root,
                Device.CPU,
                new double[][] {{0.05}, {3}},
                new double[] {-9},
                new double[] {99});
    assertThat(found[0][0]).isCloseTo(4, within(1e-2));
    assertThat(found[1][0]).isCloseTo(4, within(1e-2));
  }

  @Test
  void evaluations_mustBePositive() {
    assertThatThrownBy(() -> new BatchedMinimiser(0)).hasMessageContaining("got 0");
  }

  private static double[][] minimise(double lower, double upper, double[][] starts) {
    try (TensorScope scope = new TensorScope()) {
      return new BatchedMinimiser(200)
          .minimise(
              BatchedMinimiserTest::valley,
              Device.CPU,
              starts,
              new double[] {lower, lower},
              new double[] {upper, upper});
    }
  }

  /** 100·(y − x²)² + (1 − x)². */
  private static BatchedMinimiser.Evaluation valley(Tensor points) {
    Tensor x = points.narrow(1, 0, 1);
    Tensor y = points.narrow(1, 1, 1);
    Tensor bend = y.minus(x.square());
    Tensor rest = x.minus(1);
    Tensor value = bend.square().times(100).plus(rest.square()).squeeze(-1);
    Tensor byX = bend.times(x).times(-400).plus(rest.times(2));
    return new BatchedMinimiser.Evaluation(value, Tensor.cat(1, byX, bend.times(200)));
  }
}
