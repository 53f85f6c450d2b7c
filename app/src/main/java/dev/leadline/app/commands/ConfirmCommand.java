package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.StopSignal;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.execute.Turns;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.storage.Attachment;
import dev.leadline.storage.Confirmation;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.Session;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline confirm}: measures the settings that a study found again, beside yours. */
@Command(
    name = "confirm",
    mixinStandardHelpOptions = true,
    description = {
      "Measures your settings of today and the best ones of a study again, in turns, and says by"
          + " how",
      "much they are better, with an interval. Nothing else should run on the machine meanwhile."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline confirm tune.db",
      "  leadline confirm tune.db --repeat 10",
      "",
      "The command is that of leadline run, in the directory from which that was started. Where"
          + " values",
      "are noisy the recommended settings are measured, too. Ctrl-C stops; the same command goes"
          + " on."
    })
public final class ConfirmCommand extends ConsoleCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "STUDY",
      converter = StudyLocationConverter.class,
      description = "A study: FILE.db or postgresql://HOST/DATABASE/NAME.")
  private StudyLocation location;

  @Option(
      names = "--repeat",
      paramLabel = "K",
      defaultValue = "5",
      description = "How many turns (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--trial",
      paramLabel = "N",
      description =
          "Whose settings are confirmed, in place of the best; for a study of several goals one of"
              + " its front.")
  private @Nullable Integer trial;

  @Override
  public Integer call() {
    requireTurns("--repeat", turns);
    StopSignal signal = new StopSignal();
    try (StopOnShutdown hook = StopOnShutdown.install(signal);
        StoredStudy study = open()) {
      Map<Subject, Trial> subjects = subjects(study, Optional.ofNullable(trial));
      if (subjects.size() < 2) {
        throw new UserError(ExitCode.FAILED, nothing(subjects));
      }
      return confirm(
          Turns.here(study, plan(study), OutputDirectory.of(location.ownPath()), signal, err()),
          subjects,
          turns,
          out());
    }
  }

  static void requireTurns(String option, int turns) {
    if (turns < 2) {
      throw UserError.usage(
          "expected %s of 2 or more but got %d: one turn says nothing of the noise"
              .formatted(option, turns));
    }
  }

  /**
   * What is measured; see {@link Turns#subjects}.
   *
   * @param chosen the trial that stands in the place of the best, if one does
   */
  static Map<Subject, Trial> subjects(StoredStudy study, Optional<Integer> chosen) {
    if (study.problem().several().isPresent() && chosen.isEmpty()) {
      throw UserError.usage(
          "expected --trial N with a study of several goals, one of the front that leadline show lists; no settings are the best in all of them");
    }
    Map<Subject, Trial> subjects =
        chosen.isEmpty()
            ? Turns.subjects(study)
            : Turns.subjects(study, completed(study, chosen.get()));
    if (!subjects.containsKey(Subject.BASELINE)) {
      throw UserError.usage(
          "expected a study with your settings among its trials but there are none; run it again"
              + " with --baseline NAME=VALUE,... and one trial more");
    }
    return subjects;
  }

  private static Trial completed(StoredStudy study, int number) {
    return study
        .trial(number)
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .orElseThrow(
            () ->
                UserError.usage(
                    "expected --trial of a completed trial but there is none of number " + number));
  }

  /** Why there is nothing to compare with the settings of today. */
  static String nothing(Map<Subject, Trial> subjects) {
    return "no trial is better than your settings (trial %d): there is nothing to confirm"
        .formatted(subjects.values().iterator().next().number());
  }

  /** Measures, and says what came of it. */
  static int confirm(Turns measured, Map<Subject, Trial> subjects, int turns, PrintWriter out) {
    Optional<Confirmation> done = measured.run(subjects, turns, Instant.now());
    done.ifPresentOrElse(
        confirmation -> confirmation.lines().forEach(line -> out.println("confirmation: " + line)),
        () -> out.println("stopped; the same command goes on"));
    out.flush();
    return (done.isPresent() ? ExitCode.OK : ExitCode.INTERRUPTED).number();
  }

  private StoredStudy open() {
    StudyStore store = location.open(Session.usual());
    try {
      StudySetup setup = WorkCommand.setup(store);
      return StudyOptions.open(store, setup, ModelSource.strategy(setup.strategy()));
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** How the trials of the study were evaluated last. */
  private TuningPlan plan(StoredStudy study) {
    String command = study.store().header().command();
    List<String> options =
        study.store().attachments().stream()
            .filter(attachment -> attachment.kind() == Attachment.Kind.EVALUATION)
            .map(Attachment::text)
            .reduce((earlier, later) -> later)
            .map(text -> text.isEmpty() ? List.<String>of() : CommandTemplate.unquote(text))
            .orElseThrow(
                () ->
                    UserError.usage(
                        "expected a study that leadline run tuned but nothing says how trials of %s are measured"
                            .formatted(location)));
    EvaluationOptions evaluation =
        CommandLine.populateCommand(new EvaluationOptions(), options.toArray(String[]::new));
    return evaluation.plan(study.problem(), CommandTemplate.unquote(command), Optional.empty());
  }
}
