package dev.leadline.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SuggesterTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
  private static final double[] RUNNING = {.2, .2};

  /** Expects the same function whatever was observed; remembers what it was asked. */
  private static final class Recording implements Surrogate {
    final List<Observations> conditioned = new ArrayList<>();
    final List<double[][]> asked = new ArrayList<>();
    private final ToDoubleFunction<double[]> mean;

    Recording(ToDoubleFunction<double[]> mean) {
      this.mean = mean;
    }

    @Override
    public Posterior condition(Observations observations) {
      conditioned.add(observations);
      return points -> {
        asked.add(points);
        double[] means = new double[points.length];
        double[] deviations = new double[points.length];
        for (int i = 0; i < points.length; i++) {
          means[i] = mean.applyAsDouble(points[i]);
          deviations[i] = 0.01;
        }
        return new MixturePredictive(new double[] {1}, means, deviations);
      };
    }
  }

  /** A bowl with its bottom at (0.7, 0.3), equally unsure everywhere. */
  private final Recording bowl = new Recording(p -> 5 * Math.hypot(p[0] - 0.7, p[1] - 0.3));

  private static Model model(Surrogate surrogate) {
    return new Model(
        surrogate, new ModelUnits(OutputScaling.Z_SCORE), Acquisition.EXPECTED_IMPROVEMENT);
  }

  private static Suggester suggester(Surrogate surrogate, StallPolicy stalls, Design design) {
    Model model = model(surrogate);
    Models models = new Models(model, model, () -> model, () -> model);
    return new Suggester(models, Maximiser.standard(), stalls, design);
  }

  private static Suggestion suggest(Surrogate surrogate, Space space, History history) {
    return suggester(surrogate, StallPolicy.standard(), Design.given(3))
        .suggest(
            new SearchSpace(space).candidates(history), Evidence.of(history), TrialRandom.of(1, 3));
  }

  private static History history(NoiseKind noise, double[]... pending) {
    List<FinishedTrial> finished =
        List.of(
            FinishedTrial.completed(0, new double[] {0.1, 0.1}, -1),
            FinishedTrial.completed(1, new double[] {0.9, 0.9}, 0.4),
            FinishedTrial.completed(2, new double[] {0.5, 0.2}, 0.6));
    return new History(2, finished, List.of(pending), noise, OptionalInt.empty());
  }

  @Test
  void suggestion_isTheBottomOfTheModel() {
    Suggestion suggestion = suggest(bowl, SQUARE, history(NoiseKind.NONE));
    assertThat(suggestion.point()[0]).isCloseTo(0.7, within(0.01));
    assertThat(suggestion.point()[1]).isCloseTo(0.3, within(0.01));
    assertThat(suggestion.expectedImprovement().orElseThrow()).isPositive();
  }

  @Test
  void suggestion_isTheSameOnAnyNumberOfCores() throws Exception {
    double[][] points = new double[3][];
    for (int threads = 1; threads <= 3; threads++) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      points[threads - 1] =
          pool.submit(() -> suggest(bowl, SQUARE, history(NoiseKind.NONE)).point()).get();
      pool.shutdown();
    }
    assertThat(points[1]).isEqualTo(points[0]);
    assertThat(points[2]).isEqualTo(points[0]);
  }

  @Test
  void model_isConditionedOnceAndAskedForWhatIsToBeBetteredFirst() {
    suggest(bowl, SQUARE, history(NoiseKind.NONE));
    assertThat(bowl.conditioned).hasSize(1);
    assertThat(bowl.conditioned.get(0).size()).isEqualTo(3);
    assertThat(bowl.asked.get(0)).isDeepEqualTo(bowl.conditioned.get(0).points());
  }

  @Test
  void pendingTrials_areAwaitedAndWhatIsExpectedOfThemIsToBeBettered() {
    suggest(bowl, SQUARE, history(NoiseKind.NONE, RUNNING));
    assertThat(bowl.conditioned.get(0).awaited()).isDeepEqualTo(new double[][] {RUNNING});
    assertThat(bowl.asked.get(1)).isDeepEqualTo(new double[][] {RUNNING});
  }

  @ParameterizedTest
  @EnumSource
  void incumbent_isTheLowestExpectedValueOrThatOfAPendingTrial(NoiseKind noise) {
    double[][] seen = history(noise).observations().points();
    for (double running : new double[] {-0.1, 5}) { // elsewhere 0 is expected, of the trials 0.1
      Recording flat =
          new Recording(
              p ->
                  Arrays.equals(p, RUNNING)
                      ? running
                      : Arrays.stream(seen).anyMatch(known -> Arrays.equals(known, p)) ? 0.1 : 0);
      double gain =
          suggest(flat, SQUARE, history(noise, RUNNING)).expectedImprovement().orElseThrow();
      assertThat(gain > 1e-3)
          .as("%s expected of the running trial", running)
          .isEqualTo(running > 0);
    }
  }

  @Test
  void incumbent_isLookedForAmongTheLowestValuesOfALongStudy() {
    List<FinishedTrial> trials =
        IntStream.range(0, 100)
            .mapToObj(
                i -> FinishedTrial.completed(i, new double[] {i / 100.0, 0.5}, (i * 37) % 100))
            .toList();
    suggest(bowl, SQUARE, new History(2, trials, List.of(), NoiseKind.NONE, OptionalInt.empty()));
    assertThat(bowl.asked)
        .anySatisfy(
            points ->
                assertThat(points)
                    .hasNumberOfRows(32)
                    .contains(new double[] {0, 0.5}, Index.atIndex(0)));
  }

  @Test
  void model_decidesAfterFourPointsWhateverTheNumberOfInputs() {
    SpaceBuilder wide = Space.builder();
    IntStream.range(0, 10).forEach(i -> wide.real("x" + i, 0, 1));
    Space space = wide.build();
    for (int known = 1; known <= 4; known++) {
      List<FinishedTrial> trials =
          IntStream.range(0, known)
              .mapToObj(i -> FinishedTrial.completed(i, space.snap(new double[10]), i))
              .toList();
      History history = new History(10, trials, List.of(), NoiseKind.NONE, OptionalInt.empty());
      Suggestion found =
          suggester(bowl, StallPolicy.standard(), Design.of(ModelFree.SOBOL))
              .suggest(
                  new SearchSpace(space).candidates(history),
                  Evidence.of(history),
                  TrialRandom.of(1, known));
      assertThat(found.expectedImprovement().isPresent()).isEqualTo(known == 4);
    }
  }

  /** The values fall, but the model expects them to rise: a stall where values do not repeat. */
  @Test
  void luckyValue_isNoProgressWhereValuesDoNotRepeat() {
    List<FinishedTrial> trials =
        IntStream.range(0, 12)
            .mapToObj(i -> FinishedTrial.completed(i, new double[] {i / 12.0, 0.5}, 12 - i))
            .toList();
    for (NoiseKind noise : NoiseKind.values()) {
      Recording rising = new Recording(p -> p[0]);
      History history = new History(2, trials, List.of(), noise, OptionalInt.empty());
      suggester(rising, new StallPolicy(6, 4, 0), Design.given(2))
          .suggest(
              new SearchSpace(SQUARE).candidates(history),
              Evidence.of(history),
              TrialRandom.of(1, 12));
      assertThat(rising.conditioned.stream().anyMatch(known -> known.size() < 12))
          .isEqualTo(noise == NoiseKind.UNKNOWN);
    }
  }

  @Test
  void searchWithoutACandidate_isFollowedByADraw() {
    Space needle =
        Space.builder()
            .real("x", 0, 1)
            .real("y", 0, 1)
            .require("x >= 0.4567891")
            .require("x <= 0.4567892")
            .require("y >= 0.4999999")
            .require("y <= 0.5000001")
            .build();
    Suggestion found =
        suggest(bowl, needle, history(NoiseKind.NONE, new double[] {0.45678915, 0.5}));
    assertThat(needle.feasible(needle.decode(found.point()))).isTrue();
    assertThat(found.expectedImprovement()).isEmpty();
  }
}
