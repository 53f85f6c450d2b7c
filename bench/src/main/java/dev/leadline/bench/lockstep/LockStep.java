package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.suggest.Design;
import dev.leadline.suggest.History;
import dev.leadline.suggest.ModelRule;
import dev.leadline.suggest.Rule;
import dev.leadline.suggest.Step;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Drives one suggestion per lane and has the questions of all of them answered together.
 *
 * <p>A lane's suggestion depends on the lane alone, not on the lanes beside it. Not thread-safe;
 * what can be done lane by lane is spread over the cores.
 */
public final class LockStep implements Proposer {

  /* All steps begin by asking to be conditioned. They are conditioned together and then answered together, until each of them
   * is done or asks to be conditioned again, which few do; those make the next, smaller round. */

  private static final double[][] NONE = {};

  private final List<Lane> lanes;
  private final List<? extends Rule> rules;
  private final BatchScorer scorer;

  /**
   * @param rules one for each lane
   * @param scorer closed with this
   */
  public LockStep(List<Lane> lanes, List<? extends Rule> rules, BatchScorer scorer) {
    this.lanes = List.copyOf(lanes);
    this.rules = List.copyOf(rules);
    this.scorer = scorer;
  }

  /**
   * Suggestions with a model, after the initial points that each lane was given.
   *
   * @param scaling from the objective's units to the model's, fitted anew at every step
   * @param scorer closed with the result
   */
  public static LockStep of(
      List<Lane> lanes, Recipe recipe, OutputScaling scaling, BatchScorer scorer) {
    IntFunction<Rule> rule =
        i ->
            new ModelRule(
                new ModelUnits(scaling, scorer.judge(i)),
                recipe.search().apply(lanes.get(i)),
                recipe.endGame(),
                Design.given(lanes.get(i).initial()),
                recipe.hurdle());
    return new LockStep(
        lanes,
        IntStream.range(0, lanes.size()).mapToObj(rule).toList(),
        new BoundedScorer(scorer, recipe.memory()));
  }

  @Override
  public double[][] propose() {
    Step[] steps =
        IntStream.range(0, lanes.size()).parallel().mapToObj(this::start).toArray(Step[]::new);
    for (int[] asking = unconditioned(steps); asking.length > 0; asking = unconditioned(steps)) {
      converse(steps, asking);
    }
    return Arrays.stream(steps)
        .map(step -> ((Step.Done) step).suggestion().point())
        .toArray(double[][]::new);
  }

  private Step start(int index) {
    Lane lane = lanes.get(index);
    History history = lane.history();
    return rules.get(index).start(lane.candidates(history), history, lane.streams());
  }

  private static int[] unconditioned(Step[] steps) {
    return IntStream.range(0, steps.length)
        .filter(i -> steps[i] instanceof Step.Condition)
        .toArray();
  }

  /** Conditions the model for some lanes and answers their steps as long as that serves. */
  private void converse(Step[] steps, int[] asking) {
    List<Observations> known =
        Arrays.stream(asking).mapToObj(i -> ((Step.Condition) steps[i]).observations()).toList();
    try (BatchScorer.Scoring scoring = scorer.condition(asking, known)) {
      Arrays.stream(asking)
          .parallel()
          .forEach(i -> steps[i] = ((Step.Condition) steps[i]).conditioned());
      boolean answered = true;
      while (answered) {
        answered = false;
        for (Step.Summary summary : Step.Summary.values()) {
          answered |= summarise(summary, steps, asking, scoring);
        }
        answered |= score(steps, asking, scoring);
      }
    }
  }

  private static boolean summarise(
      Step.Summary summary, Step[] steps, int[] asking, BatchScorer.Scoring scoring) {
    double[][][] points =
        points(
            steps,
            asking,
            step -> step instanceof Step.Ask ask && ask.summary() == summary ? ask.points() : NONE);
    if (PaddedBatch.longest(points) == 0) {
      return false;
    }
    double[][] numbers = scoring.summarise(summary, points);
    answer(points, k -> steps[asking[k]] = ((Step.Ask) steps[asking[k]]).answer(numbers[k]));
    return true;
  }

  private static boolean score(Step[] steps, int[] asking, BatchScorer.Scoring scoring) {
    double[][][] candidates =
        points(steps, asking, step -> step instanceof Step.Score s ? s.candidates() : NONE);
    if (PaddedBatch.longest(candidates) == 0) {
      return false;
    }
    double[] incumbents =
        Arrays.stream(asking)
            .mapToDouble(i -> steps[i] instanceof Step.Score s ? s.incumbent() : 0)
            .toArray();
    List<Scores> scores = scoring.score(candidates, incumbents);
    answer(
        candidates, k -> steps[asking[k]] = ((Step.Score) steps[asking[k]]).answer(scores.get(k)));
    return true;
  }

  private static double[][][] points(
      Step[] steps, int[] asking, Function<Step, double[][]> question) {
    return Arrays.stream(asking).mapToObj(i -> question.apply(steps[i])).toArray(double[][][]::new);
  }

  /** Goes on with the steps that asked about points, on all cores. */
  private static void answer(double[][][] points, IntConsumer answer) {
    IntStream.range(0, points.length).parallel().filter(k -> points[k].length > 0).forEach(answer);
  }

  @Override
  public void close() {
    scorer.close();
  }
}
