package dev.leadline.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(NoLeaks.class)
class NetworkTest {

  static Stream<NetworkConfig> variants() {
    return Arrays.stream(Norm.values())
        .map(norm -> new NetworkConfig(3, 16, 2, 4, 24, 20, 7, norm));
  }

  /** A network in which nothing is zero, so that every path shows in the output. */
  static Network awake(NetworkConfig config, DType type) {
    return awake(config, Device.CPU, type);
  }

  private static Network awake(NetworkConfig config, Device device, DType type) {
    Network network = new Network(config, device, type, 5);
    SplittableRandom random = new SplittableRandom(9);
    for (String name : network.parameters().names()) {
      float[] values = network.parameters().values(name);
      for (int i = 0; i < values.length; i++) {
        values[i] += (float) (0.3 * random.nextDouble(-1, 1));
      }
      network.parameters().set(name, values);
    }
    return network;
  }

  /** Two tasks of three inputs. */
  private record Input(Tensor contextX, Tensor contextY, Tensor queryX) {

    static Input of(int context, int queries, long seed) {
      try (TensorRandom random = new TensorRandom(Device.CPU, seed)) {
        return new Input(
            random.uniform(DType.FLOAT32, 2, context, 3),
            random.normal(DType.FLOAT32, 2, context),
            random.uniform(DType.FLOAT32, 2, queries, 3));
      }
    }

    /** What a network makes of them. */
    Tensor in(Network network) {
      return network.logMass(contextX, contextY, queryX);
    }
  }

  /** The second half of six points before the first. */
  private static Tensor turned(Tensor points) {
    return Tensor.cat(1, points.narrow(1, 3, 3), points.narrow(1, 0, 3));
  }

  private static double largestDifference(Tensor one, Tensor two) {
    return one.minus(two).abs().max().item();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void masses_sum_to_one(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Tensor logMass = Input.of(5, 4, 1).in(network);
      logMass.expect("log mass", 2, 4, 7);
      assertThat(logMass.exp().sum(-1).minus(1).abs().max().item()).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void queries_do_not_see_each_other(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Input all = Input.of(5, 4, 1);
      Tensor together = all.in(network).narrow(1, 2, 1);
      Input one = new Input(all.contextX(), all.contextY(), all.queryX().narrow(1, 2, 1));
      assertThat(largestDifference(together, one.in(network))).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void order_of_the_context_does_not_matter(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Input given = Input.of(6, 4, 1);
      Input turned = new Input(turned(given.contextX()), turned(given.contextY()), given.queryX());
      assertThat(largestDifference(given.in(network), turned.in(network))).isLessThan(1e-5);
      Input other = Input.of(6, 4, 2);
      Input elsewhere = new Input(other.contextX(), other.contextY(), given.queryX());
      assertThat(largestDifference(given.in(network), elsewhere.in(network)))
          .as("the context matters")
          .isGreaterThan(1e-3);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void empty_context_gives_a_prediction(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Tensor logMass = Input.of(0, 4, 1).in(network);
      assertThat(logMass.isFinite().all().item()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void gradient_is_that_of_finite_differences(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Input given = Input.of(5, 4, 1);
      given.in(network).select(2, 3).sum().backward();
      SplittableRandom random = new SplittableRandom(4);
      Parameters parameters = network.parameters();
      float[] gradients = parameters.gradient().toFloatArray();
      float[] start = parameters.values().toFloatArray();
      for (int trial = 0; trial < 12; trial++) {
        float[] direction = new float[start.length];
        double expected = 0;
        for (int i = 0; i < start.length; i++) {
          direction[i] = (float) random.nextDouble(-1, 1);
          expected += direction[i] * gradients[i];
        }
        double measured =
            (value(network, given, start, direction, 1e-3)
                    - value(network, given, start, direction, -1e-3))
                / 2e-3;
        assertThat(measured).isCloseTo(expected, within(0.02 * Math.abs(expected) + 0.05));
      }
    }
  }

  private static double value(
      Network network, Input input, float[] start, float[] direction, double step) {
    float[] moved = new float[start.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = (float) (start[i] + step * direction[i]);
    }
    network.parameters().values().detach().copyInPlace(Tensor.of(moved, Device.CPU, moved.length));
    return input.in(network).select(2, 3).to(DType.FLOAT64).sum().item();
  }

  @Test
  @Tag("gpu")
  void gradient_of_a_gpu_is_that_of_a_cpu() {
    NetworkConfig config = new NetworkConfig(3, 64, 3, 4, 24, 20, 7, Norm.POST);
    try (TensorScope scope = new TensorScope();
        Network here = awake(config, DType.FLOAT32);
        Network there = awake(config, Device.CUDA, DType.BFLOAT16)) {
      Input given = Input.of(70, 9, 1);
      Input sent =
          new Input(
              given.contextX().to(Device.CUDA),
              given.contextY().to(Device.CUDA),
              given.queryX().to(Device.CUDA));
      given.in(here).select(2, 3).sum().backward();
      sent.in(there).select(2, 3).sum().backward();
      Tensor gradient = here.parameters().gradient();
      Tensor difference = gradient.minus(there.parameters().gradient().to(Device.CPU));
      assertThat(difference.norm().item()).isLessThan(0.05 * gradient.norm().item());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void bfloat16_products_stay_close_to_float32(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network exact = awake(config, DType.FLOAT32);
        Network rough = awake(config, DType.BFLOAT16)) {
      Input given = Input.of(5, 4, 1);
      assertThat(largestDifference(given.in(exact), given.in(rough))).isLessThan(0.15);
      given.in(rough).select(2, 3).sum().backward();
      given.in(exact).select(2, 3).sum().backward();
      Tensor difference = rough.parameters().gradient().minus(exact.parameters().gradient()).norm();
      assertThat(difference.item()).isLessThan(0.1 * exact.parameters().gradient().norm().item());
    }
  }

  @Test
  void wrong_shapes_are_refused_with_both_shapes() {
    NetworkConfig config = variants().findFirst().orElseThrow();
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Input good = Input.of(5, 4, 1);
      Input bad = new Input(good.contextX(), good.contextY(), good.contextX().narrow(2, 0, 2));
      assertThatThrownBy(() -> bad.in(network))
          .hasMessage("expected query x of shape [2, -1, 3] but was [2, 5, 2]");
    }
  }

  @Test
  void paper_network_has_thirteen_million_parameters() {
    try (TensorScope scope = new TensorScope();
        Network network = new Network(NetworkConfig.paper(2), Device.CPU, DType.FLOAT32, 1)) {
      assertThat(network.parameters().size()).isBetween(13_200_000, 13_300_000);
      assertThat(network.parameters().shape("layer.5.attention.qkv.weight"))
          .containsExactly(1536, 512);
    }
  }
}
