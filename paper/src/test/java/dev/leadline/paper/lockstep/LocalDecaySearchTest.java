package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.search.Domain;
import dev.leadline.space.Coordinate;
import dev.leadline.space.Coordinate.Kind;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalDecaySearchTest {

  /** The part of a grid with so many steps along each axis that a predicate allows. */
  private record Grid(List<Coordinate> coordinates, double steps, Predicate<double[]> allowing)
      implements Domain {

    @Override
    public double[] snap(double[] point) {
      return Arrays.stream(point).map(x -> Math.rint(x * steps) / steps).toArray();
    }

    @Override
    public boolean allows(double[] snapped) {
      return allowing.test(snapped);
    }
  }

  private static Domain grid(int dimensions, double steps, Predicate<double[]> allowing) {
    List<Coordinate> coordinates =
        IntStream.range(0, dimensions).mapToObj(i -> new Coordinate(Kind.REAL, i)).toList();
    return new Grid(coordinates, steps, allowing);
  }

  private static Domain cube(int dimensions) {
    return grid(dimensions, 1e12, point -> true);
  }

  private static double[][] candidates(LocalDecaySearch search, Domain domain, double[]... points) {
    double[] values = IntStream.range(0, points.length).mapToDouble(i -> -i).toArray();
    Observations observations = new Observations(domain.dimensions(), points, values);
    return search.candidates(domain, observations, new SplittableRandom(1));
  }

  @Test
  void paper_hasTheValuesOfItsTable() {
    assertThat(LocalDecaySearch.paper(1)).isEqualTo(new LocalDecaySearch(1000, 0.25, 0.995, 10));
    assertThat(LocalDecaySearch.paper(2)).isEqualTo(new LocalDecaySearch(1000, 0.25, 0.995, 10));
    assertThat(LocalDecaySearch.paper(5)).isEqualTo(new LocalDecaySearch(1000, 0.25, 0.999, 50));
    assertThat(LocalDecaySearch.paper(10)).isEqualTo(new LocalDecaySearch(1000, 0.5, 0.998, 50));
  }

  @Test
  void box_isCentredOnTheBestAndShrinksPerObservation() {
    double early = widest(10);
    double late = widest(110);
    assertThat(early).isBetween(0.24, 0.25);
    assertThat(late).isBetween(0.95 * 0.25 * Math.pow(0.995, 100), 0.25 * Math.pow(0.995, 100));
  }

  private static double widest(int count) {
    double[][] points = new double[count][2];
    points[count - 1] = new double[] {0.5, 0.5};
    double[][] all = candidates(LocalDecaySearch.paper(2), cube(2), points);
    assertThat(all).hasDimensions(1000, 2);
    return Arrays.stream(all)
        .mapToDouble(p -> Math.max(Math.abs(p[0] - 0.5), Math.abs(p[1] - 0.5)))
        .max()
        .orElseThrow();
  }

  @Test
  void candidates_areSnappedAllowedAndAllDifferent() {
    Domain domain = grid(2, 20, point -> point[0] <= point[1] && point[0] != 0.3);
    double[][] all = candidates(LocalDecaySearch.paper(2), domain, new double[] {0, 0.05});
    assertThat(List.of(all))
        .isNotEmpty()
        .allMatch(domain::allows)
        .allMatch(point -> Arrays.equals(domain.snap(point), point))
        .allMatch(point -> Arrays.stream(point).allMatch(x -> x >= 0 && x <= 1));
    assertThat(Arrays.stream(all).map(Arrays::toString)).doesNotHaveDuplicates();
  }

  @Test
  void noObservations_meansTheWholeCube() {
    double[][] all = candidates(LocalDecaySearch.paper(2), cube(2));
    assertThat(List.of(all)).anyMatch(p -> p[0] > 0.9 && p[1] > 0.9).anyMatch(p -> p[0] < 0.1);
  }

  @Test
  void smallTargets_areFoundAndNoneIsNone() {
    Domain needle = grid(2, 1e12, p -> Math.hypot(p[0] - 0.9, p[1] - 0.9) < 0.02);
    double[] far = {0.1, 0.1};
    assertThat(candidates(LocalDecaySearch.paper(2), needle, far)).isNotEmpty();
    assertThat(candidates(LocalDecaySearch.paper(2), grid(2, 9, p -> false), far)).isEmpty();
  }

  @Test
  void half_of_the_candidates_can_lie_anywhere() {
    LocalDecaySearch half = new LocalDecaySearch(400, 0.05, 0.9, 1).halfGlobal();
    double[][] all = candidates(half, cube(2), new double[] {0.2, 0.2});
    long near =
        Arrays.stream(all)
            .filter(x -> Math.abs(x[0] - 0.2) <= 0.05 && Math.abs(x[1] - 0.2) <= 0.05)
            .count();
    assertThat(all).hasDimensions(400, 2);
    assertThat(near).isBetween(200L, 212L);
  }

  @Test
  void wrongValues_areRefused() {
    assertThatThrownBy(() -> new LocalDecaySearch(0, 0.1, 0.9, 0))
        .hasMessageContaining("at least 1 point");
    assertThatThrownBy(() -> new LocalDecaySearch(1, 0.1, 1.1, 0)).hasMessageContaining("decay");
    assertThatThrownBy(() -> new LocalDecaySearch(10, 11, 0.1, 0.9, 0))
        .hasMessage("expected 0 to 10 points anywhere but got 11");
  }
}
