package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaximiserTest {

  /** Four observations, the best at 0.3 in all coordinates. */
  static Observations observations(int dimensions) {
    double[] values = {3, -1, 0.5, 1};
    double[] places = {0.9, 0.3, 0.6, 0};
    double[][] points = new double[values.length][dimensions];
    for (int i = 0; i < values.length; i++) {
      Arrays.fill(points[i], places[i]);
    }
    return new Observations(dimensions, points, values);
  }

  /** Maximises minus the distance to a target; the best point and all that were scored. */
  private static List<double[]> run(
      Maximiser maximiser, Domain domain, Observations observations, double target, long seed) {
    Scored scored = new Scored(point -> -distance(point, target));
    List<double[]> all = new ArrayList<>();
    maximiser
        .maximise(domain, observations, scored, new SplittableRandom(seed))
        .ifPresent(best -> all.add(best.point()));
    scored.rounds.forEach(round -> all.addAll(List.of(round)));
    return all;
  }

  /** Remembers what was to be scored, round by round. */
  private static final class Scored implements AcquisitionFunction {

    final List<double[][]> rounds = new ArrayList<>();
    private final ToDoubleFunction<double[]> height;

    Scored(ToDoubleFunction<double[]> height) {
      this.height = height;
    }

    @Override
    public Scores scores(double[][] candidates) {
      rounds.add(candidates);
      return Scores.of(
          Arrays.stream(candidates).mapToDouble(height).toArray(), new double[candidates.length]);
    }
  }

  static double distance(double[] point, double target) {
    return Math.sqrt(Arrays.stream(point).map(x -> (x - target) * (x - target)).sum());
  }

  @Test
  void candidates_areInsideTheCubeAndAllDifferent() {
    for (int dimensions : new int[] {1, 2, 10, 70}) {
      List<double[]> all =
          run(Maximiser.standard(), FakeDomain.cube(dimensions), observations(dimensions), 0.35, 1);
      List<double[]> candidates = all.subList(1, all.size());
      assertThat(candidates).hasSizeBetween(900, 1300);
      assertThat(candidates).allSatisfy(p -> assertThat(p).hasSize(dimensions));
      assertThat(candidates)
          .allMatch(point -> Arrays.stream(point).allMatch(x -> x >= 0 && x <= 1));
      assertThat(candidates.stream().map(Arrays::toString).distinct()).hasSameSizeAs(candidates);
    }
  }

  @Test
  void candidates_areSnappedAndAllowed() {
    Domain domain =
        FakeDomain.grid(2, 20).allowing(point -> point[0] <= point[1] && point[0] != 0.3);
    List<double[]> all = run(Maximiser.standard(), domain, observations(2), 0.5, 2);
    assertThat(all)
        .isNotEmpty()
        .allMatch(domain::allows)
        .allMatch(point -> Arrays.equals(domain.snap(point), point));
    assertThat(all.stream().skip(1).map(Arrays::toString)).doesNotHaveDuplicates();
  }

  @Test
  void best_isTheCandidateOfLargestAcquisitionAndTiesGoToTheLowerMean() {
    Maximiser one = new Maximiser(32, 0, 1, 0.1, 0.2, List.of());
    double[][][] seen = new double[1][][];
    AcquisitionFunction ties =
        candidates -> {
          double[] acquisition = new double[candidates.length];
          double[] mean = new double[candidates.length];
          Arrays.fill(acquisition, Double.NaN);
          acquisition[7] = 5;
          acquisition[9] = 5;
          mean[7] = 2;
          mean[9] = 1;
          seen[0] = candidates;
          return Scores.of(acquisition, mean);
        };
    Maximiser.Best best =
        one.maximise(FakeDomain.cube(2), observations(2), ties, new SplittableRandom(3))
            .orElseThrow();
    assertThat(best.point()).isEqualTo(seen[0][9]);
  }

  @Test
  void sameSeed_givesTheSameCandidates() {
    List<double[]> once = run(Maximiser.standard(), FakeDomain.cube(3), observations(3), 0.4, 4);
    List<double[]> again = run(Maximiser.standard(), FakeDomain.cube(3), observations(3), 0.4, 4);
    List<double[]> other = run(Maximiser.standard(), FakeDomain.cube(3), observations(3), 0.4, 5);
    assertThat(again.toArray(double[][]::new)).isDeepEqualTo(once.toArray(double[][]::new));
    assertThat(other.get(1)).isNotEqualTo(once.get(1));
  }

  @Test
  void noObservations_meansTheWholeCube() {
    Observations none = new Observations(2, new double[][] {}, new double[] {});
    List<double[]> all = run(Maximiser.standard(), FakeDomain.cube(2), none, 0.97, 6);
    assertThat(distance(all.get(0), 0.97)).isLessThan(0.05);
  }

  @Test
  void smallTargets_areFoundUnderConstraints() {
    Domain needle = FakeDomain.cube(2).allowing(p -> distance(p, 0.7) < 0.02);
    assertThat(run(Maximiser.standard(), needle, observations(2), 0.7, 7)).isNotEmpty();
  }

  @Test
  void emptyDomain_hasNoBest() {
    Domain empty = FakeDomain.cube(2).allowing(point -> false);
    assertThat(run(Maximiser.standard(), empty, observations(2), 0, 8)).isEmpty();
    double[][] listed = {{0.5, 0.5}};
    assertThat(
            Maximiser.maximise(
                listed, empty, observations(2), new Scored(p -> 0), new SplittableRandom(9)))
        .isEmpty();
  }

  @Test
  void wrongNumberOfScores_isRefused() {
    AcquisitionFunction one = candidates -> Scores.of(new double[1], new double[1]);
    assertThatThrownBy(
            () ->
                Maximiser.standard()
                    .maximise(FakeDomain.cube(2), observations(2), one, new SplittableRandom(9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one acquisition value");
  }

  @ParameterizedTest
  @CsvSource({"1, 1e-5", "2, 4e-3", "5, 0.06", "10, 0.25"})
  void refinement_closesInOnATargetFarFromTheObservations(int dimensions, double reach) {
    double worst = 0;
    for (int seed = 0; seed < 10; seed++) {
      List<double[]> all =
          run(
              Maximiser.standard(),
              FakeDomain.cube(dimensions),
              observations(dimensions),
              0.77,
              seed);
      worst = Math.max(worst, distance(all.get(0), 0.77) / Math.sqrt(dimensions));
    }
    assertThat(worst).isLessThan(reach);
  }

  @Test
  void perturbations_keepManyCoordinatesOfTheBestObservation() {
    List<double[]> all = run(Maximiser.standard(), FakeDomain.cube(10), observations(10), 0.31, 3);
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
    Maximiser local = new Maximiser(1, 200, 1, 1e-4, 1e-3, List.of());
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
    Maximiser local = new Maximiser(1, 200, 1, 1e-4, 0.5, List.of());
    List<double[]> all = run(local, domain, observations, 0, 1);
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.5, 1}));
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.4, 0}));
    assertThat(all).anyMatch(p -> Arrays.equals(p, new double[] {0.6, 1}));
  }

  @Test
  void finiteDomain_isListedWholeWhenItIsSmall() {
    Domain grid = FakeDomain.grid(2, 4);
    List<double[]> all = run(Maximiser.standard(), grid, observations(2), 0.25, 1);
    assertThat(all.stream().skip(1)).hasSize(25);
  }

  @Test
  void refinement_startsFromSeveralCentres() {
    Maximiser maximiser =
        new Maximiser(64, 0, 1, 0.1, 0.1, List.of(new Maximiser.Refinement(200, 4, 4, 0.01, 0.01)));
    List<double[][]> rounds = new ArrayList<>();
    AcquisitionFunction first =
        candidates -> {
          rounds.add(candidates);
          double[] acquisition = new double[candidates.length];
          Arrays.fill(acquisition, 0, 4, rounds.size() == 1 ? 1 : 0);
          return Scores.of(acquisition, new double[candidates.length]);
        };
    maximiser.maximise(FakeDomain.cube(2), observations(2), first, new SplittableRandom(1));
    for (int i = 0; i < 4; i++) {
      double[] centre = rounds.get(0)[i];
      assertThat(List.of(rounds.get(1)))
          .anyMatch(p -> Math.hypot(p[0] - centre[0], p[1] - centre[1]) < 0.05);
    }
  }

  @Test
  void standard_asksForAtMost1300Candidates() {
    Maximiser standard = Maximiser.standard();
    int total =
        standard.global()
            + standard.local()
            + standard.refinements().stream().mapToInt(Maximiser.Refinement::points).sum();
    assertThat(total).isLessThanOrEqualTo(1300);
  }

  @Test
  void wrongSizes_areRefused() {
    assertThatThrownBy(() -> new Maximiser(0, 1, 1, 0.1, 0.2, List.of()))
        .hasMessageContaining("global");
    assertThatThrownBy(() -> new Maximiser(1, 1, 1, 0.3, 0.2, List.of()))
        .hasMessageContaining("radii");
    assertThatThrownBy(() -> new Maximiser.Refinement(1, 0, 1, 0.1, 0.2))
        .hasMessageContaining("centres");
    assertThatThrownBy(() -> new Maximiser.Refinement(1, 1, 0, 0.1, 0.2))
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
    CandidatePool pool = pool(6);
    int several = 0;
    for (int i = 0; i < 1000; i++) {
      several += Arrays.stream(pool.child(parents)).sum() > 1.5 ? 1 : 0;
    }
    assertThat(several).isBetween(100, 900);
  }

  @Test
  void children_ofOneParentAreThatParent() {
    double[] parent = {0.1, 0.7};
    assertThat(pool(2).child(List.of(parent))).containsExactly(parent).isNotSameAs(parent);
  }

  private static CandidatePool pool(int dimensions) {
    return new CandidatePool(
        FakeDomain.cube(dimensions), new SplittableRandom(3), () -> new double[dimensions]);
  }
}
