package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ImprovementWeightsTest {

  /* Buckets with middles −2, 0 and 2. */
  private static final double[] BORDERS = {-3, -1, 1, 3};

  private static float[] weights(float[] mass, float[] best, float[] scale) {
    int queries = best.length;
    try (TensorScope scope = new TensorScope();
        ImprovementWeights weights = new ImprovementWeights(BORDERS, Device.CPU)) {
      return weights
          .of(
              Tensor.of(mass, Device.CPU, 1, queries, 3).log(),
              Tensor.of(best, Device.CPU, 1, queries),
              Tensor.of(scale, Device.CPU, 1, queries))
          .toFloatArray();
    }
  }

  @Test
  void half_of_the_weight_follows_the_expected_improvement_and_half_is_even() {
    /* Expected improvements on −1: a mass of .2 and of .6 at −2, one below; three quarters go to the second. */
    float[] found =
        weights(
            new float[] {.2f, .4f, .4f, .6f, .2f, .2f}, new float[] {-1, -1}, new float[] {1, 1});
    assertThat(found[0]).isCloseTo(.5f + .25f, within(1e-5f));
    assertThat(found[1]).isCloseTo(.5f + .75f, within(1e-5f));
  }

  @Test
  void improvement_counts_in_the_units_of_the_values() {
    float[] mass = {.2f, .4f, .4f, .2f, .4f, .4f};
    float[] found = weights(mass, new float[] {-1, -1}, new float[] {1, 3});
    assertThat(found[0]).isCloseTo(.5f + .25f, within(1e-5f));
    assertThat(found[1]).isCloseTo(.5f + .75f, within(1e-5f));
  }

  @Test
  void weights_stay_finite_where_no_query_can_improve() {
    float[] mass = {.2f, .4f, .4f, .2f, .4f, .4f};
    assertThat(weights(mass, new float[] {-9, -9}, new float[] {1, 1})).containsExactly(.5f, .5f);
  }

  @Test
  void weights_are_constants_to_a_gradient() {
    try (TensorScope scope = new TensorScope();
        ImprovementWeights weights = new ImprovementWeights(BORDERS, Device.CPU)) {
      Tensor logits = Tensor.of(new float[] {0, 1, 2, 2, 1, 0}, Device.CPU, 1, 2, 3);
      Tensor leaf = logits.requireGradient();
      Tensor logMass = leaf.softmax(2).log();
      Tensor one = Tensor.of(new float[] {1, 1}, Device.CPU, 1, 2);
      Tensor weight = weights.of(logMass, one.times(-1), one);
      float[] fixed = weight.toFloatArray();
      float[] gradient = logMass.select(2, 0).times(weight).sum().gradientBy(leaf).toFloatArray();
      double share = Math.exp(0) / (Math.exp(0) + Math.exp(1) + Math.exp(2));
      assertThat((double) gradient[0]).isCloseTo(fixed[0] * (1 - share), within(1e-5));
    }
  }
}
