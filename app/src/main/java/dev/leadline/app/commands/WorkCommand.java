package dev.leadline.app.commands;

import dev.leadline.app.execute.Ending;
import dev.leadline.app.execute.ServedStudy;
import dev.leadline.app.execute.StopSignal;
import dev.leadline.app.execute.Tuner;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.ProgressPrinter;
import dev.leadline.app.report.Screen;
import dev.leadline.app.report.TrialCount;
import dev.leadline.storage.Budget;
import dev.leadline.storage.Session;
import dev.leadline.storage.SharedStudy;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline work}: evaluates trials of a study that others work on, too. */
@Command(
    name = "work",
    mixinStandardHelpOptions = true,
    description = {
      "Works on a study beside others: takes trials, runs a program for them, reports the results.",
      "Any number of workers may work on one study, on any machine that reaches it."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline work tune.db -- ./run.sh {x} {y}",
      "  leadline work postgresql://db.example/tuning/nightly --parallel 4 -- ./run.sh {x} {y}",
      "  leadline work http://tuning.example:7070/nightly -- ./run.sh {x} {y}",
      "",
      "The study says how many trials there are and how they are suggested; leadline run creates",
      "it. A worker that dies loses its trial to another one. Ctrl-C hands its trials back."
    })
public final class WorkCommand extends ConsoleCommand implements Callable<Integer> {

  /** How long to wait for a database that does not answer, and how often to try. */
  private static final Duration MOST_AWAY = Duration.ofMinutes(1);

  private static final Duration BETWEEN_CALLS = Duration.ofSeconds(1);

  @Parameters(
      index = "0",
      paramLabel = "STUDY",
      description =
          "A study: FILE.db, postgresql://HOST/DATABASE/NAME or http://SERVER:PORT/NAME (with the"
              + " token in $LEADLINE_TOKEN).")
  private String study = "";

  @Parameters(
      index = "1..*",
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The program and its arguments, after --.")
  private List<String> command = new ArrayList<>();

  @Mixin private EvaluationOptions evaluation = new EvaluationOptions();
  @Mixin private RelatedOption related = new RelatedOption();

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      defaultValue = "20s",
      converter = DurationConverter.class,
      description =
          "Without a sign of life for so long, this worker's trials go to others (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration patience;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = {
        "When it is to end (SIGTERM, Ctrl-C): let trials that run go on for so long, usually their",
        "--timeout, then hand back the others (default: at once)."
      })
  private @Nullable Duration grace;

  @Override
  public Integer call() {
    return study.matches("https?:.*") ? workForServer() : workOnStore();
  }

  private int workForServer() {
    if (related.isGiven()) {
      throw UserError.usage(
          "expected --related with a study that is not on a server but got %s; a server's study is told of others of that server when it is made: on its page, or by \"related\" in POST /api/v1/studies"
              .formatted(study));
    }
    StopSignal signal = new StopSignal();
    try (StopOnShutdown hook = StopOnShutdown.install(signal, Optional.ofNullable(grace));
        ServedStudy served = ServedStudy.open(study, System.getenv(), patience)) {
      Optional<Budget> budget =
          served.budget().stream().mapToObj(n -> new Budget(n, Budget.Counting.ALL)).findFirst();
      TuningPlan plan = evaluation.plan(served.problem(), command, budget);
      return work(plan, served, OutputDirectory.of(served.path()), signal);
    }
  }

  private int workOnStore() {
    StudyLocation location = StudyLocation.parse(study);
    StopSignal signal = new StopSignal();
    Session session = Session.usual().patience(patience);
    try (StopOnShutdown hook = StopOnShutdown.install(signal, Optional.ofNullable(grace));
        StoredStudy stored = open(location, session, signal)) {
      TuningPlan plan = evaluation.plan(stored.problem(), command, stored.budget());
      PrintWriter err = err();
      stored.substitution().ifPresent(sentence -> err.println("note: " + sentence));
      RelatedOption.announce(stored, err);
      return work(plan, stored, OutputDirectory.of(location.ownPath()), signal);
    }
  }

  private int work(TuningPlan plan, SharedStudy shared, OutputDirectory output, StopSignal signal) {
    PrintWriter err = err();
    err.println(
        "study %s: %s so far".formatted(shared.name(), TrialCount.of(shared.trials()).words()));
    err.flush();
    Screen screen = Screen.of(Screen.Stream.ERR, System.getenv(), System.getProperties());
    ProgressPrinter printer = new ProgressPrinter(err, screen, shared.problem().objective());
    Ending ending = Tuner.here(shared, plan, output, printer, signal, Optional.empty()).run();
    printer.clear();
    PrintWriter out = out();
    out.println(ending.isStop() ? "stopped; the same command goes on" : "done: " + ending.words());
    out.flush();
    return (ending.isStop() ? ExitCode.INTERRUPTED : ExitCode.OK).number();
  }

  /** A worker may come before its database is up, or while that is restarted. */
  private StoredStudy open(StudyLocation location, Session session, StopSignal signal) {
    long begin = System.nanoTime();
    while (true) {
      try {
        return open(location, session);
      } catch (StorageException e) {
        boolean isLate = System.nanoTime() - begin > evaluation.within(MOST_AWAY).toNanos();
        if (!e.isUnreachable() || isLate || signal.awaitStop(BETWEEN_CALLS)) {
          throw e;
        }
      }
    }
  }

  private StoredStudy open(StudyLocation location, Session session) {
    StudyStore store = location.open(session);
    try {
      StudySetup known = setup(store);
      StudySetup setup =
          known.related(related.read(known.problem(), List.of(), Optional.of(location)));
      return StoredStudy.open(
          store, setup, ModelSource.strategy(setup.strategy()), session.clock());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  static StudySetup setup(StudyStore store) {
    StudyHeader header = store.header();
    try {
      return StudySetup.of(header);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("%s: %s".formatted(store.name(), e.getMessage()));
    }
  }
}
