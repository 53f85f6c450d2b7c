package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every search promises. */
abstract class SearchContract {

  abstract Search search();

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

  /** Runs a search whose acquisition value is minus the distance to a target, and lists it. */
  static List<double[]> run(
      Search search, Domain domain, Observations observations, double target, long seed) {
    Search.Run run = search.start(domain, observations, new SplittableRandom(seed));
    List<double[]> all = new ArrayList<>();
    for (double[][] round = run.propose(); round.length > 0; round = run.propose()) {
      double[] acquisition = new double[round.length];
      for (int i = 0; i < round.length; i++) {
        acquisition[i] = -distance(round[i], target);
      }
      run.score(acquisition, new double[round.length]);
      all.addAll(List.of(round));
    }
    if (!all.isEmpty()) {
      all.add(0, run.best());
    }
    return all;
  }

  static double distance(double[] point, double target) {
    return Math.sqrt(Arrays.stream(point).map(x -> (x - target) * (x - target)).sum());
  }

  @Test
  void candidates_areInsideTheCubeAndAllDifferent() {
    for (int dimensions : new int[] {1, 2, 10, 70}) {
      List<double[]> all =
          run(search(), FakeDomain.cube(dimensions), observations(dimensions), 0.35, 1);
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
    List<double[]> all = run(search(), domain, observations(2), 0.5, 2);
    assertThat(all)
        .isNotEmpty()
        .allMatch(domain::allows)
        .allMatch(point -> Arrays.equals(domain.snap(point), point));
    assertThat(all.stream().skip(1).map(Arrays::toString)).doesNotHaveDuplicates();
  }

  @Test
  void best_isTheCandidateOfLargestAcquisitionAndTiesGoToTheLowerMean() {
    Search.Run run = search().start(FakeDomain.cube(2), observations(2), new SplittableRandom(3));
    double[][] first = run.propose();
    double[] acquisition = new double[first.length];
    double[] mean = new double[first.length];
    Arrays.fill(acquisition, Double.NaN);
    acquisition[7] = 5;
    acquisition[9] = 5;
    mean[7] = 2;
    mean[9] = 1;
    run.score(acquisition, mean);
    assertThat(run.best()).isEqualTo(first[9]);
  }

  @Test
  void sameSeed_givesTheSameCandidates() {
    List<double[]> once = run(search(), FakeDomain.cube(3), observations(3), 0.4, 4);
    List<double[]> again = run(search(), FakeDomain.cube(3), observations(3), 0.4, 4);
    List<double[]> other = run(search(), FakeDomain.cube(3), observations(3), 0.4, 5);
    assertThat(again.toArray(double[][]::new)).isDeepEqualTo(once.toArray(double[][]::new));
    assertThat(other.get(1)).isNotEqualTo(once.get(1));
  }

  @Test
  void noObservations_meansTheWholeCube() {
    Observations none = new Observations(2, new double[][] {}, new double[] {});
    List<double[]> all = run(search(), FakeDomain.cube(2), none, 0.97, 6);
    assertThat(distance(all.get(0), 0.97)).isLessThan(0.05);
  }

  @Test
  void smallTargets_areFoundUnderConstraints() {
    Domain needle = FakeDomain.cube(2).allowing(p -> distance(p, 0.7) < 0.02);
    assertThat(run(search(), needle, observations(2), 0.7, 7)).isNotEmpty();
  }

  @Test
  void emptyDomain_endsTheSearchWithASentence() {
    Search.Run run =
        search()
            .start(
                FakeDomain.cube(2).allowing(point -> false),
                observations(2),
                new SplittableRandom(8));
    assertThat(run.propose()).isEmpty();
    assertThatThrownBy(run::best)
        .isInstanceOf(NoCandidateException.class)
        .hasMessageContaining("allowed none");
  }

  @Test
  void callsOutOfTurn_areRefused() {
    Search.Run run = search().start(FakeDomain.cube(2), observations(2), new SplittableRandom(9));
    run.propose();
    assertThatThrownBy(run::propose).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> run.score(new double[1], new double[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one acquisition value");
  }
}
