package dev.leadline.app.commands;

import dev.leadline.app.exit.UserError;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.storage.Adoption;
import dev.leadline.storage.KnownResults;
import dev.leadline.storage.Session;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.StudyDescription;
import dev.leadline.study.Strategies;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how suggestions are made and where they are kept. */
final class StudyOptions {

  @Option(
      names = "--study",
      paramLabel = "STUDY",
      converter = StudyLocationConverter.class,
      description =
          "Where results are kept: FILE.db or postgresql://HOST/DATABASE/NAME; an existing study"
              + " is continued.")
  private @Nullable StudyLocation location;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "The seed of all randomness (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--strategy",
      paramLabel = "S",
      description = "network, committee, sobol or random (default: network).")
  private @Nullable String strategy;

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      description =
          "A network that predicts by itself in place of the committee: a shipped one (see leadline"
              + " model --list) or a file of leadline pretrain.")
  private @Nullable String model;

  @Option(
      names = "--noisy",
      description = "The same settings give different values: they may be tried again.")
  private boolean noisy;

  @Option(
      names = "--from",
      paramLabel = "SOURCE",
      description =
          "Learn from the results of another study (FILE.db), of a table (FILE.csv) or of Optuna"
              + " (optuna:sqlite:///FILE.db?study=NAME); repeat for more.")
  private List<String> known = new ArrayList<>();

  @Mixin private RelatedOption related = new RelatedOption();

  Optional<StudyLocation> location() {
    return Optional.ofNullable(location);
  }

  long seed() {
    return seed;
  }

  boolean isNoisy() {
    return noisy;
  }

  /** The strategy asked for, or the model in its place, as studies remember it. */
  String title() {
    if (model != null) {
      return "pfn " + model;
    }
    return strategy == null ? Strategies.standardName() : strategy;
  }

  /** Refuses an unknown strategy, or one beside a model, before anything is started. */
  void check() {
    if (strategy != null && !Strategies.names().contains(strategy)) {
      throw UserError.usage(
          "expected --strategy of %s but got '%s'"
              .formatted(String.join(", ", Strategies.names()), strategy));
    }
    if (model != null && strategy != null) {
      throw UserError.usage(
          "expected --strategy or --model but got both, '%s' and '%s'; leave one out"
              .formatted(strategy, model));
    }
  }

  /**
   * What the options say of a study of this kind.
   *
   * @param place where it is kept, if it is
   * @throws InputException if results to learn from cannot be read: then no study is made
   */
  StudySetup setup(StudyDescription description, Optional<StudyLocation> place) {
    known.forEach(source -> KnownResults.read(source, description.problem()));
    return StudySetup.of(description.problem())
        .start(description.start())
        .related(related.read(description.problem(), description.related(), place))
        .strategy(title())
        .seed(seed)
        .noise(noisy ? NoiseKind.UNKNOWN : NoiseKind.NONE);
  }

  /**
   * Opens a study, or creates it.
   *
   * @throws StorageException if it cannot be used
   */
  StoredStudy open(StudyLocation place, StudySetup setup) {
    return open(() -> place.open(setup.header(), Session.usual()), setup);
  }

  /** Continues the study of a store, which is closed with it. */
  StoredStudy open(Supplier<StudyStore> place, StudySetup setup) {
    Strategy strategy =
        ModelSource.strategy(setup.strategy()); // without its model no study is made
    try {
      return open(place.get(), setup, strategy);
    } catch (RuntimeException e) {
      strategy.close();
      throw e;
    }
  }

  static StoredStudy open(StudyStore store, StudySetup setup, Strategy strategy) {
    try {
      return StoredStudy.open(store, setup, strategy, Clock.systemUTC());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Lets a study learn from what is known, and says what it made of that. */
  void adopt(StoredStudy study, PrintWriter out) {
    RelatedOption.announce(study, out);
    for (String source : known) {
      Adoption adopted = study.adopt(KnownResults.read(source, study.problem()));
      out.println("note: %s of %s".formatted(adopted.words(), source));
    }
  }
}
