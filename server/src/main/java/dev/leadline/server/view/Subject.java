package dev.leadline.server.view;

import dev.leadline.search.Strategy;
import dev.leadline.space.Space;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A study that is looked at, and the strategy that makes its suggestions. */
record Subject(Problem problem, StudyHeader header, List<Trial> trials, Strategy strategy) {

  /**
   * Makes sense of what was read.
   *
   * @throws StorageException if it makes none
   */
  static Subject of(StudySnapshot snapshot, Strategy strategy) {
    try {
      Problem problem = Problem.parseReadable(snapshot.header().space());
      List<Trial> trials =
          snapshot.trials().stream()
              .map(trial -> trial.record(problem.space()))
              .flatMap(Optional::stream)
              .toList();
      return new Subject(problem, snapshot.header(), trials, strategy);
    } catch (IllegalArgumentException e) {
      throw new StorageException(
          "the study is damaged (%s); restore a copy of it".formatted(e.getMessage()));
    }
  }

  Space space() {
    return problem.space();
  }

  /**
   * The same, as if one of several goals was the only one.
   *
   * @throws IllegalArgumentException if there is no such goal
   */
  Subject about(String metric) {
    Goals goals = problem.several().orElseThrow(() -> noGoal(metric, "this study has one goal"));
    Goal goal =
        goals.all().stream()
            .filter(one -> one.metric().equals(metric))
            .findFirst()
            .orElseThrow(() -> noGoal(metric, goals.words()));
    Problem one = new Problem(space(), goal.direction(), metric);
    for (Limit limit : problem.limits()) {
      one = one.within(limit);
    }
    int place = goals.all().indexOf(goal);
    List<Trial> valued =
        trials.stream()
            .filter(trial -> trial.state() != TrialState.STOPPED)
            .filter(
                trial ->
                    trial.state() != TrialState.COMPLETED
                        || Double.isFinite(goals.values(trial).get(place)))
            .map(
                trial ->
                    trial.state() == TrialState.COMPLETED
                        ? Trial.completed(
                            trial.number(),
                            trial.configuration(),
                            goals.values(trial).get(place),
                            trial.measurements())
                        : trial)
            .toList();
    return new Subject(one, header, valued, strategy);
  }

  private static IllegalArgumentException noGoal(String metric, String words) {
    return new IllegalArgumentException(
        "expected one of several goals but got '%s'; %s".formatted(metric, words));
  }

  /** The study as it would go on; it is not to be closed, because the strategy is not ours. */
  Study study() {
    StudyBuilder builder = builder();
    problem.several().ifPresent(builder::goals);
    return builder.build();
  }

  /** The same with its first goal alone. */
  Study ofFirstGoal() {
    return builder().build();
  }

  private StudyBuilder builder() {
    StudyBuilder builder =
        Study.builder(space())
            .direction(problem.direction())
            .limits(problem.limits())
            .seed(header.seed())
            .noise(header.noise())
            .strategy(strategy)
            .records(trials);
    header.budget().ifPresent(budget -> budget.tell(builder));
    return builder;
  }

  /** What is believed after the trials with numbers below this one. */
  Optional<StudyModel> modelBefore(int number) {
    List<Trial> before =
        trials.stream()
            .filter(trial -> trial.number() < number && trial.state() != TrialState.RUNNING)
            .toList();
    return StudyModel.of(
        space(), problem.direction(), problem.limits(), header.noise(), strategy, before);
  }

  /** Completed trials by their value, the best first. */
  Comparator<Trial> bestFirst() {
    Comparator<Trial> smallFirst = Comparator.comparingDouble(Trial::value);
    return problem.direction() == Direction.MINIMISE ? smallFirst : smallFirst.reversed();
  }
}
