package dev.leadline.storage;

import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a stored study is about and how it is searched. Immutable and thread-safe.
 *
 * @param problem the space, the direction and the name of the value
 * @param command what is tuned, for display; empty if the trials are evaluated elsewhere
 * @param strategy the name of the strategy, as the study remembers it
 * @param maxDeaths a trial during which the process died this often is given up; empty if who
 *     evaluates it does not die with this process
 * @param start what is tried first, unless the study has tried it
 * @param related earlier studies of like problems to learn from, besides those that it keeps
 */
public record StudySetup(
    Problem problem,
    String command,
    String strategy,
    long seed,
    NoiseKind noise,
    Optional<Budget> budget,
    OptionalInt maxDeaths,
    List<Configuration> start,
    List<RelatedStudy> related) {

  public StudySetup {
    start = List.copyOf(start);
    related = List.copyOf(related);
  }

  /** Small values are good, the standard strategy suggests, the seed is 0. */
  public static StudySetup minimise(Space space) {
    return of(new Problem(space, Direction.MINIMISE, Problem.UNNAMED));
  }

  /** Large values are good, the standard strategy suggests, the seed is 0. */
  public static StudySetup maximise(Space space) {
    return of(new Problem(space, Direction.MAXIMISE, Problem.UNNAMED));
  }

  /** {@link #minimise} in American spelling. */
  public static StudySetup minimize(Space space) {
    return minimise(space);
  }

  /** {@link #maximise} in American spelling. */
  public static StudySetup maximize(Space space) {
    return maximise(space);
  }

  /** The standard strategy suggests, the seed is 0. */
  public static StudySetup of(Problem problem) {
    return new StudySetup(
        problem,
        "",
        Strategies.standardName(),
        0,
        NoiseKind.NONE,
        Optional.empty(),
        StudyHeader.USUAL_DEATHS,
        List.of(),
        List.of());
  }

  /**
   * What a store keeps, as a setup.
   *
   * @throws IllegalArgumentException if a constraint of the space was written in Java, of which a
   *     store keeps only the words
   */
  public static StudySetup of(StudyHeader header) {
    Problem problem;
    try {
      problem = Problem.parse(header.space());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it cannot be worked on from here, because only the program that made it knows its space whole (%s)"
              .formatted(e.getMessage()),
          e);
    }
    return new StudySetup(
        problem,
        header.command(),
        header.strategy(),
        header.seed(),
        header.noise(),
        header.budget(),
        header.maxDeaths(),
        List.of(),
        List.of());
  }

  public StudySetup command(String text) {
    return new StudySetup(problem, text, strategy, seed, noise, budget, maxDeaths, start, related);
  }

  public StudySetup strategy(String name) {
    return new StudySetup(problem, command, name, seed, noise, budget, maxDeaths, start, related);
  }

  public StudySetup seed(long newSeed) {
    return new StudySetup(
        problem, command, strategy, newSeed, noise, budget, maxDeaths, start, related);
  }

  public StudySetup noise(NoiseKind kind) {
    return new StudySetup(
        problem, command, strategy, seed, kind, budget, maxDeaths, start, related);
  }

  public StudySetup budget(Budget newBudget) {
    return new StudySetup(
        problem, command, strategy, seed, noise, Optional.of(newBudget), maxDeaths, start, related);
  }

  /** So many trials, failed ones included. */
  public StudySetup budget(int trials) {
    return budget(new Budget(trials, Budget.Counting.ALL));
  }

  /** A trial during which so many workers died is given up. */
  public StudySetup deaths(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("expected 1 death or more but got " + most);
    }
    return new StudySetup(
        problem, command, strategy, seed, noise, budget, OptionalInt.of(most), start, related);
  }

  /** Trials are never given up: who evaluates them tells what came of them, however late. */
  public StudySetup evaluatedElsewhere() {
    return new StudySetup(
        problem, command, strategy, seed, noise, budget, OptionalInt.empty(), start, related);
  }

  /** These configurations are tried first, unless the study has tried them. */
  public StudySetup start(List<Configuration> configurations) {
    return new StudySetup(
        problem, command, strategy, seed, noise, budget, maxDeaths, configurations, related);
  }

  /**
   * Learns from these earlier studies, each as far as it turns out to be alike. The study keeps
   * them: opened again it needs no source, and one of a name that it has is passed over.
   */
  public StudySetup related(List<RelatedStudy> studies) {
    return new StudySetup(
        problem, command, strategy, seed, noise, budget, maxDeaths, start, studies);
  }

  /** The same as a store keeps it. */
  public StudyHeader header() {
    return new StudyHeader(
        problem.canonicalText(), command, strategy, seed, noise, budget, maxDeaths, List.of());
  }

  /** A new study in memory that suggests what this one asks for. */
  Study study(Strategy chosen) {
    StudyBuilder builder =
        Study.builder(problem.space())
            .goal(problem.wanted().get(0))
            .limits(problem.limits())
            .seed(seed)
            .noise(noise)
            .related(related)
            .strategy(chosen);
    problem.several().ifPresent(builder::goals);
    problem.early().ifPresent(builder::early);
    budget.ifPresent(allowed -> allowed.tell(builder));
    return builder.build();
  }
}
