package dev.leadline.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.surrogate.Observations;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalDecaySearchTest extends SearchContract {

  @Override
  Search search() {
    return LocalDecaySearch.paper(2);
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
    double[][] points =
        IntStream.range(0, count).mapToObj(i -> new double[] {0.5, 0.5}).toArray(double[][]::new);
    Observations observations = new Observations(2, points, new double[count]);
    List<double[]> all = run(LocalDecaySearch.paper(2), FakeDomain.cube(2), observations, 0.5, 1);
    assertThat(all).hasSize(1001);
    return all.stream()
        .mapToDouble(p -> Math.max(Math.abs(p[0] - 0.5), Math.abs(p[1] - 0.5)))
        .max()
        .orElseThrow();
  }

  @Test
  void wrongValues_areRefused() {
    assertThatThrownBy(() -> new LocalDecaySearch(0, 0.1, 0.9, 0))
        .hasMessageContaining("at least 1 point");
    assertThatThrownBy(() -> new LocalDecaySearch(1, 0.1, 1.1, 0)).hasMessageContaining("decay");
  }

  @Test
  void half_of_the_candidates_can_lie_anywhere() {
    Observations observations = new Observations(2, new double[][] {{0.2, 0.2}}, new double[] {1});
    LocalDecaySearch half = new LocalDecaySearch(400, 0.05, 0.9, 1).halfGlobal();
    List<double[]> all = run(half, FakeDomain.cube(2), observations, 0.5, 1);
    long near =
        all.stream()
            .filter(x -> Math.abs(x[0] - 0.2) <= 0.05 && Math.abs(x[1] - 0.2) <= 0.05)
            .count();
    assertThat(all).hasSize(401); // and the best once more
    assertThat(near).isBetween(200L, 212L);
    assertThatThrownBy(() -> new LocalDecaySearch(10, 11, 0.1, 0.9, 0))
        .hasMessage("expected 0 to 10 points anywhere but got 11");
  }
}
