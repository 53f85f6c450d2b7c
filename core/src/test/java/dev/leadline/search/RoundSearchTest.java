package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundSearchTest extends SearchContract {

  @Override
  Search search() {
    return RoundSearch.standard();
  }

  @ParameterizedTest
  @CsvSource({"1, 1e-5", "2, 4e-3", "5, 0.06", "10, 0.25"})
  void refinement_closesInOnATargetFarFromTheObservations(int dimensions, double reach) {
    double worst = 0;
    for (int seed = 0; seed < 10; seed++) {
      List<double[]> all =
          run(search(), FakeDomain.cube(dimensions), observations(dimensions), 0.77, seed);
      worst = Math.max(worst, distance(all.get(0), 0.77) / Math.sqrt(dimensions));
    }
    assertThat(worst).isLessThan(reach);
  }

  @Test
  void perturbations_keepManyCoordinatesOfTheBestObservation() {
    List<double[]> all = run(search(), FakeDomain.cube(10), observations(10), 0.31, 3);
    long sparse =
        all.stream()
            .filter(point -> Arrays.stream(point).filter(x -> x == 0.3).count() >= 7)
            .count();
    assertThat(sparse).isGreaterThan(15);
  }

  @Test
  void perturbations_flipChoices() {
    int options = 8;
    double[] observed = new double[options];
    observed[2] = 1;
    Observations observations = new Observations(options, new double[][] {observed}, new double[1]);
    RoundSearch local = new RoundSearch(1, 200, 1, 1e-4, 1e-3, List.of());
    for (int seed = 0; seed < 5; seed++) {
      List<double[]> all = run(local, FakeDomain.choice(options), observations, 0, seed);
      assertThat(all.stream().map(Arrays::toString).distinct()).hasSizeGreaterThanOrEqualTo(7);
    }
  }

  @Test
  void perturbations_stepIntegersAndFlipFlags() {
    Observations observations = new Observations(2, new double[][] {{0.5, 0}}, new double[] {0});
    Domain domain =
        new FakeDomain(
            FakeDomain.each(Coordinate.Kind.GRID, 2),
            p -> new double[] {Math.rint(p[0] * 10) / 10, Math.rint(p[1])},
            p -> true);
    RoundSearch local = new RoundSearch(1, 200, 1, 1e-4, 0.5, List.of());
    List<double[]> all = run(local, domain, observations, 0, 1);
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.5, 1}));
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.4, 0}));
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.6, 1}));
  }

  @Test
  void finiteDomain_isListedWholeWhenItIsSmall() {
    Domain grid = FakeDomain.grid(2, 4);
    List<double[]> all = run(search(), grid, observations(2), 0.25, 1);
    assertThat(all.stream().skip(1)).hasSize(25);
  }

  @Test
  void refinement_startsFromSeveralCentres() {
    RoundSearch search =
        new RoundSearch(
            64, 0, 1, 0.1, 0.1, List.of(new RoundSearch.Refinement(200, 4, 4, 0.01, 0.01)));
    Search.Run run = search.start(FakeDomain.cube(2), observations(2), new SplittableRandom(1));
    double[][] first = run.propose();
    double[] acquisition = new double[first.length];
    for (int i = 0; i < 4; i++) {
      acquisition[i] = 1;
    }
    run.score(acquisition, new double[first.length]);
    double[][] second = run.propose();
    for (int i = 0; i < 4; i++) {
      double[] centre = first[i];
      assertThat(List.of(second))
          .anyMatch(p -> Math.hypot(p[0] - centre[0], p[1] - centre[1]) < 0.05);
    }
  }

  @Test
  void standard_asksForAtMost1300Candidates() {
    RoundSearch standard = RoundSearch.standard();
    int total =
        standard.global()
            + standard.local()
            + standard.refinements().stream().mapToInt(RoundSearch.Refinement::points).sum();
    assertThat(total).isLessThanOrEqualTo(1300);
  }

  @Test
  void wrongSizes_areRefused() {
    assertThatThrownBy(() -> new RoundSearch(0, 1, 1, 0.1, 0.2, List.of()))
        .hasMessageContaining("global");
    assertThatThrownBy(() -> new RoundSearch(1, 1, 1, 0.3, 0.2, List.of()))
        .hasMessageContaining("radii");
    assertThatThrownBy(() -> new RoundSearch.Refinement(1, 0, 1, 0.1, 0.2))
        .hasMessageContaining("centres");
    assertThatThrownBy(() -> new RoundSearch.Refinement(1, 1, 0, 0.1, 0.2))
        .hasMessageContaining("parents");
  }

  @Test
  void children_bringTheBestCoordinatesOfTheirParentsTogether() {
    List<double[]> parents = new ArrayList<>();
    for (int d = 0; d < 6; d++) {
      double[] parent = new double[6];
      parent[d] = 1;
      parents.add(parent);
    }
    Recombination recombination = new Recombination(parents, new SplittableRandom(3));
    int several = 0;
    for (int i = 0; i < 1000; i++) {
      several += Arrays.stream(recombination.draw()).sum() > 1.5 ? 1 : 0;
    }
    assertThat(several).isBetween(100, 900);
  }

  @Test
  void children_ofOneParentAreThatParent() {
    double[] parent = {0.1, 0.7};
    Recombination recombination = new Recombination(List.of(parent), new SplittableRandom(3));
    assertThat(recombination.draw()).containsExactly(parent).isNotSameAs(parent);
  }
}
