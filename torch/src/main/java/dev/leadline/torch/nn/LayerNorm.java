package dev.leadline.torch.nn;

import dev.leadline.torch.nn.ParameterSpec.Initial;
import dev.leadline.torch.nn.ParameterSpec.Role;
import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/** Normalisation of the last axis with a learned scale and shift, in float32. */
record LayerNorm(Tensor weight, Tensor bias) {

  private static final double EPSILON = 1e-5;

  static LayerNorm of(Parameters parameters, String name) {
    return new LayerNorm(parameters.get(name + ".weight"), parameters.get(name + ".bias"));
  }

  static List<ParameterSpec> specs(String name, int width) {
    return List.of(
        new ParameterSpec(name + ".weight", Role.FULL, new Initial.Fixed(1), width),
        new ParameterSpec(name + ".bias", Role.FULL, new Initial.Fixed(0), width));
  }

  Tensor apply(Tensor input) {
    return input.layerNorm(weight, bias, EPSILON);
  }
}
