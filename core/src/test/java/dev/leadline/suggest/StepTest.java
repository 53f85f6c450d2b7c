package dev.leadline.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.acquisition.Scores;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepTest {

  private static final Space SQUARE = Space.builder().real("x", 0, 1).real("y", 0, 1).build();

  /** A bowl with its bottom at (0.7, 0.3), equally unsure everywhere, whatever was observed. */
  private static final Surrogate BOWL =
      observations ->
          points -> {
            double[] means = new double[points.length];
            double[] deviations = new double[points.length];
            for (int i = 0; i < points.length; i++) {
              means[i] = 5 * Math.hypot(points[i][0] - 0.7, points[i][1] - 0.3);
              deviations[i] = 0.01;
            }
            return new MixturePredictive(new double[] {1}, means, deviations);
          };

  private final Model model =
      new Model(BOWL, new ModelUnits(OutputScaling.Z_SCORE), Acquisition.EXPECTED_IMPROVEMENT);

  private static History history(NoiseKind noise, double[]... pending) {
    List<FinishedTrial> finished =
        List.of(
            FinishedTrial.completed(0, new double[] {0.1, 0.1}, -1),
            FinishedTrial.completed(1, new double[] {0.9, 0.9}, 0.4),
            FinishedTrial.completed(2, new double[] {0.5, 0.2}, 0.6));
    return new History(2, finished, List.of(pending), noise, OptionalInt.empty());
  }

  private Step start(Space space, History history) {
    return start(space, history, Hurdle.LOWEST_EXPECTED);
  }

  private Step start(Space space, History history, Hurdle hurdle) {
    return new ModelRule(
            model.units(), RoundSearch.standard(), EndGame.standard(), Design.given(3), hurdle)
        .start(new SearchSpace(space).candidates(history), history, Streams.of(1, 3));
  }

  /** The names of the questions of a step, in their order, repeated ones once. */
  private List<String> questions(Step first) {
    List<String> questions = new ArrayList<>();
    Step step = first;
    while (!(step instanceof Step.Done)) {
      String question;
      if (step instanceof Step.Condition condition) {
        question = "condition on " + condition.observations().size();
        step = condition.conditioned();
      } else if (step instanceof Step.Ask ask) {
        question = ask.summary() + " of " + ask.points().length;
        step = ask.answer(new double[ask.points().length]);
      } else {
        Step.Score score = (Step.Score) step;
        question = "score";
        step =
            score.answer(
                Scores.of(
                    new double[score.candidates().length], new double[score.candidates().length]));
      }
      if (questions.isEmpty() || !questions.get(questions.size() - 1).equals(question)) {
        questions.add(question);
      }
    }
    return questions;
  }

  @Test
  void best_isFoundEvenWhereTheImprovementUnderflows() {
    Suggestion suggestion =
        model.answer(start(SQUARE, history(NoiseKind.NONE), Hurdle.LOWEST_SEEN));
    assertThat(suggestion.point()[0]).isCloseTo(0.7, within(0.003));
    assertThat(suggestion.point()[1]).isCloseTo(0.3, within(0.003));
    assertThat(suggestion.expectedImprovement()).hasValue(0);
  }

  @Test
  void suggestion_isTheSameOnAnyNumberOfCores() throws Exception {
    double[][] points = new double[3][];
    for (int threads = 1; threads <= 3; threads++) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      points[threads - 1] =
          pool.submit(() -> model.answer(start(SQUARE, history(NoiseKind.NONE))).point()).get();
      pool.shutdown();
    }
    assertThat(points[1]).isEqualTo(points[0]);
    assertThat(points[2]).isEqualTo(points[0]);
  }

  @Test
  void questions_areFewWhereNothingIsPending() {
    assertThat(questions(start(SQUARE, history(NoiseKind.NONE))))
        .containsExactly("condition on 3", "MEAN of 3", "score");
  }

  @Test
  void pendingTrials_areAwaitedAndWhatIsExpectedOfThemIsToBeBettered() {
    assertThat(
            questions(
                start(
                    SQUARE, history(NoiseKind.NONE, new double[] {.2, .2}, new double[] {.3, 0}))))
        .containsExactly("condition on 3", "MEAN of 3", "MEDIAN of 2", "score");
  }

  @Test
  void incumbent_isWhatIsExpectedOfAPendingTrialIfThatIsLower() {
    double[] running = {.2, .2};
    Step.Condition condition = (Step.Condition) start(SQUARE, history(NoiseKind.NONE, running));
    assertThat(condition.observations().awaited()).isDeepEqualTo(new double[][] {running});
    for (double expected : new double[] {-2, 2}) {
      Step.Ask means =
          (Step.Ask)
              ((Step.Condition) start(SQUARE, history(NoiseKind.NONE, running))).conditioned();
      Step.Ask ask = (Step.Ask) means.answer(new double[] {1, 1.5, 3});
      assertThat(ask.points()).isDeepEqualTo(new double[][] {running});
      assertThat(((Step.Score) ask.answer(new double[] {expected})).incumbent())
          .isEqualTo(Math.min(expected, 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void incumbent_isTheLowestMeanWhetherValuesRepeatOrNot(NoiseKind noise) {
    Step.Condition condition = lastCondition(start(SQUARE, history(noise)));
    Step.Ask ask = (Step.Ask) condition.conditioned();
    assertThat(ask.summary()).isEqualTo(Step.Summary.MEAN);
    assertThat(ask.points()).isDeepEqualTo(condition.observations().points());
    assertThat(((Step.Score) ask.answer(new double[] {3, 1, 2})).incumbent()).isEqualTo(1);
  }

  @Test
  void incumbent_asInThePaper_isTheLowestValueWhereValuesRepeat() {
    Step.Condition condition =
        (Step.Condition) start(SQUARE, history(NoiseKind.NONE), Hurdle.LOWEST_SEEN);
    assertThat(((Step.Score) condition.conditioned()).incumbent())
        .isEqualTo(Arrays.stream(condition.observations().values()).min().orElseThrow());
    Step.Condition noisy =
        lastCondition(start(SQUARE, history(NoiseKind.UNKNOWN), Hurdle.LOWEST_SEEN));
    assertThat(noisy.conditioned()).isInstanceOf(Step.Ask.class);
  }

  /** Where the search itself begins: with noise the end game comes first and asks for means. */
  private static Step.Condition lastCondition(Step first) {
    Step.Condition condition = (Step.Condition) first;
    if (condition.conditioned() instanceof Step.Ask ask
        && ask.answer(new double[ask.points().length]) instanceof Step.Condition next) {
      return next;
    }
    return condition;
  }

  @Test
  void incumbent_isLookedForAmongTheLowestValuesOfALongStudy() {
    List<FinishedTrial> trials =
        IntStream.range(0, 100)
            .mapToObj(
                i -> FinishedTrial.completed(i, new double[] {i / 100.0, 0.5}, (i * 37) % 100))
            .toList();
    History history = new History(2, trials, List.of(), NoiseKind.NONE, OptionalInt.empty());
    Step.Ask ask = (Step.Ask) ((Step.Condition) start(SQUARE, history)).conditioned();
    assertThat(ask.points()).hasNumberOfRows(32).contains(new double[] {0, 0.5}, Index.atIndex(0));
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
      Step step =
          new ModelRule(
                  model.units(),
                  RoundSearch.standard(),
                  EndGame.standard(),
                  Design.of(ModelFree.SOBOL),
                  Hurdle.LOWEST_EXPECTED)
              .start(new SearchSpace(space).candidates(history), history, Streams.of(1, known));
      assertThat(step instanceof Step.Done).isEqualTo(known < 4);
    }
  }

  @Test
  void luckyValue_isNoProgressWhereValuesDoNotRepeat() {
    List<FinishedTrial> trials =
        IntStream.range(0, 12)
            .mapToObj(i -> FinishedTrial.completed(i, new double[] {i / 12.0, 0.5}, 12 - i))
            .toList();
    ModelRule rule =
        new ModelRule(
            model.units(),
            RoundSearch.standard(),
            new EndGame(6, 4, 0),
            Design.given(2),
            Hurdle.LOWEST_EXPECTED);
    for (NoiseKind noise : NoiseKind.values()) {
      History history = new History(2, trials, List.of(), noise, OptionalInt.empty());
      Step step =
          rule.start(new SearchSpace(SQUARE).candidates(history), history, Streams.of(1, 12));
      Step.Ask ask = (Step.Ask) ((Step.Condition) step).conditioned();
      double[] bestFirst = IntStream.range(0, 12).asDoubleStream().toArray();
      Step next = ask.answer(bestFirst);
      assertThat(next instanceof Step.Condition closeUp && closeUp.observations().size() < 12)
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
    Step step = start(needle, history(NoiseKind.NONE, new double[] {0.45678915, 0.5}));
    assertThat(questions(step)).containsExactly("condition on 3", "MEAN of 3", "MEDIAN of 1");
  }

  @Test
  void scoresWithoutDistributions_leaveTheImprovementOpen() {
    Step step = start(SQUARE, history(NoiseKind.NONE), Hurdle.LOWEST_SEEN);
    while (!(step instanceof Step.Done)) {
      if (step instanceof Step.Score score) {
        double[] lots = new double[score.candidates().length];
        step = score.answer(Scores.of(lots, lots));
      } else {
        step = ((Step.Condition) step).conditioned();
      }
    }
    assertThat(((Step.Done) step).suggestion().expectedImprovement()).isEmpty();
  }
}
