package dev.leadline.lab.advice;

import dev.leadline.lab.problem.InitialDesign;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;

/**
 * One study of a noisy task, from its initial points to its recommendation.
 *
 * @param task the name of the task without its noise
 * @param noise as a share of the function's standard deviation
 * @param steps evaluations after the initial ones
 */
record NoisyRun(String task, double noise, long seed, int steps) {

  Advice with(Strategy strategy) {
    Task noisy = Tasks.named("%s@noise=%s".formatted(task, noise));
    Objective objective = noisy.objective(seed);
    try (Study study =
        Study.builder(objective.space())
            .seed(seed)
            .noise(NoiseKind.UNKNOWN)
            .budget(noisy.initialPoints() + steps)
            .strategy(strategy)
            .build()) {
      int evaluations = 0;
      double lowest = Double.POSITIVE_INFINITY;
      for (double[] point : InitialDesign.of(noisy, seed)) {
        study.observe(objective.space().decode(point), objective.observe(point, evaluations++));
        lowest = Math.min(lowest, regret(objective, point));
      }
      for (int step = 0; step < steps; step++) {
        Trial trial = study.ask();
        double[] point = objective.space().encode(trial.configuration());
        study.tell(trial, objective.observe(point, evaluations++));
        lowest = Math.min(lowest, regret(objective, point));
      }
      return advice(study, objective, lowest);
    }
  }

  private Advice advice(Study study, Objective objective, double lowest) {
    int dimensions = objective.dimensions();
    Recommendation advice = study.recommend().orElseThrow();
    double[] recommended = objective.space().encode(advice.configuration());
    double[] luckiest = objective.space().encode(study.best().orElseThrow().configuration());
    return new Advice(
        task,
        dimensions,
        noise,
        seed,
        regret(objective, recommended),
        regret(objective, luckiest),
        lowest,
        objective.value(recommended),
        advice.low(),
        advice.high());
  }

  private static double regret(Objective objective, double[] point) {
    return Math.max(0, objective.value(point) - objective.minimum());
  }
}
