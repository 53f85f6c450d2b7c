package dev.leadline.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BoundedSurrogateTest {

  private static final Surrogate UNUSED =
      observations -> {
        throw new AssertionError("not conditioned here");
      };
  private final BoundedSurrogate bounded = new BoundedSurrogate(UNUSED, 40);

  @Test
  void fewObservations_areAllShown() {
    Observations observations = observations(40);
    assertThat(bounded.shown(observations)).isSameAs(observations);
  }

  @Test
  void manyObservations_areThinnedToTheLimit() {
    for (int n = 41; n < 120; n++) {
      Observations observations = observations(n);
      Observations shown = bounded.shown(observations);
      assertThat(shown.size()).isBetween(31, 40);
      assertThat(min(shown)).isEqualTo(min(observations));
      assertThat(shown.value(shown.size() - 1)).isEqualTo(observations.value(n - 1));
      assertThat(Arrays.stream(shown.values()).distinct().count()).isEqualTo(shown.size());
    }
  }

  @Test
  void beginning_staysForAQuarterOfTheLimit() {
    Observations before = bounded.shown(observations(61));
    Observations after = bounded.shown(observations(70));
    assertThat(Arrays.copyOf(after.points(), before.size())).isDeepEqualTo(before.points());
  }

  @Test
  void choice_survivesMonotoneRescaling() {
    Observations observations = observations(77);
    double[] warped = Arrays.stream(observations.values()).map(Math::exp).toArray();
    Observations rescaled = new Observations(2, observations.points(), warped);
    assertThat(bounded.shown(rescaled).points())
        .isDeepEqualTo(bounded.shown(observations).points());
  }

  @Test
  void condition_passesOnWhatIsShown() {
    int[] seen = new int[1];
    Surrogate counting =
        observations -> {
          seen[0] = observations.size();
          return points -> Nothing.NONE;
        };
    try (Posterior posterior = new BoundedSurrogate(counting, 8).condition(observations(30))) {
      assertThat(posterior.at(new double[0][]).size()).isZero();
    }
    assertThat(seen[0]).isEqualTo(8);
  }

  @Test
  void units_stayWhenThinned() {
    double[] units = {1, 0.25};
    assertThat(bounded.shown(observations(77).withInputUnits(units)).inputUnits()).isEqualTo(units);
  }

  @Test
  void tinyLimit_isRefused() {
    assertThatThrownBy(() -> new BoundedSurrogate(UNUSED, 7))
        .hasMessage("expected a limit of at least 8 but was 7");
  }

  private enum Nothing implements Predictive {
    NONE;

    @Override
    public int size() {
      return 0;
    }

    @Override
    public Distribution get(int index) {
      throw new IndexOutOfBoundsException(index);
    }
  }

  private static double min(Observations observations) {
    return Arrays.stream(observations.values()).min().orElseThrow();
  }

  /** The same sequence for every length. */
  private static Observations observations(int size) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] points = new double[size][2];
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      points[i] = new double[] {random.nextDouble(), random.nextDouble()};
      values[i] = random.nextDouble();
    }
    return new Observations(2, points, values);
  }
}
