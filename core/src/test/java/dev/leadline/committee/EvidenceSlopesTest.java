package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceSlopesTest {

  private static final CommitteeConfig PROCESSES =
      new CommitteeConfig(List.of(.1, .2, .4, .8, 1.6, 3.2), List.of(1e-2), 1, .5, 1.5, 4, 12);

  /** The log evidence of a process, up to a constant, with v as in the class under test. */
  private static double evidence(
      int process, double[] units, double[][] points, double[] values, double scale) {
    Factorisation factorisation = Factorisation.empty(PROCESSES, units).at(points);
    Factor factor = factorisation.factor(process);
    double square = Arrays.stream(factor.whiten(values)).map(w -> w * w).sum();
    return -0.5 * square / scale - 0.5 * factor.logDeterminant();
  }

  @Test
  void slopes_areThoseOfTheEvidence() {
    double[][] points = Samples.points(15, 3, 5);
    double[] values = Samples.values(points);
    EvidenceSlopes slopes = EvidenceSlopes.of(3, points, values);
    double step = 1e-5;
    for (int k = 0; k < EvidenceSlopes.processes(); k++) {
      Factor factor = Factorisation.empty(PROCESSES, new double[] {1, 1, 1}).at(points).factor(k);
      double square = Arrays.stream(factor.whiten(values)).map(w -> w * w).sum();
      double scale = (square + 4) / (15 + 4);
      for (int j = 0; j < 3; j++) {
        double[] longer = {1, 1, 1};
        double[] shorter = {1, 1, 1};
        longer[j] = Math.exp(-step);
        shorter[j] = Math.exp(step);
        double slope =
            (evidence(k, longer, points, values, scale)
                    - evidence(k, shorter, points, values, scale))
                / (2 * step);
        assertThat(slopes.of(j)[k] * Math.sqrt(15))
            .isCloseTo(slope, within(1e-4 + 1e-4 * Math.abs(slope)));
      }
    }
  }

  @Test
  void weights_sayWhichProcessIsLikely() {
    double[][] points = Samples.points(40, 2, 5);
    double[] smooth = Arrays.stream(points).mapToDouble(x -> x[0] + x[1] * x[1]).toArray();
    double[] weights = EvidenceSlopes.of(2, points, smooth).weights();
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-9));
    assertThat(weights[0] + weights[1]).isLessThan(0.05);
  }

  @Test
  void oneValue_hasNoSlopes() {
    EvidenceSlopes slopes = EvidenceSlopes.of(2, new double[][] {{0.5, 0.5}}, new double[] {1});
    assertThat(slopes.of(1)).containsOnly(0);
    assertThat(slopes.weights()).containsOnly(0);
  }
}
