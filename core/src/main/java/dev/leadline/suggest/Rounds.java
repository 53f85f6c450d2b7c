package dev.leadline.suggest;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Scores;
import dev.leadline.acquisition.Search;
import dev.leadline.units.OutputScaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rounds of one search: candidates out, scores in. Used by one thread. */
final class Rounds {

  private final Search.Run run;
  private final double incumbent;
  private final double margin;
  private final OutputScaling.Fitted scaling;
  private final Look.Ending ending;
  private final List<double[][]> asked = new ArrayList<>();
  private final List<Scores> answers = new ArrayList<>();

  Rounds(
      Search.Run run,
      double incumbent,
      double margin,
      OutputScaling.Fitted scaling,
      Look.Ending ending) {
    this.run = run;
    this.incumbent = incumbent;
    this.margin = margin;
    this.scaling = scaling;
    this.ending = ending;
  }

  Step next() {
    double[][] candidates = run.propose();
    if (candidates.length > 0) {
      return new Step.Score(candidates, incumbent - margin, scores -> score(candidates, scores));
    }
    return asked.isEmpty() ? ending.otherwise().get() : Step.done(best());
  }

  private Step score(double[][] candidates, Scores scores) {
    run.score(scores.acquisition(), scores.mean());
    asked.add(candidates);
    answers.add(scores);
    return next();
  }

  /** The best candidate, with what it is expected to gain if the scores came with distributions. */
  private Suggestion best() {
    double[] best = run.best();
    double[] point = ending.back().apply(best);
    for (int round = 0; round < asked.size(); round++) {
      for (int i = 0; i < asked.get(round).length; i++) {
        if (Arrays.equals(best, asked.get(round)[i])) {
          return answers
              .get(round)
              .distribution(i)
              .map(
                  belief ->
                      Suggestion.of(
                          point,
                          scaling.expectedImprovement(belief, incumbent, Acquisition.TRIMMED)))
              .orElseGet(() -> Suggestion.of(point));
        }
      }
    }
    throw new IllegalStateException("expected the best of the candidates but got another point");
  }
}
