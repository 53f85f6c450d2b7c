package dev.leadline.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class PlateauStudyTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  /** Half of the square is equal and good; beside it lies a smaller well that is better. */
  private static double ledge(Configuration c) {
    double x = c.real("x") - 0.68;
    double y = c.real("y") - 0.7;
    return c.real("x") < 0.45 ? 0.2 : 1 - Math.exp(-x * x / 0.02 - y * y / 0.06);
  }

  /** What 50 trials give, in their order. */
  private static double[] run(Space space, long seed, ToDoubleFunction<Configuration> function) {
    Strategy committee = Strategies.committee();
    try (Study study = Study.builder(space).strategy(committee).seed(seed).build()) {
      double[] values = new double[50];
      for (int i = 0; i < values.length; i++) {
        Trial trial = study.ask();
        values[i] = function.applyAsDouble(trial.configuration());
        study.tell(trial, values[i]);
      }
      return values;
    }
  }

  private static double best(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  @Test
  void flatHalf_isLeftForTheWellBesideIt() {
    for (long seed = 0; seed < 4; seed++) {
      assertThat(best(run(SQUARE, seed, PlateauStudyTest::ledge)))
          .as("seed %d", seed)
          .isLessThan(0.01);
    }
  }

  @Test
  void roundedValues_tieWithTheBestInAtMostEveryOtherTrial() {
    for (long seed = 0; seed < 4; seed++) {
      double[] values =
          run(
              SQUARE,
              seed,
              c -> Math.rint(4 * Math.max(0.5, Math.hypot(c.real("x"), c.real("y")))));
      double best = best(values);
      int first = 0;
      while (values[first] > best) {
        first++;
      }
      long ties = Arrays.stream(values).skip(first + 1).filter(value -> value == best).count();
      assertThat(ties).as("seed %d", seed).isLessThanOrEqualTo((values.length - first) / 2 + 1);
    }
  }

  @Test
  void constantFunction_isSearchedToTheEnd() {
    assertThat(run(SQUARE, 1, c -> 7)).containsOnly(7);
    Space few = Space.builder().integer("n", 1, 60).build();
    assertThat(run(few, 1, c -> 7)).containsOnly(7);
  }
}
