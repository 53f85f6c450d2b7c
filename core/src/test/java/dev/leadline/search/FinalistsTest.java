package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.space.Space;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FinalistsTest {

  private static final Space LINE = Space.builder().real("x", 0, 1).build();

  /** Expects x at x, whatever values it is told. */
  private static final Surrogate SLOPE =
      observations ->
          points -> {
            double[] deviations = new double[points.length];
            Arrays.fill(deviations, 0.1);
            double[] means = Arrays.stream(points).mapToDouble(point -> point[0]).toArray();
            return new MixturePredictive(new double[] {1}, means, deviations);
          };

  private static final ModelUnits UNITS = new ModelUnits(OutputScaling.Z_SCORE);

  @Test
  void lastTenth_ofANoisyBudget_repeatsTheBestThreeInTurn() {
    List<FinishedTrial> trials = eighteen();
    for (double expected : new double[] {0.05, 0.1, 0.15}) {
      double x = next(trials, List.of(), NoiseKind.UNKNOWN, 30 * trials.size() / 27)[0];
      assertThat(x).isEqualTo(expected);
      trials.add(FinishedTrial.completed(trials.size(), new double[] {x}, 20 * x - 1));
    }
  }

  @Test
  void finalist_thatIsRunning_givesWayToTheNext() {
    assertThat(next(eighteen(), List.of(new double[] {0.05}), NoiseKind.UNKNOWN, 20)[0])
        .isEqualTo(0.1);
  }

  @Test
  void finalist_thatBreaksItsPromise_fallsBehind() {
    List<FinishedTrial> trials = eighteen();
    for (int i = 0; i < 4; i++) {
      trials.add(FinishedTrial.completed(18 + i, new double[] {0.05}, 3));
    }
    Finalists finalists =
        Finalists.of(history(trials, List.of(), NoiseKind.UNKNOWN, 24), identity());
    double[] medians = Arrays.stream(finalists.points()).mapToDouble(p -> p[0]).toArray();
    assertThat(finalists.points()).hasNumberOfRows(18);
    assertThat(finalists.trial(finalists.leader(medians))).isEqualTo(1);
  }

  @Test
  void suggestions_beforeTheLastTenthOrWithoutNoiseOrAfterTheBudget_areNew() {
    double[] seen = eighteen().stream().mapToDouble(trial -> trial.point()[0]).toArray();
    assertThat(seen)
        .doesNotContain(next(eighteen(), List.of(), NoiseKind.UNKNOWN, 21)[0])
        .doesNotContain(next(eighteen(), List.of(), NoiseKind.NONE, 20)[0])
        .doesNotContain(next(eighteen(), List.of(), NoiseKind.UNKNOWN, 18)[0]);
  }

  private static List<FinishedTrial> eighteen() {
    List<FinishedTrial> trials = new ArrayList<>();
    IntStream.range(0, 18)
        .forEach(i -> trials.add(FinishedTrial.completed(i, new double[] {(i + 1) / 20.0}, i)));
    return trials;
  }

  private static double[] next(
      List<FinishedTrial> trials, List<double[]> pending, NoiseKind noise, int budget) {
    History history = history(trials, pending, noise, budget);
    Model model = new Model(SLOPE, UNITS, Acquisition.EXPECTED_IMPROVEMENT);
    Models models = new Models(model, model, () -> model, () -> model);
    return new Suggester(
            models, Maximiser.standard(), StallPolicy.none(), Design.of(ModelFree.SOBOL))
        .suggest(
            new SearchSpace(LINE).candidates(history),
            Evidence.of(history),
            TrialRandom.of(1, trials.size()))
        .point();
  }

  private static History history(
      List<FinishedTrial> trials, List<double[]> pending, NoiseKind noise, int budget) {
    return new History(1, trials, pending, noise, OptionalInt.of(budget));
  }

  private static OutputScaling.Fitted identity() {
    return OutputScaling.Z_SCORE.fit(new double[] {-1, 1});
  }
}
