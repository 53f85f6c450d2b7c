package dev.leadline.lab.method;

import java.io.Serial;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.SimpleBounds;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.hipparchus.random.Well19937c;

/** One run of CMA-ES, asked point by point. Not thread-safe. */
final class CmaEsRun {

  /* The library's optimiser calls the objective itself. To ask it for points, it is run again from its seed for each generation:
   * evaluations already in the run are answered from there, the next generation's points are collected, and then the run is left
   * by an exception. The run is thus a function of the run alone, which also makes it resumable. */

  private static final double SIGMA = 0.25;

  private final RunHistory run;
  private final int population;
  private final Deque<double[]> pending = new ArrayDeque<>();

  CmaEsRun(RunHistory run) {
    this.run = run;
    this.population = 4 + (int) (3 * Math.log(run.dimensions()));
  }

  double[] next() {
    if (pending.isEmpty()) {
      int used = 0;
      for (int attempt = 0; pending.isEmpty(); attempt++) {
        used += replay(attempt, used);
      }
    }
    return pending.removeFirst();
  }

  /** Runs one start from the beginning and returns how many of the run's steps it consumed. */
  private int replay(int attempt, int firstStep) {
    int d = run.dimensions();
    SplittableRandom random = run.runRandom();
    for (int i = 0; i < attempt; i++) {
      random.split();
    }
    SplittableRandom own = random.split();
    double[] guess = attempt == 0 ? bestInitial() : own.doubles(d).toArray();
    double[] lower = new double[d];
    double[] upper = new double[d];
    double[] sigma = new double[d];
    Arrays.fill(upper, 1);
    Arrays.fill(sigma, SIGMA);
    Replay replay = new Replay(firstStep, attempt == 0);
    CMAESOptimizer optimiser =
        new CMAESOptimizer(
            Integer.MAX_VALUE,
            Double.NEGATIVE_INFINITY,
            true,
            0,
            0,
            new Well19937c(own.nextLong()),
            false,
            null);
    try {
      optimiser.optimize(
          new MaxEval(Integer.MAX_VALUE),
          new ObjectiveFunction(replay::value),
          GoalType.MINIMIZE,
          new InitialGuess(guess),
          new SimpleBounds(lower, upper),
          new CMAESOptimizer.Sigma(sigma),
          new CMAESOptimizer.PopulationSize(population));
    } catch (GenerationComplete e) {
      return replay.consumed;
    }
    return replay.consumed;
  }

  private double[] bestInitial() {
    int best = 0;
    for (int i = 1; i < run.initial(); i++) {
      if (run.value(i) < run.value(best)) {
        best = i;
      }
    }
    return run.point(best);
  }

  private double bestInitialValue() {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < run.initial(); i++) {
      best = Math.min(best, run.value(i));
    }
    return best;
  }

  /** Answers from the run as long as it can, then collects points to the generation's end. */
  private final class Replay {
    private final int firstStep;
    private int evaluations;
    private int consumed;
    private boolean guessKnown;

    Replay(int firstStep, boolean guessKnown) {
      this.firstStep = firstStep;
      this.guessKnown = guessKnown;
    }

    double value(double[] point) {
      boolean generationStarts = evaluations == 0 || evaluations % population == 1 % population;
      if (generationStarts && !pending.isEmpty()) {
        throw new GenerationComplete();
      }
      evaluations++;
      if (guessKnown) {
        guessKnown = false;
        return bestInitialValue();
      }
      int step = firstStep + consumed;
      if (step < run.step()) {
        consumed++;
        return run.value(run.initial() + step);
      }
      pending.addLast(run.snap(point));
      return 0;
    }
  }

  /** Leaves the library's loop; carries nothing. */
  private static final class GenerationComplete extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    GenerationComplete() {
      super(null, null, false, false);
    }
  }
}
