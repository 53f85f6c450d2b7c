package dev.leadline.app;

import dev.leadline.app.exit.UserError;
import dev.leadline.pfn.PfnModel;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Strategies;
import dev.leadline.study.Strategy;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.TrialRecord;
import dev.leadline.suggest.NoiseKind;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how suggestions are made and where they are kept. */
final class StudyOptions {

  private static final String PFN = "pfn";

  @Option(
      names = "--study",
      paramLabel = "FILE.db",
      description = "Where results are kept; an existing study is continued.")
  private @Nullable Path file;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "The seed of all randomness (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--strategy",
      paramLabel = "S",
      description = "pfn, committee, sobol or random (default: pfn).")
  private @Nullable String strategy;

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      description =
          "The network of pfn: a shipped one (see leadline model --list) or a file"
              + " (default: default).")
  private @Nullable String model;

  @Option(
      names = "--noisy",
      description = "The same settings give different values: they may be tried again.")
  private boolean noisy;

  Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  long seed() {
    return seed;
  }

  /** The strategy asked for; without shipped weights the committee stands in for the network. */
  String strategy() {
    if (strategy != null) {
      return strategy;
    }
    return model != null || PfnModel.ships(ModelSource.DEFAULT) ? PFN : "committee";
  }

  /** The strategy with the model it was given, as studies remember it. */
  String title() {
    return model == null ? strategy() : "%s %s".formatted(strategy(), model);
  }

  /** Refuses an unknown strategy or a model for one that has none before anything is started. */
  void check() {
    if (!Strategies.names().contains(strategy())) {
      throw UserError.usage(
          "expected --strategy of %s but got '%s'"
              .formatted(String.join(", ", Strategies.names()), strategy()));
    }
    if (model != null && !strategy().equals(PFN)) {
      throw UserError.usage(
          "expected --model with the strategy pfn but got %s; leave one out".formatted(strategy()));
    }
  }

  /** A study that continues with the given stored trials. */
  Study study(Problem problem, Optional<StudyFile> stored, OptionalInt budget) {
    StudyBuilder builder =
        Study.builder(problem.space())
            .direction(problem.direction())
            .seed(seed)
            .noise(noisy ? NoiseKind.UNKNOWN : NoiseKind.NONE)
            .strategy(madeStrategy());
    budget.ifPresent(builder::budget);
    stored.ifPresent(
        studyFile ->
            builder.records(
                studyFile.trials().stream().map(trial -> record(problem.space(), trial)).toList()));
    return builder.build();
  }

  private Strategy madeStrategy() {
    return model == null ? Strategies.named(strategy()) : Strategies.pfn(ModelSource.open(model));
  }

  /** A stored trial as the study takes it: one that is queued is still to be evaluated. */
  static TrialRecord record(Space space, StoredTrial trial) {
    var configuration = space.parse(trial.settings());
    return switch (trial.state()) {
      case QUEUED, RUNNING -> TrialRecord.running(trial.number(), configuration);
      case DONE -> TrialRecord.completed(trial.number(), configuration, trial.valueOrNaN());
      case FAILED -> TrialRecord.failed(trial.number(), configuration, trial.reasonOrEmpty());
    };
  }
}
