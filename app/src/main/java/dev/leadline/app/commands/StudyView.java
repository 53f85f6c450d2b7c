package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.TrialValues;
import dev.leadline.space.Parameter;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.TrialRecord;
import dev.leadline.suggest.NoiseKind;
import java.util.List;
import java.util.Optional;

/** A study that is only looked at. Immutable and thread-safe. */
record StudyView(
    Problem problem,
    StudyHeader header,
    List<TrialRecord> trials,
    Optional<TrialRecord> best,
    Optional<Recommendation> recommendation) {

  /**
   * Makes sense of what was read.
   *
   * @param name of the study, for messages
   * @throws StorageException if it makes none
   */
  static StudyView of(String name, StudySnapshot snapshot) {
    StudyHeader header = snapshot.header();
    try {
      Problem problem = Problem.parseReadable(header.space());
      List<TrialRecord> trials =
          snapshot.trials().stream()
              .map(trial -> trial.record(problem.space()))
              .flatMap(Optional::stream)
              .toList();
      if (problem.several().isPresent()) {
        return new StudyView(problem, header, trials, Optional.empty(), Optional.empty());
      }
      try (Study study =
          Study.builder(problem.space())
              .direction(problem.direction())
              .limits(problem.limits())
              .noise(header.noise())
              // Without noise nobody asks the model, so it need not be loaded.
              .strategy(
                  header.noise() == NoiseKind.NONE
                      ? Strategies.random()
                      : ModelSource.strategy(header.strategy()))
              .records(trials)
              .build()) {
        return new StudyView(problem, header, trials, study.best(), study.recommend());
      }
    } catch (IllegalArgumentException e) {
      throw new StorageException(
          "%s is damaged (%s); restore a copy of it".formatted(name, e.getMessage()));
    }
  }

  TrialRecord trial(int number) {
    return trials.stream().filter(trial -> trial.number() == number).findFirst().orElseThrow();
  }

  /** The command that uses the settings of a trial, if the study tunes one. */
  Optional<String> command(TrialRecord trial) {
    if (header.command().isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        TrialValues.names(problem.space().parameters().stream().map(Parameter::name).toList());
    return Optional.of(CommandTemplate.reread(header.command(), names).readyToPaste(trial));
  }
}
