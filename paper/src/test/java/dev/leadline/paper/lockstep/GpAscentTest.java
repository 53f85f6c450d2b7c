package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares with the points that BoTorch picks; golden.py beside the file made them. */
class GpAscentTest {

  private static final GpAscent ASCENT = new GpAscent(GpImprovement.LOG, 60);

  static Stream<JsonNode> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GpAscentTest.class.getResourceAsStream("golden.json"))) {
      return new JsonMapper().readTree(in).valueStream().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void improvement_equalsBoTorchs(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      assertThat(improvementAt(golden, vector(golden, "point")))
          .isCloseTo(golden.get("logImprovement").asDouble(), within(1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void bestCandidate_isNoWorseThanBoTorchs(JsonNode golden) {
    try (TensorScope scope = new TensorScope()) {
      int dimensions = vector(golden, "point").length;
      List<SplittableRandom> random = List.of(new SplittableRandom(3));
      double[][] candidates =
          ASCENT.candidates(posterior(golden), best(golden), dimensions, random)[0];
      assertThat(Arrays.stream(candidates[0])).allMatch(x -> x >= 0 && x <= 1);
      assertThat(improvementAt(golden, candidates[0]))
          .isGreaterThan(golden.get("logImprovement").asDouble() - 1e-3)
          .isGreaterThan(improvementAt(golden, candidates[1]) - 1e-9);
    }
  }

  @Test
  void weights_countImprovementsInUnitsOfTheirMeanAndLeaveOutNegligibleOnes() {
    double[] weights = GpImprovement.PLAIN.logWeights(new double[] {3, 1, 2e-4, 0});
    assertThat(weights[0] - weights[1]).isEqualTo(1);
    assertThat(weights[2]).isEqualTo(weights[3]).isLessThan(-1e5);
    assertThat(GpImprovement.PLAIN.logWeights(new double[] {0, 0})).containsOnly(-1e6);
  }

  @Test
  void weights_countLogarithmsInStandardDeviations() {
    double[] weights = GpImprovement.LOG.logWeights(new double[] {-7, -5, -3});
    assertThat(weights).containsExactly(new double[] {-1, 0, 1}, within(1e-12));
  }

  private static double improvementAt(JsonNode golden, double[] point) {
    Tensor query = Tensor.of(point, Device.CPU, 1, 1, point.length);
    return GpImprovement.LOG.of(posterior(golden).at(query), best(golden)).item();
  }

  private static GpPosterior posterior(JsonNode golden) {
    double[] x =
        golden
            .get("x")
            .valueStream()
            .flatMap(JsonNode::valueStream)
            .mapToDouble(JsonNode::asDouble)
            .toArray();
    double[] y = vector(golden, "y");
    double[] lengthscale = vector(golden, "lengthscale");
    GpParameters parameters =
        new GpParameters(
            Tensor.of(lengthscale, Device.CPU, 1, lengthscale.length),
            scalar(1),
            scalar(golden.get("noise").asDouble()),
            scalar(golden.get("mean").asDouble()));
    Tensor points = Tensor.of(x, Device.CPU, 1, y.length, lengthscale.length);
    Tensor values = Tensor.of(y, Device.CPU, 1, y.length);
    return GpPosterior.condition(GpSpec.modern().kernel(), parameters, points, values);
  }

  private static Tensor best(JsonNode golden) {
    double lowest = Arrays.stream(vector(golden, "y")).min().orElseThrow();
    return Tensor.of(new double[] {lowest}, Device.CPU, 1, 1);
  }

  private static Tensor scalar(double value) {
    return Tensor.of(new double[] {value}, Device.CPU, 1);
  }

  private static double[] vector(JsonNode golden, String name) {
    return golden.get(name).valueStream().mapToDouble(JsonNode::asDouble).toArray();
  }
}
