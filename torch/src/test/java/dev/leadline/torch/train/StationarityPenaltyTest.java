package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.StationarityPenalty.Normalisation;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(NoLeaks.class)
class StationarityPenaltyTest {

  private static final int TASKS = 2;
  private static final int QUERIES = 9;
  private static final int DIMENSIONS = 3;
  private static final int BUCKETS = 5;
  private static final double RADIUS = 0.4;

  @ParameterizedTest
  @EnumSource(Normalisation.class)
  void penalty_is_the_sum_over_neighbours(Normalisation normalisation) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 2)) {
      Tensor queries = random.uniform(DType.FLOAT32, TASKS, QUERIES, DIMENSIONS);
      Tensor logMass = random.normal(DType.FLOAT32, TASKS, QUERIES, BUCKETS).logSoftmax(-1);
      double[] penalty =
          new StationarityPenalty(RADIUS, normalisation).of(queries, logMass).toDoubleArray();
      double[] expected = naive(queries.toDoubleArray(), logMass.toDoubleArray(), normalisation);
      for (int i = 0; i < expected.length; i++) {
        assertThat(penalty[i]).isCloseTo(expected[i], within(1e-5));
      }
      assertThat(expected[0]).isPositive();
    }
  }

  private static double[] naive(double[] x, double[] logMass, Normalisation normalisation) {
    double[] penalty = new double[TASKS * QUERIES];
    for (int task = 0; task < TASKS; task++) {
      for (int j = 0; j < QUERIES; j++) {
        int row = task * QUERIES + j;
        int neighbours = 0;
        for (int i = 0; i < QUERIES; i++) {
          int other = task * QUERIES + i;
          double distance = 0;
          for (int d = 0; d < DIMENSIONS; d++) {
            distance =
                Math.max(distance, Math.abs(x[row * DIMENSIONS + d] - x[other * DIMENSIONS + d]));
          }
          if (i == j || distance >= RADIUS) {
            continue;
          }
          neighbours++;
          double divergence = 0;
          for (int l = 0; l < BUCKETS; l++) {
            double logP = logMass[row * BUCKETS + l];
            divergence += Math.exp(logP) * (logP - logMass[other * BUCKETS + l]);
          }
          penalty[row] += (1 - distance / RADIUS) * divergence;
        }
        penalty[row] /= normalisation == Normalisation.SUM ? 1 : neighbours + 1;
      }
    }
    return penalty;
  }
}
