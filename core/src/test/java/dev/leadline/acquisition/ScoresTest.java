package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.CorrectedPredictive;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScoresTest {

  private static final double INCUMBENT = -0.5;

  /** Believes in N(−x², 1) and is byBase N(−x, 1); remembers what it was asked at full price. */
  private static final class Expensive implements Posterior {

    final List<Double> asked = new ArrayList<>();

    @Override
    public Predictive at(double[][] points) {
      Arrays.stream(points).forEach(point -> asked.add(point[0]));
      return new CorrectedPredictive(normals(points, 2), normals(points, 1));
    }

    @Override
    public Optional<Predictive> base(double[][] points) {
      return Optional.of(normals(points, 1));
    }

    private static Predictive normals(double[][] points, double power) {
      double[] means =
          Arrays.stream(points).mapToDouble(point -> -Math.pow(point[0], power)).toArray();
      double[] ones = new double[means.length];
      Arrays.fill(ones, 1);
      return new MixturePredictive(new double[] {1}, means, ones);
    }
  }

  private static double[][] line(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new double[] {(i * 7 % count) / (double) count})
        .toArray(double[][]::new);
  }

  @Test
  void pooledScores_askTheExpensiveBeliefForTheBestTenthOfTheAdviceOnly() {
    Expensive posterior = new Expensive();
    Scores.of(posterior, line(40), INCUMBENT, Acquisition.POOLED_IMPROVEMENT);
    assertThat(posterior.asked).containsExactlyInAnyOrder(0.9, 0.925, 0.95, 0.975);
  }

  @Test
  void pooledScores_areExactOnTheShortlistAndBelowTheTruthElsewhere() {
    Expensive posterior = new Expensive();
    double[][] candidates = line(40);
    Scores scores = Scores.of(posterior, candidates, INCUMBENT, Acquisition.POOLED_IMPROVEMENT);
    Predictive all = posterior.at(candidates);
    for (int i = 0; i < candidates.length; i++) {
      double exact = Acquisition.POOLED_IMPROVEMENT.of(all.get(i), INCUMBENT);
      boolean listed = candidates[i][0] > 0.89;
      assertThat(scores.acquisition()[i]).isLessThanOrEqualTo(exact);
      assertThat(Math.abs(scores.acquisition()[i] - exact) < 1e-12).isEqualTo(listed);
      assertThat(scores.distribution(i).orElseThrow().mean())
          .isCloseTo(scores.mean()[i], within(1e-12));
    }
  }

  @Test
  void scores_judgeTheShortlistByBothAndTheOthersByTheSecondOpinion() {
    Expensive posterior = new Expensive();
    double[][] candidates = line(25);
    Scores scores = Scores.of(posterior, candidates, INCUMBENT, Acquisition.POOLED_IMPROVEMENT);
    Predictive all = posterior.at(candidates);
    Predictive base = posterior.base(candidates).orElseThrow();
    double[] pooled = new double[25];
    double[] byBase = new double[25];
    for (int i = 0; i < 25; i++) {
      pooled[i] = Acquisition.POOLED_IMPROVEMENT.of(all.get(i), INCUMBENT);
      byBase[i] = Acquisition.leastPooled(base.get(i), INCUMBENT);
    }
    double[] expected = byBase.clone();
    for (int place : Scores.shortlist(byBase)) {
      expected[place] = pooled[place];
    }
    assertThat(scores.acquisition()).containsExactly(expected, within(1e-12));
  }

  @Test
  void shortlist_takesTheFirstOfEqualsAndNothingForNaN() {
    double[] byBase = new double[31];
    Arrays.fill(byBase, Double.NEGATIVE_INFINITY);
    byBase[3] = Double.NaN;
    byBase[30] = 2;
    byBase[7] = 1;
    byBase[20] = 1;
    assertThat(Scores.shortlist(byBase)).containsExactly(0, 7, 20, 30);
    byBase[25] = 1;
    byBase[28] = 1;
    assertThat(Scores.shortlist(byBase)).containsExactly(7, 20, 25, 30);
  }

  @Test
  void otherScores_askTheBeliefForEverything() {
    Expensive posterior = new Expensive();
    Scores.of(posterior, line(40), INCUMBENT, Acquisition.TRIMMED_IMPROVEMENT);
    assertThat(posterior.asked).hasSize(40);
  }
}
