package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommitteeEvidenceTest {

  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();

  @Test
  void smoothValues_areExplainedBetterThanShuffledOnes() {
    double[][] points = points(40);
    double[] smooth = Arrays.stream(points).mapToDouble(x -> Math.sin(5 * x[0]) + x[1]).toArray();
    double[] shuffled = smooth.clone();
    SplittableRandom random = new SplittableRandom(2);
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double kept = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = kept;
    }
    double[] evidence = new CommitteeEvidence(CONFIG).of(points, new double[][] {smooth, shuffled});
    assertThat(evidence[0]).isGreaterThan(evidence[1] + 20);
  }

  @Test
  void evidence_isThatOfTheBestMemberAtOneNoise() {
    double[][] points = points(12);
    double[] values = Arrays.stream(points).mapToDouble(x -> x[0] * x[1]).toArray();
    CommitteeConfig oneNoise =
        new CommitteeConfig(
            CONFIG.lengthscales(),
            CONFIG.additive(),
            List.of(1e-3),
            CONFIG.meanVariance(),
            CONFIG.priorMedian(),
            CONFIG.priorSpread(),
            CONFIG.scaleDegrees(),
            CONFIG.cutoff());
    Factorisation factors = Factorisation.empty(oneNoise, new double[] {1, 1}).at(points);
    double[] evidence = new CommitteeEvidence(CONFIG).of(points, new double[][] {values});
    assertThat(evidence)
        .containsExactly(
            new double[] {Evidence.weigh(oneNoise, factors, values).best()}, within(1e-9));
  }

  private static double[][] points(int count) {
    SplittableRandom random = new SplittableRandom(4);
    return IntStream.range(0, count)
        .mapToObj(i -> random.doubles(2).toArray())
        .toArray(double[][]::new);
  }
}
