package dev.leadline.app.commands;

import dev.leadline.app.exit.UserError;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Strategies;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline retry}: lets failed trials be tried again, or takes a trial out of a study. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    description = {
      "Lets the failed trials of a study be tried again by the next run, or takes a trial out of it.",
      "They keep their numbers and settings, and count once."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline retry tune.db",
      "  leadline retry tune.db --trial 7",
      "  leadline retry tune.db --delete 7 --reason 'measured on the wrong machine'"
    })
public final class RetryCommand extends ConsoleCommand implements Runnable {

  @Parameters(
      paramLabel = "STUDY",
      converter = StudyLocationConverter.class,
      description = "A study: FILE.db or postgresql://HOST/DATABASE/NAME.")
  private StudyLocation location;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Choice choice = new Choice();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why the trial is taken out; the study keeps it.")
  private @Nullable String reason;

  /** Which trials. */
  static final class Choice {
    @Option(names = "--failed", description = "All failed trials (the default).")
    private boolean failed;

    @Option(names = "--trial", paramLabel = "N", description = "This trial only; repeat for more.")
    private List<Integer> trials = List.of();

    @Option(
        names = "--delete",
        paramLabel = "N",
        description = "Take this trial out of the study instead; needs --reason.")
    private @Nullable Integer delete;
  }

  @Override
  public void run() {
    if ((choice.delete == null) != (reason == null)) {
      throw UserError.usage(
          "expected --reason TEXT with --delete N, so that the study remembers why; give both or none");
    }
    if (reason != null && reason.isBlank()) {
      throw UserError.usage("expected --reason with some words but got none; say why");
    }
    try (StoredStudy study = open()) {
      if (choice.delete != null) {
        study.delete(choice.delete, String.valueOf(reason));
        out().println("trial %d is deleted: %s".formatted(choice.delete, reason));
      } else {
        retry(study);
      }
    }
  }

  /** The study as it is; no model is loaded, because nothing is asked. */
  private StoredStudy open() {
    Session session = Session.usual();
    StudyStore store = location.open(session);
    StudySetup setup = StudySetup.of(Problem.parseUnconstrained(store.header().space()));
    return StoredStudy.open(store, setup, Strategies.random(), session.clock());
  }

  private void retry(StoredStudy study) {
    List<Integer> trials = choice.failed || choice.trials.isEmpty() ? failed(study) : choice.trials;
    trials.forEach(study::retry);
    out()
        .println(
            trials.isEmpty()
                ? "no trial of %s has failed".formatted(location)
                : "%s of %s will be tried again; run the same command"
                    .formatted(
                        trials.size() == 1 ? "1 trial" : trials.size() + " trials", location));
  }

  private static List<Integer> failed(StoredStudy study) {
    return study.store().trials().stream()
        .filter(trial -> trial.state() == StoredState.FAILED)
        .map(StoredTrial::number)
        .toList();
  }
}
