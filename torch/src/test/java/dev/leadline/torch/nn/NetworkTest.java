package dev.leadline.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.torch.nn.Network.NetworkInput;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(NoLeaks.class)
class NetworkTest {

  private static final int MEMBERS = 2;

  static Stream<NetworkConfig> variants() {
    List<NetworkConfig> variants = new ArrayList<>();
    for (Norm norm : Norm.values()) {
      for (Attention attention : Attention.values()) {
        for (Tokens tokens : Tokens.values()) {
          variants.add(new NetworkConfig(3, 16, 2, 4, 24, 20, 7, norm, attention, tokens));
        }
      }
    }
    return variants.stream();
  }

  /** A network in which nothing is zero, so that every path shows in the output. */
  static Network awake(NetworkConfig config, DType type) {
    return awake(config, Device.CPU, type);
  }

  private static Network awake(NetworkConfig config, Device device, DType type) {
    int members = config.tokens() == Tokens.PLAIN ? 0 : MEMBERS;
    Network network = new Network(config, members, device, type, 5);
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

  static NetworkInput input(NetworkConfig config, int context, int queries, long seed) {
    try (TensorRandom random = new TensorRandom(Device.CPU, seed)) {
      boolean plain = config.tokens() == Tokens.PLAIN;
      Tensor dimensions = Tensor.of(new float[] {3, 3}, Device.CPU, 2);
      return new NetworkInput(
          random.uniform(DType.FLOAT32, 2, context, 3),
          random.normal(DType.FLOAT32, 2, context, plain ? 1 : 3 * MEMBERS + 8),
          random.uniform(DType.FLOAT32, 2, queries, 3),
          plain ? null : random.normal(DType.FLOAT32, 2, queries, 3 * MEMBERS + 6),
          dimensions);
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
      Tensor logMass = network.logMass(input(config, 5, 4, 1));
      logMass.expect("log mass", 2, 4, 7);
      assertThat(logMass.exp().sum(-1).minus(1).abs().max().item()).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void queries_do_not_see_each_other(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      NetworkInput all = input(config, 5, 4, 1);
      Tensor together = network.logMass(all).narrow(1, 2, 1);
      Tensor token = all.queryToken();
      NetworkInput one =
          new NetworkInput(
              all.contextX(),
              all.contextToken(),
              all.queryX().narrow(1, 2, 1),
              token == null ? null : token.narrow(1, 2, 1),
              all.dimensions());
      assertThat(largestDifference(together, network.logMass(one))).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void order_of_the_context_does_not_matter(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      NetworkInput given = input(config, 6, 4, 1);
      NetworkInput turned =
          new NetworkInput(
              turned(given.contextX()),
              turned(given.contextToken()),
              given.queryX(),
              given.queryToken(),
              given.dimensions());
      assertThat(largestDifference(network.logMass(given), network.logMass(turned)))
          .isLessThan(1e-5);
      NetworkInput other = input(config, 6, 4, 2);
      NetworkInput elsewhere =
          new NetworkInput(
              other.contextX(),
              other.contextToken(),
              given.queryX(),
              given.queryToken(),
              given.dimensions());
      assertThat(largestDifference(network.logMass(given), network.logMass(elsewhere)))
          .as("the context matters")
          .isGreaterThan(1e-3);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void empty_context_gives_a_prediction(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      Tensor logMass = network.logMass(input(config, 0, 4, 1));
      assertThat(logMass.isFinite().all().item()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void gradient_is_that_of_finite_differences(NetworkConfig config) {
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      NetworkInput given = input(config, 5, 4, 1);
      network.logMass(given).select(2, 3).sum().backward();
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
      Network network, NetworkInput input, float[] start, float[] direction, double step) {
    float[] moved = new float[start.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = (float) (start[i] + step * direction[i]);
    }
    network.parameters().values().detach().copyInPlace(Tensor.of(moved, Device.CPU, moved.length));
    return network.logMass(input).select(2, 3).to(DType.FLOAT64).sum().item();
  }

  @Test
  @Tag("gpu")
  void gradient_of_a_gpu_is_that_of_a_cpu() {
    NetworkConfig config =
        new NetworkConfig(3, 64, 3, 4, 24, 20, 7, Norm.POST, Attention.PAPER, Tokens.PLAIN);
    try (TensorScope scope = new TensorScope();
        Network here = awake(config, DType.FLOAT32);
        Network there = awake(config, Device.CUDA, DType.BFLOAT16)) {
      NetworkInput given = input(config, 70, 9, 1);
      NetworkInput sent =
          new NetworkInput(
              given.contextX().to(Device.CUDA),
              given.contextToken().to(Device.CUDA),
              given.queryX().to(Device.CUDA),
              null,
              given.dimensions().to(Device.CUDA));
      here.logMass(given).select(2, 3).sum().backward();
      there.logMass(sent).select(2, 3).sum().backward();
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
      NetworkInput given = input(config, 5, 4, 1);
      assertThat(largestDifference(exact.logMass(given), rough.logMass(given))).isLessThan(0.15);
      rough.logMass(given).select(2, 3).sum().backward();
      exact.logMass(given).select(2, 3).sum().backward();
      Tensor difference = rough.parameters().gradient().minus(exact.parameters().gradient()).norm();
      assertThat(difference.item()).isLessThan(0.1 * exact.parameters().gradient().norm().item());
    }
  }

  @Test
  void padded_dimensions_are_not_seen() {
    NetworkConfig config =
        new NetworkConfig(3, 16, 2, 4, 24, 20, 7, Norm.PRE, Attention.DISTANCE_AWARE, Tokens.PLAIN);
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      NetworkInput given = input(config, 5, 4, 1);
      Tensor mask = Tensor.of(new float[] {1, 1, 0}, Device.CPU, 3);
      Tensor two = Tensor.of(new float[] {2, 3}, Device.CPU, 2);
      NetworkInput flat =
          new NetworkInput(
              given.contextX().times(mask),
              given.contextToken(),
              given.queryX().times(mask),
              null,
              two);
      Tensor first = network.logMass(flat).select(0, 0);
      float[] weight = network.parameters().values("embed.x.weight");
      for (int i = 2; i < weight.length; i += 3) {
        weight[i] += 5;
      }
      network.parameters().set("embed.x.weight", weight);
      assertThat(largestDifference(first, network.logMass(flat).select(0, 0))).isLessThan(1e-5);
      assertThat(largestDifference(first, network.logMass(flat).select(0, 1))).isGreaterThan(1e-3);
    }
  }

  @Test
  void wrong_shapes_are_refused_with_both_shapes() {
    NetworkConfig config = variants().findFirst().orElseThrow();
    try (TensorScope scope = new TensorScope();
        Network network = awake(config, DType.FLOAT32)) {
      NetworkInput good = input(config, 5, 4, 1);
      NetworkInput bad =
          new NetworkInput(
              good.contextX(),
              good.contextToken(),
              good.contextX().narrow(2, 0, 2),
              null,
              good.dimensions());
      assertThatThrownBy(() -> network.logMass(bad))
          .hasMessage("expected query x of shape [2, -1, 3] but was [2, 5, 2]");
    }
  }

  @Test
  void paper_network_has_thirteen_million_parameters() {
    try (TensorScope scope = new TensorScope();
        Network network = new Network(NetworkConfig.paper(2), 0, Device.CPU, DType.FLOAT32, 1)) {
      assertThat(network.parameters().size()).isBetween(13_200_000, 13_300_000);
      assertThat(network.parameters().shape("layer.5.attention.qkv.weight"))
          .containsExactly(1536, 512);
    }
  }
}
