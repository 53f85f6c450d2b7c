package dev.leadline.lab.method;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Problem;
import dev.leadline.lab.problem.Task;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What studies of a task are told of earlier ones of its family. Thread-safe. */
public final class EarlierStudies {

  /** What is told. */
  enum Kind {
    /** The best settings of each, which are tried first. */
    BEST_FIRST,
    /** All that they saw. */
    RELATED,
    /** The same shuffled: values stand at the settings of others. */
    UNRELATED,
    /** The same turned round: what was good is bad. */
    REVERSED,
    /** The same, all save the first shuffled. */
    MIXED
  }

  private static final int MOST = 3;
  private static final int TRIALS = 40;
  private static final long SEEDS = 1_000_000;

  private final Kind kind;
  private final Map<String, List<Trial>> seen = new ConcurrentHashMap<>();

  EarlierStudies(Kind kind) {
    this.kind = kind;
  }

  /** Of what is told by its name in plans, such as {@code best-first}. */
  static EarlierStudies named(String name) {
    List<String> names = Stream.of(Kind.values()).map(EarlierStudies::name).toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "expected :%s behind a method but got ':%s'".formatted(String.join(", :", names), name));
    }
    return new EarlierStudies(Kind.values()[names.indexOf(name)]);
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All that was seen of other tasks. */
  public static EarlierStudies related() {
    return new EarlierStudies(Kind.RELATED);
  }

  /** Those that the study of a run learns from. */
  List<RelatedStudy> related(RunHistory run) {
    return kind == Kind.BEST_FIRST ? List.of() : studies(run.problem(), run.seed());
  }

  /** The settings that the study of a run tries first. */
  List<Configuration> first(RunHistory run) {
    return kind != Kind.BEST_FIRST
        ? List.of()
        : studies(run.problem(), run.seed()).stream()
            .flatMap(study -> best(study, run.space()).stream())
            .toList();
  }

  /** Those of a problem's family with a seed. */
  public List<RelatedStudy> studies(Problem problem, long seed) {
    List<Task> others = new ArrayList<>(problem.relatedTasks());
    if (others.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a task with others of its family, such as real-sqlite-*, for a method with :%s"
              .formatted(name(kind)));
    }
    Collections.shuffle(others, new Random(seed));
    return IntStream.range(0, Math.min(MOST, others.size()))
        .mapToObj(i -> study(others.get(i), i, seed))
        .toList();
  }

  private RelatedStudy study(Task task, int place, long seed) {
    Objective objective = task.objective(seed);
    List<Trial> trials =
        seen.computeIfAbsent(task.name() + " " + seed, name -> fromNothing(objective, seed));
    return RelatedStudy.of(
        task.name(),
        objective.space(),
        Direction.MINIMISE,
        switch (kind) {
          case BEST_FIRST, RELATED -> trials;
          case REVERSED -> reversed(trials);
          case UNRELATED -> shuffled(trials, seed + place);
          case MIXED -> place == 0 ? trials : shuffled(trials, seed + place);
        });
  }

  private static List<Trial> fromNothing(Objective objective, long seed) {
    try (Study study =
        Study.builder(objective.space())
            .seed(SEEDS + seed)
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < TRIALS; i++) {
        Trial trial = study.ask();
        study.tell(trial, objective.value(objective.space().encode(trial.configuration())));
      }
      return study.trials();
    }
  }

  /** The best setting of an earlier study, in the space of a new one. */
  private static List<Configuration> best(RelatedStudy study, Space space) {
    return study.match(space, study.goals()).study().trials().stream()
        .min(Comparator.comparingDouble(Trial::value))
        .map(Trial::configuration)
        .stream()
        .toList();
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
}
