package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares with BoTorch's own numbers; golden.py beside the file made them. */
@ExtendWith(NoLeaks.class)
class GoldenGpTest {

  static Stream<JsonNode> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GoldenGpTest.class.getResourceAsStream("golden.json"))) {
      return new JsonMapper().readTree(in).valueStream().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void posterior_equalsBoTorch(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      GpPosterior.Moments moments = posterior(golden).at(matrix(golden, "queries"));
      double[] mean = vector(golden, "posteriorMean");
      double[] variance = vector(golden, "posteriorVariance");
      assertThat(moments.mean().toDoubleArray()).containsExactly(mean, within(1e-6));
      assertThat(moments.variance().toDoubleArray()).containsExactly(variance, within(1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void marginalLikelihood_equalsBoTorch(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      assertThat(posterior(golden).logMarginalLikelihood().item())
          .isCloseTo(golden.get("logMarginalLikelihood").asDouble(), within(1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void objective_equalsBoTorchWithItsPriors(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      GpObjective objective = objective(golden);
      Tensor free = objective.free(parameters(golden));
      assertThat(objective.at(free).value().item())
          .isCloseTo(-golden.get("logPosterior").asDouble(), within(1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gradient_equalsFiniteDifferences(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      GpObjective objective = objective(golden);
      double[] start = objective.free(parameters(golden)).toDoubleArray();
      double[] gradient = objective.at(row(start)).gradient().toDoubleArray();
      for (int i = 0; i < start.length; i++) {
        double step = 1e-5;
        double above = valueAt(objective, start, i, step);
        double below = valueAt(objective, start, i, -step);
        assertThat(gradient[i]).isCloseTo((above - below) / (2 * step), within(1e-4));
      }
    }
  }

  private static double valueAt(GpObjective objective, double[] start, int index, double shift) {
    double[] moved = start.clone();
    moved[index] += shift;
    return objective.at(row(moved)).value().item();
  }

  private static Tensor row(double[] values) {
    return Tensor.of(values, Device.CPU, 1, values.length);
  }

  private static GpSpec spec(JsonNode golden) {
    return golden.get("spec").asString().equals("modern") ? GpSpec.modern() : GpSpec.classic2022();
  }

  private static GpPosterior posterior(JsonNode golden) {
    double[] y = vector(golden, "y");
    return GpPosterior.condition(
        spec(golden).kernel(), parameters(golden), matrix(golden, "x"), row(y));
  }

  private static GpObjective objective(JsonNode golden) {
    return new GpObjective(spec(golden), matrix(golden, "x"), row(vector(golden, "y")));
  }

  private static GpParameters parameters(JsonNode golden) {
    return new GpParameters(
        row(vector(golden, "lengthscale")),
        scalar(golden, "outputScale"),
        scalar(golden, "noise"),
        scalar(golden, "mean"));
  }

  private static Tensor scalar(JsonNode golden, String name) {
    return Tensor.of(new double[] {golden.get(name).asDouble()}, Device.CPU, 1);
  }

  private static double[] vector(JsonNode golden, String name) {
    return golden.get(name).valueStream().mapToDouble(JsonNode::asDouble).toArray();
  }

  private static Tensor matrix(JsonNode golden, String name) {
    JsonNode rows = golden.get(name);
    double[] flat =
        rows.valueStream().flatMap(JsonNode::valueStream).mapToDouble(JsonNode::asDouble).toArray();
    return Tensor.of(flat, Device.CPU, 1, rows.size(), flat.length / rows.size());
  }
}
