package dev.leadline.lab.method;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Problem;
import dev.leadline.lab.problem.Told;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A study asked and told as a user would, by one worker or several. Not thread-safe. */
final class StudyRun implements AutoCloseable {

  /* A worker that is free takes a trial at once, so that all but one are busy whenever a trial is asked for. How long a trial
   * takes is drawn evenly between half and one and a half of the average. A run that is continued begins with free workers. */

  private static final double SHORTEST = 0.5;
  private static final double LONGEST = 1.5;
  private static final List<Double> SHARES = List.of(0.001, 0.01, 0.1);

  private final RunHistory run;
  private final Problem problem;
  private final Study study;
  private final int workers;
  private final Optional<StudyOptions> options;
  private final RandomGenerator durations;
  private final PriorityQueue<Busy> busy =
      new PriorityQueue<>(
          Comparator.comparingDouble(Busy::end).thenComparingInt(b -> b.trial.number()));
  private double now;
  private @Nullable Busy latest;

  private record Busy(Trial trial, double end, Optional<ImprovementForecast> forecast) {}

  /**
   * @param strategy closed with this
   */
  StudyRun(RunHistory run, StudyMethod method, Strategy strategy) {
    this.run = run;
    this.problem = run.problem();
    this.workers = method.atOnce();
    this.options = method.context().study();
    this.durations = run.runRandom();
    StudyBuilder builder =
        Study.builder(problem.space())
            .seed(options.isPresent() ? run.seed() : run.runSeed())
            .noise(problem.noise())
            .limits(problem.limits())
            .strategy(strategy);
    problem.goals().ifPresent(builder::goals);
    method.early().ifPresent(builder::early);
    method.earlier().ifPresent(earlier -> builder.related(earlier.related(run)));
    if (options.isPresent() && options.get().budget()) {
      builder.budget(run.initial() + run.budget());
    }
    this.study = builder.build();
    for (int i = 0; i < run.initial() + run.step(); i++) {
      study.enqueue(problem.space().decode(run.point(i)));
      tell(study.ask(), run.outcome(i));
    }
    method.earlier().stream()
        .flatMap(earlier -> earlier.first(run).stream())
        .skip(run.step())
        .forEach(study::enqueue);
  }

  /** The point of the next trial to end. */
  double[] next() {
    while (busy.size() < workers) {
      Trial trial = study.ask();
      boolean asked = options.isPresent() && options.get().forecast();
      busy.add(
          new Busy(
              trial,
              now + durations.nextDouble(SHORTEST, LONGEST),
              asked
                  ? ImprovementForecast.of(study, trial.expectedImprovement())
                  : Optional.empty()));
    }
    Busy first = busy.remove();
    now = first.end;
    latest = first;
    return problem.space().encode(first.trial.configuration());
  }

  /** Tells what came of the point before. */
  Told tell(Outcome outcome) {
    Busy ended = latest;
    if (ended == null) {
      throw new IllegalStateException("expected to be asked for a point first");
    }
    Outcome told = tell(ended.trial, outcome);
    boolean isLast = run.step() + 1 == run.budget();
    return new Told(
        told,
        ended.forecast.map(StudyRun::chances),
        isLast && options.isPresent() && options.get().recommend()
            ? study.recommend().map(this::choice)
            : Optional.empty());
  }

  private Outcome tell(Trial trial, Outcome outcome) {
    Optional<Configuration> filled = problem.filled(trial.configuration());
    if (filled.isPresent()) {
      study.forget(trial.number());
      study.observe(filled.get(), outcome.value(), outcome.further());
    } else if (outcome.isFailed()) {
      study.fail(trial, "failed");
    } else {
      for (int step = 1; step <= outcome.curve().size(); step++) {
        if (!study.report(trial.number(), step, outcome.curve().get(step - 1))) {
          return outcome.endedAfter(step);
        }
      }
      study.tell(trial, outcome.value(), outcome.further());
    }
    return outcome;
  }

  private static Told.Forecast chances(ImprovementForecast forecast) {
    return new Told.Forecast(
        forecast.range(),
        SHARES.stream().map(share -> new Told.Chance(share, forecast.chance(share))).toList());
  }

  private Told.Choice choice(Recommendation recommended) {
    double[] point = problem.space().encode(recommended.configuration());
    double value = problem instanceof Objective function ? function.value(point) : Double.NaN;
    return new Told.Choice(problem.regret(point), value, recommended.low(), recommended.high());
  }

  @Override
  public void close() {
    study.close();
  }
}
