package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.BarDistribution;
import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BarImprovementTest {

  private static final Buckets BUCKETS = new Buckets(-2.5, -1.5, -0.7, -0.1, 0.4, 1.1, 2.0, 2.6);

  @Test
  void improvementAndMean_areThoseOfTheLibrary() {
    double[] incumbents = {-40, -9, -4.6, -2.2, -1.5, -1.1, -0.1, 0.2, 1.9, 2.3, 3.5, 8};
    SplittableRandom random = new SplittableRandom(4);
    for (int k = 0; k < 20; k++) {
      double[] logMass = random.doubles(7, -6, 1).toArray();
      double sum = Math.log(Arrays.stream(logMass).map(Math::exp).sum());
      double[] normalised = Arrays.stream(logMass).map(m -> m - sum).toArray();
      BarDistribution expected = BarDistribution.of(BUCKETS, logMass, 0, 1);
      for (double incumbent : incumbents) {
        try (TensorScope scope = new TensorScope();
            BarImprovement improvement = new BarImprovement(BUCKETS, Device.CPU)) {
          Tensor mass = Tensor.of(normalised, Device.CPU, 1, 1, 7);
          Tensor best = Tensor.of(new double[] {incumbent}, Device.CPU, 1, 1, 1);
          double log = improvement.log(mass, best).item();
          double wanted = expected.logExpectedImprovement(incumbent);
          assertThat(log).isCloseTo(wanted, within(1e-7 * Math.max(1, Math.abs(wanted))));
          assertThat(improvement.mean(mass).item()).isCloseTo(expected.mean(), within(1e-12));
        }
      }
    }
  }

  @Test
  void normalImprovement_holdsFromOneTailToTheOther() {
    // u, ln(φ(u) + uΦ(u)) and its slope, by 50-digit arithmetic
    double[][] table = {
      {-1000, -500014.73445209116, 1000.001999994},
      {-100, -5010.12957880025, 100.01999400419587},
      {-51, -1309.283741653038, 51.0391705760735},
      {-49, -1209.2038267923772, 49.04076547545036},
      {-30, -457.724653760598, 30.06644615416242},
      {-8, -37.12236426169263, 8.239396506840068},
      {-4.5, -14.18048838186834, 4.894287193899971},
      {-3.9, -11.41039327007244, 4.340931161244007},
      {-1, -2.485121025712641, 1.904271233329692},
      {0, -0.9189385332046727, 1.2533141373155},
      {2, 0.6973835457882283, 0.4865593187852839}
    };
    try (TensorScope scope = new TensorScope()) {
      for (double[] row : table) {
        Tensor u = Tensor.of(new double[] {row[0]}, Device.CPU, 1).requireGradient();
        Tensor log = NormalImprovement.log(u);
        assertThat(log.item()).isCloseTo(row[1], within(1e-7));
        assertThat(log.sum().gradientBy(u).item()).isCloseTo(row[2], within(1e-7 * row[2]));
      }
    }
  }
}
