package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CategoricalNeighboursTest {

  /** A real number, then the coordinates of another domain. */
  private static FakeDomain realAnd(FakeDomain other) {
    List<Coordinate> coordinates = new ArrayList<>(other.coordinates());
    coordinates.add(0, new Coordinate(Coordinate.Kind.REAL, -1));
    return new FakeDomain(
        coordinates,
        point -> {
          double[] rest = new double[other.dimensions()];
          System.arraycopy(point, 1, rest, 0, rest.length);
          double[] snapped = point.clone();
          System.arraycopy(other.snap(rest), 0, snapped, 1, rest.length);
          return snapped;
        },
        point -> true);
  }

  private static Observations best(double... point) {
    return new Observations(point.length, new double[][] {point}, new double[] {0});
  }

  private static List<List<Double>> steps(Domain domain, Observations finished) {
    return Arrays.stream(StallPolicy.neighbours(domain, finished))
        .map(point -> Arrays.stream(point).boxed().toList())
        .toList();
  }

  @Test
  void flags_areTurnedOneByOne() {
    assertThat(steps(realAnd(FakeDomain.grid(2, 1)), best(.3, 0, 1)))
        .containsExactlyInAnyOrder(List.of(.3, 1.0, 1.0), List.of(.3, 0.0, 0.0));
  }

  @Test
  void choice_takesEveryOtherOption() {
    assertThat(steps(realAnd(FakeDomain.choice(4)), best(.3, 0, 1, 0, 0)))
        .containsExactlyInAnyOrder(
            List.of(.3, 1.0, 0.0, 0.0, 0.0),
            List.of(.3, 0.0, 0.0, 1.0, 0.0),
            List.of(.3, 0.0, 0.0, 0.0, 1.0));
  }

  @Test
  void numbers_areLeftAlone() {
    assertThat(steps(FakeDomain.cube(3), best(.3, 0, 1))).isEmpty();
    assertThat(steps(FakeDomain.grid(3, 6), best(.5, 0, 1))).isEmpty();
  }

  @Test
  void stepThatWasTriedNearby_isNotTriedAgain() {
    Observations finished =
        new Observations(
            3, new double[][] {{.3, 0, 1}, {.35, 1, 1}, {.8, 0, 0}}, new double[] {0, 1, 1});
    assertThat(steps(realAnd(FakeDomain.grid(2, 1)), finished))
        .containsExactly(List.of(.3, 0.0, 0.0));
  }

  @Test
  void stepThatIsNotAllowed_isLeftOut() {
    FakeDomain domain = realAnd(FakeDomain.choice(3)).allowing(point -> point[1] == 0);
    assertThat(steps(domain, best(.3, 0, 1, 0))).containsExactly(List.of(.3, 0.0, 0.0, 1.0));
  }
}
