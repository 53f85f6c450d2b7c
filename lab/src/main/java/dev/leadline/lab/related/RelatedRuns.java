package dev.leadline.lab.related;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.study.Direction;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Studies of tasks of one family, with earlier studies of others of it and without. Not
 * thread-safe.
 */
public final class RelatedRuns {

  /** What a study is told. */
  public enum Arm {
    /** Nothing: it begins like any other. */
    NOTHING,
    /** The best settings of three earlier studies are tried first. */
    BEST_FIRST,
    /** It learns from three earlier studies. */
    RELATED,
    /** The same, but what they say was shuffled: the values stand at settings of others. */
    UNRELATED,
    /** The same, but in all of them what was good is bad. */
    REVERSED,
    /** The same, but all save the first were shuffled. */
    MIXED
  }

  private static final int EARLIER = 3;
  private static final int EARLIER_TRIALS = 40;
  private static final long EARLIER_SEEDS = 1_000_000;
  private static final int RANDOM_RUNS = 200;
  private static final int RANDOM_TRIALS = 30;

  private final int trials;
  private final Supplier<Strategy> strategy;
  private final Map<String, List<Trial>> earlier = new HashMap<>();
  private final Map<String, Double> random = new HashMap<>();

  /**
   * @param trials of each run
   * @param strategy makes a new one for each run, which the run closes
   */
  public RelatedRuns(int trials, Supplier<Strategy> strategy) {
    this.trials = trials;
    this.strategy = strategy;
  }

  /**
   * One run.
   *
   * @param minimum the lowest value that is known
   * @param random the median of what random search has after 30 trials
   * @param best the best value after each trial
   */
  public record Run(
      String task, Arm arm, long seed, double minimum, double random, List<Double> best) {}

  /** Carries out the runs of a family for one seed. */
  public void measure(List<Task> family, List<Arm> arms, long seed, Consumer<Run> sink) {
    for (Task task : family) {
      List<Task> others = new ArrayList<>(family);
      others.remove(task);
      Collections.shuffle(others, new Random(seed));
      List<Task> told = others.subList(0, Math.min(EARLIER, others.size()));
      for (Arm arm : arms) {
        sink.accept(run(task, told, arm, seed));
      }
    }
  }

  private Run run(Task task, List<Task> told, Arm arm, long seed) {
    Objective objective = objective(task, seed);
    StudyBuilder builder =
        Study.builder(objective.space()).seed(seed).budget(trials).strategy(strategy.get());
    switch (arm) {
      case NOTHING, BEST_FIRST -> {}
      case RELATED, UNRELATED, REVERSED, MIXED -> builder.related(related(told, arm, seed));
    }
    List<Double> best = new ArrayList<>();
    try (Study study = builder.build()) {
      if (arm == Arm.BEST_FIRST) {
        related(told, arm, seed).forEach(one -> best(one, objective).ifPresent(study::enqueue));
      }
      double lowest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < trials; i++) {
        Trial trial = study.ask();
        double value = value(objective, trial.configuration());
        study.tell(trial, value);
        lowest = Math.min(lowest, value);
        best.add(lowest);
      }
    }
    double level = random.computeIfAbsent(task.name(), name -> random(objective));
    return new Run(task.name(), arm, seed, objective.minimum(), level, best);
  }

  /** Programs are problems with one value. */
  private static Objective objective(Task task, long seed) {
    return (Objective) task.problem(seed);
  }

  private static double value(Objective objective, Configuration configuration) {
    return objective.value(objective.space().encode(configuration));
  }

  /** The best setting of an earlier study, in the space of the new one. */
  private static Optional<Configuration> best(RelatedStudy one, Objective objective) {
    return one.match(objective.space(), one.goals()).study().trials().stream()
        .min(Comparator.comparingDouble(Trial::value))
        .map(Trial::configuration);
  }

  private List<RelatedStudy> related(List<Task> told, Arm arm, long seed) {
    return IntStream.range(0, told.size())
        .mapToObj(
            i -> {
              Task task = told.get(i);
              List<Trial> seen =
                  earlier.computeIfAbsent(
                      task.name() + " " + seed, name -> study(objective(task, seed), seed));
              return RelatedStudy.of(
                  task.name(),
                  objective(task, seed).space(),
                  Direction.MINIMISE,
                  switch (arm) {
                    case NOTHING, BEST_FIRST, RELATED -> seen;
                    case REVERSED -> reversed(seen);
                    case UNRELATED -> shuffled(seen, seed + i);
                    case MIXED -> i == 0 ? seen : shuffled(seen, seed + i);
                  });
            })
        .toList();
  }

  /** An earlier study, which began with nothing. */
  private static List<Trial> study(Objective objective, long seed) {
    try (Study study =
        Study.builder(objective.space())
            .seed(EARLIER_SEEDS + seed)
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < EARLIER_TRIALS; i++) {
        Trial trial = study.ask();
        study.tell(trial, value(objective, trial.configuration()));
      }
      return study.trials();
    }
  }

  private static List<Trial> reversed(List<Trial> seen) {
    return seen.stream()
        .map(trial -> Trial.completed(trial.number(), trial.configuration(), -trial.value()))
        .toList();
  }

  private static List<Trial> shuffled(List<Trial> seen, long seed) {
    List<Trial> values = new ArrayList<>(seen);
    Collections.shuffle(values, new Random(seed));
    return IntStream.range(0, seen.size())
        .mapToObj(i -> Trial.completed(i, seen.get(i).configuration(), values.get(i).value()))
        .toList();
  }

  private static double random(Objective objective) {
    SplittableRandom draws = new SplittableRandom(1);
    double[] lowest =
        IntStream.range(0, RANDOM_RUNS)
            .mapToDouble(
                run ->
                    IntStream.range(0, RANDOM_TRIALS)
                        .mapToDouble(i -> objective.value(anywhere(objective, draws)))
                        .min()
                        .orElseThrow())
            .sorted()
            .toArray();
    return lowest[RANDOM_RUNS / 2];
  }

  private static double[] anywhere(Objective objective, SplittableRandom draws) {
    return objective.space().snap(draws.doubles(objective.space().dimensions()).toArray());
  }
}
