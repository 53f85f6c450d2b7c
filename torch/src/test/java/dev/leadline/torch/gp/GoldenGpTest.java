package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
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
    return read("golden.json");
  }

  static Stream<JsonNode> fits() throws IOException {
    return read("golden-fit.json");
  }

  private static Stream<JsonNode> read(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(GoldenGpTest.class.getResourceAsStream(name))) {
      return new JsonMapper().readTree(in).valueStream().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("fits")
  void fit_isNoWorseThanBoTorchs(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      assertThat(logPosterior(golden, fit(golden)))
          .isGreaterThan(golden.get("logPosterior").asDouble() - 1e-3);
    }
  }

  @ParameterizedTest
  @MethodSource("fits")
  void fit_endsInBoTorchsMode(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      GpParameters found = fit(golden);
      double[] lengthscale = vector(golden, "lengthscale");
      Arrays.setAll(lengthscale, i -> Math.log(lengthscale[i]));
      assertThat(found.lengthscale().log().toDoubleArray())
          .containsExactly(lengthscale, within(0.05));
      assertThat(Math.log(found.noise().item()))
          .isCloseTo(Math.log(golden.get("noise").asDouble()), within(0.05));
      assertThat(found.mean().item()).isCloseTo(golden.get("mean").asDouble(), within(0.05));
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
      assertThat(logPosterior(golden, parameters(golden)))
          .isCloseTo(golden.get("logPosterior").asDouble(), within(1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gradient_equalsFiniteDifferences(JsonNode golden) {
    for (Coordinates coordinates : Coordinates.values()) {
      try (TensorScope scope = new TensorScope()) {
        GpObjective objective = objective(golden, coordinates);
        double[] start = objective.rows(parameters(golden))[0];
        double[] gradient = objective.at(row(start)).gradient().toDoubleArray();
        for (int i = 0; i < start.length; i++) {
          double step = 1e-6;
          double above = valueAt(objective, start, i, step);
          double below = valueAt(objective, start, i, -step);
          double expected = (above - below) / (2 * step);
          assertThat(gradient[i])
              .isCloseTo(expected, within(1e-5 * Math.max(1, Math.abs(expected))));
        }
      }
    }
  }

  private static double valueAt(GpObjective objective, double[] start, int index, double shift) {
    double[] moved = start.clone();
    moved[index] += shift;
    return objective.at(row(moved)).value().item();
  }

  private static GpParameters fit(JsonNode golden) {
    return GpFit.standard().fit(spec(golden), matrix(golden, "x"), row(vector(golden, "y")));
  }

  private static double logPosterior(JsonNode golden, GpParameters parameters) {
    GpObjective objective = objective(golden, Coordinates.LOGARITHMS);
    double mean = objective.at(row(objective.rows(parameters)[0])).value().item();
    return -mean * objective.points().size(1);
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

  private static GpObjective objective(JsonNode golden, Coordinates coordinates) {
    Tensor y = row(vector(golden, "y"));
    return new GpObjective(spec(golden), coordinates, matrix(golden, "x"), y);
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
