package dev.leadline.lab.goals;

import dev.leadline.lab.problem.Seed;
import dev.leadline.search.SobolSequence;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Measurements;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Studies of the problems with several goals, from the same first points as their peers.
 *
 * @param problems what is run on
 * @param firstSeed the first seed
 * @param seeds the number of seeds
 * @param evaluations of each run, the first points included
 */
public record GoalRuns(List<GoalProblem> problems, int firstSeed, int seeds, int evaluations) {

  private static final int VECTORS = 10;

  public GoalRuns {
    problems = List.copyOf(problems);
  }

  /**
   * One run.
   *
   * @param reached what the points so far reach of the box between ideal and reference, after each
   *     evaluation
   * @param ms what each suggestion took, in milliseconds; the first points took none
   */
  public record Run(String task, String method, long seed, List<Double> reached, List<Double> ms) {}

  /** What a peer needs to make one run. */
  record Start(String task, long seed, int evaluations, List<List<Double>> initial) {}

  /** Values at some points of the unit cube, and what these reach together. */
  record Vector(
      String task, List<List<Double>> points, List<List<Double>> values, double reached) {}

  /** All that peers need. */
  record Starts(List<GoalProblem> problems, List<Vector> vectors, List<Start> runs) {}

  /** What peers need, as JSON. */
  public String starts() {
    List<Vector> vectors = new ArrayList<>();
    List<Start> starts = new ArrayList<>();
    for (GoalProblem problem : problems) {
      vectors.add(vector(problem));
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        starts.add(new Start(problem.name(), seed, evaluations, lists(initial(problem, seed))));
      }
    }
    return JsonMapper.builder().build().writeValueAsString(new Starts(problems, vectors, starts));
  }

  /**
   * Carries the runs out, one after the other.
   *
   * @param method the name in the records
   * @param strategy makes a new one for each run, which the run closes
   */
  public void measure(String method, Supplier<Strategy> strategy, Consumer<Run> sink) {
    for (GoalProblem problem : problems) {
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        sink.accept(run(problem, seed, method, strategy.get()));
      }
    }
  }

  private Run run(GoalProblem problem, long seed, String method, Strategy strategy) {
    Space space = space(problem);
    List<double[]> seen = new ArrayList<>();
    List<Double> reached = new ArrayList<>();
    List<Double> ms = new ArrayList<>();
    try (Study study =
        Study.builder(space).goals(goals(problem)).seed(seed).strategy(strategy).build()) {
      for (double[] point : initial(problem, seed)) {
        if (seen.size() < evaluations) {
          double[] values = problem.at(point);
          study.observe(space.decode(point), values[0], further(values));
          add(problem, values, seen, reached);
        }
      }
      while (seen.size() < evaluations) {
        long begin = System.nanoTime();
        Trial trial = study.ask();
        ms.add(Math.round((System.nanoTime() - begin) / 1e4) / 1e2);
        double[] values = problem.at(unit(trial.configuration()));
        study.tell(trial, values[0], further(values));
        add(problem, values, seen, reached);
      }
    }
    return new Run(problem.name(), method, seed, reached, ms);
  }

  private static void add(
      GoalProblem problem, double[] values, List<double[]> seen, List<Double> reached) {
    seen.add(values);
    reached.add(Math.round(problem.reached(seen) * 1e7) / 1e7);
  }

  private static Goals goals(GoalProblem problem) {
    return new Goals(
        IntStream.range(0, problem.goals()).mapToObj(k -> Goal.minimise("f" + k)).toList(),
        Map.of());
  }

  private static Measurements further(double[] values) {
    Measurements further = Measurements.none();
    for (int k = 1; k < values.length; k++) {
      further = further.with("f" + k, values[k]);
    }
    return further;
  }

  private static Space space(GoalProblem problem) {
    SpaceBuilder space = Space.builder();
    for (int d = 0; d < problem.dimensions(); d++) {
      space.real("x" + d, 0, 1);
    }
    return space.build();
  }

  private static double[] unit(Configuration configuration) {
    return IntStream.range(0, configuration.values().size())
        .mapToDouble(d -> configuration.real("x" + d))
        .toArray();
  }

  /** Twice as many points as there are inputs, and two more. */
  private static double[][] initial(GoalProblem problem, long seed) {
    SobolSequence sequence =
        new SobolSequence(
            problem.dimensions(), Seed.stream("several goals " + problem.name(), seed));
    return IntStream.range(0, 2 * (problem.dimensions() + 1))
        .mapToObj(sequence::point)
        .toArray(double[][]::new);
  }

  private static Vector vector(GoalProblem problem) {
    SplittableRandom random = Seed.stream("vector " + problem.name());
    double[][] points =
        IntStream.range(0, VECTORS)
            .mapToObj(i -> random.doubles(problem.dimensions()).toArray())
            .toArray(double[][]::new);
    double[][] values = Arrays.stream(points).map(problem::at).toArray(double[][]::new);
    return new Vector(
        problem.name(), lists(points), lists(values), problem.reached(Arrays.asList(values)));
  }

  private static List<List<Double>> lists(double[][] rows) {
    return Arrays.stream(rows).map(row -> Arrays.stream(row).boxed().toList()).toList();
  }
}
