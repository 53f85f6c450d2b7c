package dev.leadline.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.nn.Parameters.ParameterSpec;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Initial;
import dev.leadline.torch.nn.Parameters.ParameterSpec.Role;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class AdamWTest {

  private static final AdamW.Config CONFIG = new AdamW.Config(.9, .999, 1e-8, .1, 1);

  private static Parameters parameters(DType type) {
    return parameters(Device.CPU, type);
  }

  private static Parameters parameters(Device device, DType type) {
    try (TensorRandom random = new TensorRandom(Device.CPU, 1)) {
      Parameters parameters =
          new Parameters(
              List.of(
                  new ParameterSpec("a", Role.MATRIX, new Initial.Fixed(2), 2),
                  new ParameterSpec("b", Role.FULL, new Initial.Fixed(4), 1)),
              device,
              type,
              random);
      parameters.set("a", 2, -3);
      return parameters;
    }
  }

  @Test
  void updates_follow_the_formula_with_clipping_and_decay() {
    updatesFollowTheFormula(Device.CPU);
  }

  @Test
  @Tag("gpu")
  void updates_follow_the_formula_on_a_gpu() {
    updatesFollowTheFormula(Device.CUDA);
  }

  private static void updatesFollowTheFormula(Device device) {
    try (TensorScope scope = new TensorScope();
        Parameters parameters = parameters(device, DType.FLOAT32);
        AdamW optimiser = new AdamW(parameters, CONFIG)) {
      double[] x = {2, -3, 4};
      double[] m = new double[3];
      double[] v = new double[3];
      for (int step = 1; step <= 5; step++) {
        parameters.get("a").square().sum().plus(parameters.get("b").square().sum()).backward();
        optimiser.step(0.1, step);
        double norm = 2 * Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        for (int i = 0; i < 3; i++) {
          double g = 2 * x[i] * Math.min(1, 1 / (norm + 1e-6));
          m[i] += 0.1 * (g - m[i]);
          v[i] = .999 * v[i] + .001 * g * g;
          x[i] *= 1 - 0.1 * 0.1;
          x[i] -=
              0.1
                  * (m[i] / (1 - Math.pow(.9, step)))
                  / (Math.sqrt(v[i] / (1 - Math.pow(.999, step))) + 1e-8);
        }
      }
      assertThat((double) parameters.values("a")[0]).isCloseTo(x[0], within(1e-4));
      assertThat((double) parameters.values("a")[1]).isCloseTo(x[1], within(1e-4));
      assertThat((double) parameters.values("b")[0]).isCloseTo(x[2], within(1e-4));
    }
  }

  @Test
  void small_updates_are_not_lost_in_bfloat16() {
    try (TensorScope scope = new TensorScope();
        Parameters parameters = parameters(DType.BFLOAT16);
        AdamW optimiser = new AdamW(parameters, CONFIG)) {
      for (int step = 1; step <= 200; step++) {
        parameters.get("a").square().sum().backward();
        optimiser.step(1e-4, step);
      }
      assertThat((double) parameters.values("a")[0]).isBetween(1.95, 1.985);
    }
  }

  @Test
  void gradient_that_is_not_finite_changes_nothing() {
    try (TensorScope scope = new TensorScope();
        Parameters parameters = parameters(DType.FLOAT32);
        AdamW optimiser = new AdamW(parameters, new AdamW.Config(.9, .999, 1e-8, 0, 1))) {
      parameters.get("a").minus(2).log().sum().backward();
      optimiser.step(0.1, 1);
      assertThat(parameters.values("a")).containsExactly(2, -3);
    }
  }
}
