package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StallPolicyTest {

  private static final StallPolicy RULE = new StallPolicy(4, 6, 2);

  /** So many observations in the square, the lowest at an index. */
  private static Observations observed(int count, int best) {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[count];
    Arrays.fill(values, 1);
    values[best] = 0;
    double[][] points = new double[count][];
    Arrays.setAll(points, i -> random.doubles(2).toArray());
    return new Observations(2, points, values);
  }

  private static boolean closesUp(Domain domain, Observations finished, int pending) {
    return RULE.closeUp(domain, finished, 0, pending).isPresent();
  }

  @Test
  void closeUps_wideAndNarrowTakeEveryOtherTurnOfAStall() {
    int[] kept = new int[11];
    for (int since = 0; since < kept.length; since++) {
      Observations finished = observed(10 + since, 9);
      kept[since] =
          RULE.closeUp(FakeDomain.cube(2), finished, 0, 0)
              .map(view -> view.kept().length)
              .orElse(0);
    }
    assertThat(kept).containsExactly(0, 0, 0, 0, 6, 0, 3, 0, 6, 0, 3);
  }

  @Test
  void closeUp_endsWithANewBest() {
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 19), 0)).isFalse();
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 15), 0)).isTrue();
  }

  @Test
  void pendingSuggestions_passTheTurnOnButAreNoStall() {
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 13), 1)).isFalse();
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 12), 1)).isTrue();
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 16), 1)).isFalse();
    assertThat(closesUp(FakeDomain.cube(2), observed(20, 16), 3)).isFalse();
  }

  @Test
  void evaluationsSuggestedBeforeTheBestWasKnown_areNoStall() {
    Observations finished = observed(40, 20); // 19 since the best one
    for (int pending = 0; pending < 24; pending++) {
      boolean turn = (19 - 4 + pending) % 2 == 0;
      assertThat(closesUp(FakeDomain.cube(2), finished, pending))
          .as("%d pending", pending)
          .isEqualTo(turn && pending <= 15);
    }
  }

  @Test
  void designedPoints_areNoStall() {
    Observations finished = observed(20, 2);
    assertThat(RULE.closeUp(FakeDomain.cube(2), finished, 17, 0)).isEmpty();
    assertThat(RULE.closeUp(FakeDomain.cube(2), finished, 16, 0)).isPresent();
  }

  @Test
  void closeUp_needsMoreObservationsThanItKeeps() {
    assertThat(closesUp(FakeDomain.cube(2), observed(6, 1), 0)).isFalse();
    assertThat(closesUp(FakeDomain.cube(2), observed(7, 2), 0)).isTrue();
    StallPolicy wider = new StallPolicy(4, 6, 5);
    assertThat(wider.closeUp(FakeDomain.cube(2), observed(10, 1), 0, 0)).isEmpty();
    assertThat(wider.closeUp(FakeDomain.cube(2), observed(11, 2), 0, 0).orElseThrow().kept())
        .hasSize(10);
  }

  @Test
  void inputsThatAreNotReal_areLeftToTheFullView() {
    assertThat(closesUp(FakeDomain.grid(2, 1000), observed(20, 15), 0)).isFalse();
    assertThat(closesUp(FakeDomain.grid(2, 1), observed(20, 15), 0)).isFalse();
  }

  @Test
  void none_neverClosesUp() {
    assertThat(StallPolicy.none().closeUp(FakeDomain.cube(2), observed(500, 0), 0, 0)).isEmpty();
  }

  /** Whether a sidestep is due after these values, each at a point of its own, flags off. */
  private static boolean steps(StallPolicy rule, int design, int pending, double... values) {
    FakeDomain flags = FakeDomain.grid(2, 1);
    double[][] points = new double[values.length][2];
    return rule.sidestep(flags, new Observations(2, points, values), design, pending).isPresent();
  }

  @Test
  void sidestep_takesEveryFourthTurnWithoutProgress() {
    assertThat(steps(RULE, 0, 0, 9, 1, 9, 9, 9, 9, 9, 9)).isTrue();
    assertThat(steps(RULE, 0, 0, 9, 1, 9, 9, 9, 9, 9, 9, 9)).isFalse();
    assertThat(steps(RULE, 0, 3, 9, 1, 9, 9, 9, 9, 9, 9, 9)).isTrue();
    assertThat(steps(RULE, 0, 0, 9, 9, 9, 9, 1, 9, 9, 9)).isFalse();
    assertThat(steps(RULE, 5, 0, 9, 1, 9, 9, 9, 9, 9, 9)).isFalse();
    assertThat(steps(StallPolicy.none(), 0, 0, 9, 1, 9, 9, 9, 9, 9, 9)).isFalse();
  }

  @Test
  void polish_isNoProgress() {
    assertThat(steps(RULE, 0, 0, 9, 1, 9, 9, .9999, .9998, 9, 9)).isTrue();
    assertThat(steps(RULE, 0, 0, 9, 1, 9, 9, .9, .8, 9, 9)).isFalse();
  }

  @Test
  void spaceWithoutChoicesAndFlags_hasNoSidesteps() {
    assertThat(RULE.sidestep(FakeDomain.cube(2), observed(20, 2), 0, 0)).isEmpty();
    assertThat(RULE.sidestep(FakeDomain.grid(2, 6), observed(20, 2), 0, 0)).isEmpty();
  }

  @Test
  void senselessRules_areRefused() {
    assertThatThrownBy(() -> new StallPolicy(-1, 6, 2)).hasMessageContaining("patience >= 0");
    assertThatThrownBy(() -> new StallPolicy(4, 1, 2)).hasMessageContaining("fewest >= 2");
  }
}
