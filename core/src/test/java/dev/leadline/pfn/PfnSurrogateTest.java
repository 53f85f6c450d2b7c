package dev.leadline.pfn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PfnSurrogateTest {

  private static final int DIMENSIONS = 3;

  @Test
  void prediction_ignoresTheOrderOfTheObservations() throws Exception {
    double[][] points = points(12, 1);
    double[] values = values(12, 2);
    double[][] reversedPoints = new double[12][];
    double[] reversedValues = new double[12];
    for (int i = 0; i < 12; i++) {
      reversedPoints[i] = points[11 - i];
      reversedValues[i] = values[11 - i];
    }
    try (PfnModel model = fixture();
        Posterior one = model.surrogate().condition(new Observations(3, points, values));
        Posterior other =
            model.surrogate().condition(new Observations(3, reversedPoints, reversedValues))) {
      assertSame(one.at(points(20, 3)), other.at(points(20, 3)), 1e-4);
    }
  }

  @Test
  void prediction_atOnePoint_ignoresTheOtherQueries() throws Exception {
    double[][] queries = points(1100, 3);
    try (PfnModel model = fixture();
        Posterior posterior = model.surrogate().condition(observations(12))) {
      Predictive together = posterior.at(queries);
      assertThat(together.size()).isEqualTo(1100);
      for (int i : new int[] {0, 1, 366, 367, 511, 512, 733, 734, 1099}) {
        Predictive alone = posterior.at(new double[][] {queries[i]});
        double y = alone.get(0).quantile(0.3);
        assertThat(together.get(i).logDensity(y))
            .isCloseTo(alone.get(0).logDensity(y), within(1e-4));
      }
    }
  }

  @Test
  void prediction_ofTheOldFormat_keepsItsNumbers() throws Exception {
    try (PfnModel model = fixture();
        Posterior posterior = model.surrogate().condition(observations(5))) {
      Predictive predictive = posterior.at(points(2, 3));
      assertThat(predictive.get(0).mean()).isCloseTo(0.03259, within(1e-4));
      assertThat(predictive.get(1).mean()).isCloseTo(0.17953, within(1e-4));
    }
  }

  @Test
  void prediction_dependsOnValuesAndPlaces() throws Exception {
    double[][] points = points(6, 1);
    double[] values = values(6, 2);
    double[] changed = values.clone();
    changed[2] += 1;
    try (PfnModel model = fixture();
        Posterior one = model.surrogate().condition(new Observations(3, points, values));
        Posterior other = model.surrogate().condition(new Observations(3, points, changed))) {
      double[][] query = points(2, 3);
      assertThat(one.at(query).get(0).mean())
          .isNotCloseTo(other.at(query).get(0).mean(), within(1e-3));
      assertThat(one.at(query).get(0).mean())
          .isNotCloseTo(one.at(query).get(1).mean(), within(1e-3));
    }
  }

  @Test
  void condition_withoutObservations_isRefused() throws Exception {
    try (PfnModel model = fixture()) {
      assertThatThrownBy(() -> model.surrogate().condition(observations(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least 1 observation");
    }
  }

  @Test
  void condition_unsupportedDimensions_areRefusedByTheirOwnException() throws Exception {
    try (PfnModel model = fixture()) {
      Observations two = new Observations(2, new double[][] {{0, 0}}, new double[] {1});
      assertThatThrownBy(() -> model.surrogate().condition(two))
          .isInstanceOf(UnsupportedDimensionsException.class)
          .hasMessageContaining("expected 3 dimensions but the space has 2");
    }
  }

  @Test
  void condition_moreObservationsThanInTraining_works() throws Exception {
    try (PfnModel model = fixture();
        Posterior posterior = model.surrogate().condition(observations(1500))) {
      assertThat(posterior.at(points(3, 3)).get(0).variance()).isPositive();
    }
  }

  @Test
  void model_serves_manyThreadsAtOnce() throws Exception {
    try (PfnModel model = fixture()) {
      PfnSurrogate surrogate = model.surrogate();
      double[] means =
          IntStream.range(0, 32)
              .parallel()
              .mapToDouble(
                  i -> {
                    try (Posterior posterior = surrogate.condition(observations(5 + i % 4))) {
                      return posterior.at(points(10, 3)).get(7).mean();
                    }
                  })
              .toArray();
      for (int i = 4; i < means.length; i++) {
        assertThat(means[i]).isCloseTo(means[i % 4], within(1e-5));
      }
    }
  }

  @Test
  void model_closed_refusesWorkAndLetsPosteriorsClose() throws Exception {
    PfnModel model = fixture();
    Posterior posterior = model.surrogate().condition(observations(3));
    model.close();
    model.close();
    assertThatThrownBy(() -> posterior.at(points(1, 3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    posterior.close();
  }

  @Test
  void at_noPoints_predictsNothing() throws Exception {
    try (PfnModel model = fixture();
        Posterior posterior = model.surrogate().condition(observations(3))) {
      assertThat(posterior.at(new double[0][]).size()).isZero();
    }
  }

  @Test
  void at_pointOfAnotherDimension_isRefused() throws Exception {
    try (PfnModel model = fixture();
        Posterior posterior = model.surrogate().condition(observations(3))) {
      assertThatThrownBy(() -> posterior.at(new double[][] {{0, 0}}))
          .hasMessageContaining("expected 3 coordinates");
    }
  }

  @Test
  void model_describes_itself() throws Exception {
    try (PfnModel model = fixture()) {
      assertThat(model.describe())
          .containsEntry("name", "random")
          .containsEntry("dimensions", "3")
          .containsEntry("output scaling", "z-score")
          .containsEntry("training seed", "random weights")
          .containsKeys("parameters", "sha-256 weights.safetensors");
    }
  }

  @Test
  void shipped_unknownName_isRefused() {
    assertThatThrownBy(() -> PfnModel.shipped("nobody"))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("\"nobody\"");
  }

  private static PfnModel fixture() throws IOException, URISyntaxException {
    return PfnModel.load(
        Path.of(PfnSurrogateTest.class.getResource("format1-paper.pfn").toURI()), 1);
  }

  private static void assertSame(Predictive actual, Predictive expected, double tolerance) {
    for (int i = 0; i < expected.size(); i++) {
      for (double share : new double[] {0.05, 0.3, 0.7, 0.95}) {
        double y = expected.get(i).quantile(share);
        assertThat(actual.get(i).logDensity(y))
            .isCloseTo(expected.get(i).logDensity(y), within(tolerance));
      }
    }
  }

  private static Observations observations(int count) {
    return new Observations(DIMENSIONS, points(count, 1), values(count, 2));
  }

  private static double[][] points(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[count][DIMENSIONS];
    for (double[] point : points) {
      Arrays.setAll(point, i -> random.nextDouble());
    }
    return points;
  }

  private static double[] values(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextGaussian());
    return values;
  }
}
