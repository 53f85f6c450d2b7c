package dev.leadline.torch.nn;

import dev.leadline.torch.nn.ParameterSpec.Initial;
import dev.leadline.torch.nn.ParameterSpec.Role;
import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/** An affine map of the last axis, {@code y = W x + b}. */
record Linear(Tensor weight, Tensor bias) {

  static Linear of(Parameters parameters, String name) {
    return new Linear(parameters.get(name + ".weight"), parameters.get(name + ".bias"));
  }

  /** Uniform within ±1/√inputs. */
  static List<ParameterSpec> specs(String name, Role role, int outputs, int inputs) {
    Initial initial = new Initial.Uniform(1 / Math.sqrt(inputs));
    return specs(name, role, initial, outputs, inputs);
  }

  /** All zero, so that the map starts as nothing. */
  static List<ParameterSpec> zeroSpecs(String name, Role role, int outputs, int inputs) {
    return specs(name, role, new Initial.Fixed(0), outputs, inputs);
  }

  private static List<ParameterSpec> specs(
      String name, Role role, Initial initial, int outputs, int inputs) {
    return List.of(
        new ParameterSpec(name + ".weight", role, initial, outputs, inputs),
        new ParameterSpec(name + ".bias", role, initial, outputs));
  }

  Tensor apply(Tensor input) {
    return input.linear(weight, bias);
  }
}
