package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.GaussianMixture;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedHypervolumeImprovementTest {

  private static final int DRAWS = 10_000;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void gain_isTheMeanOfWhatDrawsAdd(int goals) {
    SplittableRandom random = new SplittableRandom(goals);
    double[][] front = BoxDecompositionTest.points(5, goals, random);
    double[] reference = new double[goals];
    Arrays.fill(reference, 0.9);
    List<Distribution> predictions = predictions(goals, random);
    double gain =
        Math.exp(
            new ExpectedHypervolumeImprovement(BoxDecomposition.of(front, reference))
                    .log(predictions)
                + logUnits(front, reference));
    assertThat(gain).isCloseTo(drawn(front, reference, predictions), within(0.04 * gain));
  }

  @Test
  void logarithm_goesOnWhereTheGainUnderflows() {
    double[][] front = {{0, 1}, {1, 0}};
    double[] reference = {2, 2};
    double before = 0;
    for (double far = 2; far < 80; far += 0.5) {
      Distribution prediction = GaussianMixture.normal(far, 1);
      double log =
          new ExpectedHypervolumeImprovement(BoxDecomposition.of(front, reference))
              .log(List.of(prediction, prediction));
      assertThat(log).isFinite();
      assertThat(log).isLessThan(before);
      before = log;
    }
    assertThat(before).isLessThan(-5000);
  }

  /** What a volume of 1 is, given what sides are divided by. */
  private static double logUnits(double[][] front, double[] reference) {
    BoxDecomposition region = BoxDecomposition.of(front, reference);
    return IntStream.range(0, reference.length)
        .mapToDouble(k -> Math.log(1 + reference[k] - region.knots(k)[0]))
        .sum();
  }

  private static List<Distribution> predictions(int goals, SplittableRandom random) {
    return IntStream.range(0, goals)
        .<Distribution>mapToObj(
            k ->
                GaussianMixture.of(
                    new double[] {1, 2},
                    random.doubles(2, 0, 0.5).toArray(),
                    random.doubles(2, 0.1, 0.5).toArray()))
        .toList();
  }

  private static double drawn(
      double[][] front, double[] reference, List<Distribution> predictions) {
    SplittableRandom random = new SplittableRandom(1);
    double before = Hypervolume.of(front, reference);
    double[][] all = Arrays.copyOf(front, front.length + 1);
    double sum = 0;
    List<double[]> quantiles =
        predictions.stream().map(ExpectedHypervolumeImprovementTest::quantiles).toList();
    for (int i = 0; i < DRAWS; i++) {
      all[front.length] =
          quantiles.stream().mapToDouble(q -> q[random.nextInt(q.length)]).toArray();
      sum += Hypervolume.of(all, reference) - before;
    }
    return sum / DRAWS;
  }

  private static double[] quantiles(Distribution prediction) {
    return IntStream.range(0, 2000)
        .mapToDouble(i -> prediction.quantile((i + 0.5) / 2000))
        .toArray();
  }
}
