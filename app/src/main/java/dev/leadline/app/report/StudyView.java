package dev.leadline.app.report;

import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.storage.RelatedText;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Relative;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A study that is only looked at. Immutable and thread-safe. */
public record StudyView(
    Problem problem,
    StudyHeader header,
    List<Trial> trials,
    List<Relative> relatives,
    Optional<Trial> best,
    Optional<Recommendation> recommendation) {

  /**
   * Makes sense of what was read.
   *
   * @param name of the study, for messages
   * @param strategies opens a strategy by the title that the study remembers
   * @throws StorageException if it makes none
   */
  public static StudyView of(
      String name, StudySnapshot snapshot, Function<String, Strategy> strategies) {
    StudyHeader header = snapshot.header();
    try {
      Problem problem = Problem.parseReadable(header.space());
      List<Trial> trials =
          snapshot.trials().stream()
              .map(trial -> trial.record(problem.space()))
              .flatMap(Optional::stream)
              .toList();
      StudyBuilder builder = Study.builder(problem.space()).goal(problem.wanted().get(0));
      problem.several().ifPresent(builder::goals);
      try (Study study =
          builder
              .related(RelatedText.all(snapshot.attachments(), problem))
              .limits(problem.limits())
              .noise(header.noise())
              // Without noise nobody asks the model, so it need not be loaded.
              .strategy(
                  header.noise() == NoiseKind.NONE
                      ? Strategies.random()
                      : strategies.apply(header.strategy()))
              .records(trials)
              .build()) {
        boolean isOne = problem.several().isEmpty();
        return new StudyView(
            problem,
            header,
            trials,
            study.relatives(),
            isOne ? study.best() : Optional.empty(),
            isOne ? study.recommend() : Optional.empty());
      }
    } catch (IllegalArgumentException e) {
      throw new StorageException(
          "%s is damaged (%s); restore a copy of it".formatted(name, e.getMessage()));
    }
  }

  /**
   * What the model expects of the settings of a trial after all other trials; empty if they are not
   * in the space, too little is known or there are several goals.
   *
   * @param strategy that the study remembers; it stays open
   */
  public Optional<Prediction> expected(int number, Strategy strategy) {
    Optional<Trial> asked = trials.stream().filter(trial -> trial.number() == number).findFirst();
    if (asked.isEmpty() || problem.several().isPresent()) {
      return Optional.empty();
    }
    List<Trial> others =
        trials.stream()
            .filter(trial -> trial.number() != number && trial.state() != TrialState.RUNNING)
            .toList();
    Optional<StudyModel> model =
        StudyModel.of(
            problem.space(),
            problem.direction(),
            problem.limits(),
            header.noise(),
            strategy,
            others);
    if (model.isEmpty()) {
      return Optional.empty();
    }
    try (StudyModel known = model.get()) {
      return Optional.of(known.at(List.of(asked.get().configuration())).get(0));
    }
  }

  /** What is recommended, where values are noisy and the best one is partly luck. */
  public Optional<Recommendation> recommended() {
    return header.noise() == NoiseKind.NONE ? Optional.empty() : recommendation;
  }

  /** What the values are compared with, if the study has tried it. */
  public Optional<Baseline> baseline() {
    return Baseline.of(problem, trials);
  }

  public Trial trial(int number) {
    return trials.stream().filter(trial -> trial.number() == number).findFirst().orElseThrow();
  }
}
