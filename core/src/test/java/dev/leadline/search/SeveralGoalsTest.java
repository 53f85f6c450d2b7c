package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Hypervolume;
import dev.leadline.acquisition.ReferencePoint;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeveralGoalsTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  @Test
  void search_coversTheFrontOfTwoDistances() {
    List<double[]> points = new ArrayList<>();
    for (int trial = 0; trial < 12; trial++) {
      points.add(suggested(search(), SQUARE, points, List.of(), trial));
    }
    double[][] values = points.stream().map(SeveralGoalsTest::distances).toArray(double[][]::new);
    assertThat(Hypervolume.of(values, new double[] {1, 1})).isGreaterThan(0.7); // at most 5/6
  }

  @Test
  void givenReference_keepsTheSearchInsideIt() {
    List<double[]> points = new ArrayList<>();
    for (int trial = 0; trial < 9; trial++) {
      points.add(
          suggested(
              search(), SQUARE, points, List.of(), trial, Optional.of(new double[] {0.05, 1})));
    }
    assertThat(points.subList(6, 9)).allMatch(point -> distances(point)[0] < 0.06);
  }

  @Test
  void someSuggestions_lookBeyondTheWorstSeen() {
    List<double[]> points = new ArrayList<>(List.of(new double[] {0, 1}, new double[] {1, 0}));
    for (int i = 0; i < 6; i++) {
      points.add(new double[] {0.4 + 0.02 * i, 0.4 + 0.02 * i}); // a front in the middle alone
    }
    double[][] values = points.stream().map(SeveralGoalsTest::distances).toArray(double[][]::new);
    Optional<double[]> far = Optional.of(ReferencePoint.widest(values));
    assertThat(
            IntStream.of(8, 9, 10, 11)
                .filter(
                    trial -> {
                      double[] found = suggested(search(), SQUARE, points, List.of(), trial);
                      double[] seen = suggested(search(), SQUARE, points, List.of(), trial, far);
                      return Math.hypot(found[0] - seen[0], found[1] - seen[1]) < 0.01;
                    }))
        .containsExactly(8);
  }

  @Test
  void looksBeyond_areMore_whereInputsAndGoalsAre_andLessOftenLater() {
    assertThat(looksBeyond(2, 2)).containsExactly(0, 4, 8, 12, 16, 20, 24, 28, 32, 36);
    assertThat(looksBeyond(3, 2)).startsWith(0, 2, 4, 6, 8, 12).hasSize(12);
    assertThat(looksBeyond(5, 2)).contains(26, 28, 32).doesNotContain(30).hasSize(17);
    assertThat(looksBeyond(2, 3)).isEqualTo(looksBeyond(3, 2));
    assertThat(looksBeyond(50, 3)).isEqualTo(looksBeyond(5, 2));
  }

  private static int[] looksBeyond(int inputs, int goals) {
    return IntStream.range(0, 40)
        .filter(trial -> ExpectedFront.looksFar(trial, inputs, goals))
        .toArray();
  }

  @Test
  void pendingTrials_areNotSuggestedAgain() {
    List<double[]> points = sobol(8);
    double[] first = suggested(search(), SQUARE, points, List.of(), 8);
    double[] second = suggested(search(), SQUARE, points, List.of(first), 8);
    assertThat(Math.hypot(first[0] - second[0], first[1] - second[1])).isGreaterThan(0.02);
  }

  @Test
  void suggestion_isTheSameForTheSameTrials() {
    List<double[]> points = sobol(6);
    assertThat(suggested(search(), SQUARE, points, List.of(), 6))
        .isEqualTo(suggested(search(), SQUARE, points, List.of(), 6));
  }

  @Test
  void fewCandidates_areAllConsidered() {
    Space grid = Space.builder().integer("x", 0, 2).integer("y", 0, 2).build();
    List<double[]> points = new ArrayList<>();
    for (int trial = 0; trial < 9; trial++) {
      points.add(suggested(search(), grid, points, List.of(), trial));
    }
    assertThat(points.stream().map(grid::decode).distinct()).hasSize(9);
  }

  private static List<double[]> sobol(int count) {
    List<double[]> points = new ArrayList<>();
    for (int trial = 0; trial < count; trial++) {
      History none = new History(2, List.of(), List.of(), NoiseKind.NONE, OptionalInt.empty());
      points.add(
          ModelFree.SOBOL
              .pick(new SearchSpace(SQUARE).candidates(none), TrialRandom.of(1, trial))
              .point());
    }
    return points;
  }

  /** The squared distances from two corners of the square, half as large. */
  private static double[] distances(double[] point) {
    double low = point[0] * point[0] + point[1] * point[1];
    double high = (1 - point[0]) * (1 - point[0]) + (1 - point[1]) * (1 - point[1]);
    return new double[] {0.5 * low, 0.5 * high};
  }

  private static Suggester search() {
    Models models = new Models(model(), model(), SeveralGoalsTest::model, SeveralGoalsTest::model);
    return new Suggester(
        models, Maximiser.standard(), StallPolicy.none(), Design.of(ModelFree.SOBOL));
  }

  private static Model model() {
    return new Model(
        new Committee(CommitteeConfig.standard()),
        new ModelUnits(OutputScaling.Z_SCORE),
        Acquisition.EXPECTED_IMPROVEMENT);
  }

  private static double[] suggested(
      Suggester search, Space space, List<double[]> points, List<double[]> pending, int trial) {
    return suggested(search, space, points, pending, trial, Optional.empty());
  }

  private static double[] suggested(
      Suggester search,
      Space space,
      List<double[]> points,
      List<double[]> pending,
      int trial,
      Optional<double[]> reference) {
    List<History> goals =
        IntStream.range(0, 2)
            .mapToObj(
                k ->
                    new History(
                        2,
                        IntStream.range(0, points.size())
                            .mapToObj(
                                i ->
                                    FinishedTrial.completed(
                                        i, points.get(i), distances(points.get(i))[k]))
                            .toList(),
                        pending,
                        NoiseKind.NONE,
                        OptionalInt.empty()))
            .toList();
    Candidates candidates = new SearchSpace(space).candidates(goals.get(0));
    LimitedHistory unlimited = LimitedHistory.of(goals.get(0), 0, number -> new double[0]);
    return search
        .suggest(candidates, new Evidence(unlimited, goals, reference), TrialRandom.of(1, trial))
        .point();
  }
}
