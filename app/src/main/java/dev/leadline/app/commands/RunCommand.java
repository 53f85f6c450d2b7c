package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandCluster;
import dev.leadline.app.execute.CommandTemplate;
import dev.leadline.app.execute.DriftWatch;
import dev.leadline.app.execute.Ending;
import dev.leadline.app.execute.StopSignal;
import dev.leadline.app.execute.Tuner;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.execute.Turns;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.ProgressPrinter;
import dev.leadline.app.report.Screen;
import dev.leadline.app.report.TrialCount;
import dev.leadline.search.NoiseKind;
import dev.leadline.storage.Attachment;
import dev.leadline.storage.Budget;
import dev.leadline.storage.Budget.Counting;
import dev.leadline.storage.Confirmation;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.StudyDescription;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leadline run}: tunes a program by running it. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Tunes any program: runs it with suggested settings and learns from its results.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline run --space examples/branin.yaml --trials 40 -- examples/branin.sh {x1} {x2}",
      "  leadline run --param heap=integer:64..1024:log --param gc=choice:Serial,Parallel,G1 \\",
      "      --trials 30 --timeout 30s --regex 'took (.*) ms' -- \\",
      "      java -Xmx{heap}m -XX:+Use{gc}GC -jar app.jar",
      "",
      "Settings reach the command as {name} (a flag also as {name?yes:no}), as environment",
      "variables LEADLINE_name, or in files rendered by --template. Ctrl-C stops; the same",
      "command resumes."
    })
public final class RunCommand extends ConsoleCommand implements Callable<Integer> {

  @Mixin private SpaceOptions space = new SpaceOptions();
  @Mixin private StudyOptions options = new StudyOptions();

  @Option(
      names = "--trials",
      paramLabel = "N",
      required = true,
      description = "How many trials the study may have, earlier ones included.")
  private int trials;

  @Option(
      names = "--ignore-failed",
      description = "Failed trials do not count: --trials is how many may give a value.")
  private boolean ignoreFailed;

  @Option(
      names = "--deaths",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "Give up a trial during which leadline died N times, here or elsewhere (default:"
              + " ${DEFAULT-VALUE}).")
  private int deaths;

  @Option(
      names = "--confirm",
      paramLabel = "K",
      description =
          "At the end measure your settings and the best ones again in K turns, and say by how much"
              + " they are better; the evaluations are part of --trials.")
  private @Nullable Integer confirm;

  @Option(
      names = "--watch-drift",
      description =
          "Measure your settings again after every 10 trials, to say whether the machine drifts;"
              + " the evaluations come on top of --trials.")
  private boolean watchDrift;

  @Mixin private EvaluationOptions evaluation = new EvaluationOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The program and its arguments.")
  private List<String> command = new ArrayList<>();

  @Override
  public Integer call() {
    options.check();
    StudyDescription description = space.description();
    Problem problem = description.problem();
    EvaluationOptions.requirePositive("--trials", trials);
    EvaluationOptions.requirePositive("--deaths", deaths);
    int searched = trials - reserved(problem);
    Budget budget = new Budget(searched, ignoreFailed ? Counting.WITHOUT_FAILED : Counting.ALL);
    TuningPlan plan = plan(problem, budget).asking(description.places());
    if (description.start().size() > searched) {
      throw UserError.usage(
          "expected --trials of at least the %d configurations to try first%s but got %d"
              .formatted(
                  description.start().size(),
                  searched == trials ? "" : " and %d to confirm".formatted(trials - searched),
                  trials));
    }
    StudyLocation location =
        options
            .location()
            .orElseGet(() -> StudyLocation.parse(defaultFile(problem, plan).toString()));
    StudySetup setup =
        options
            .setup(description, Optional.of(location))
            .command(plan.command().toString())
            .deaths(deaths)
            .budget(budget);
    if (evaluation.isNoisy()) {
      setup = setup.noise(NoiseKind.UNKNOWN);
    }
    StopSignal signal = new StopSignal();
    try (StopOnShutdown hook = StopOnShutdown.install(signal);
        StoredStudy study = options.open(location, setup)) {
      return tune(plan, study, OutputDirectory.of(location.ownPath()), signal);
    }
  }

  private int tune(TuningPlan plan, StoredStudy study, OutputDirectory output, StopSignal signal) {
    PrintWriter err = err();
    announce(err, study);
    options.adopt(study, err);
    remember(study);
    err.flush();
    Screen screen = Screen.of(Screen.Stream.ERR, System.getenv(), System.getProperties());
    ProgressPrinter printer = new ProgressPrinter(err, screen, study.problem().objective());
    Ending ending = run(plan, study, output, printer, signal);
    printer.clear();
    study.learn();
    RunSummary summary = new RunSummary(plan, study, output);
    boolean isNothing =
        study
            .front()
            .map(front -> front.trials().isEmpty())
            .orElseGet(() -> study.best().isEmpty());
    if (isNothing && !ending.isStop()) {
      throw new UserError(ExitCode.FAILED, summary.nothingFound(ending));
    }
    PrintWriter out = out();
    summary.print(out, ending);
    if (confirm != null && !ending.isStop()) {
      return confirm(study, Turns.here(study, plan, output, signal, err), confirm, out);
    }
    return (ending.isStop() ? ExitCode.INTERRUPTED : ExitCode.OK).number();
  }

  /** Lets the study know how its trials are measured, so that it can be confirmed later. */
  private void remember(StoredStudy study) {
    Attachment words =
        new Attachment(Attachment.Kind.EVALUATION, CommandTemplate.quote(evaluation.words()));
    Optional<Attachment> last =
        study.store().attachments().stream()
            .filter(attachment -> attachment.kind() == words.kind())
            .reduce((earlier, later) -> later);
    if (!last.equals(Optional.of(words))) {
      study.store().attach(words);
    }
  }

  /** Confirms what the run found, unless that was done before. */
  private static int confirm(StoredStudy study, Turns measured, int turns, PrintWriter out) {
    Map<Subject, Trial> subjects = ConfirmCommand.subjects(study, Optional.empty());
    Optional<Confirmation> done =
        Confirmation.last(study.problem(), study.store().attachments())
            .filter(last -> last.isOf(subjects) && last.isComplete(subjects.keySet(), turns));
    if (subjects.size() < 2 || done.isPresent()) {
      done.map(Confirmation::lines)
          .orElseGet(() -> List.of(ConfirmCommand.nothing(subjects)))
          .forEach(line -> out.println("confirmation: " + line));
      return ExitCode.OK.number();
    }
    return ConfirmCommand.confirm(measured, subjects, turns, out);
  }

  /** How many evaluations are kept for the end. */
  private int reserved(Problem problem) {
    if (watchDrift || confirm != null) {
      String option = watchDrift ? "--watch-drift" : "--confirm";
      if (problem.baseline().isEmpty() || space.isWithoutBaseline()) {
        throw UserError.usage(
            "expected %s with your settings of today but there are none; give every parameter a default, or --baseline NAME=VALUE,..."
                .formatted(option));
      }
      if (cluster.isWanted()) {
        throw UserError.usage(
            "expected %s on this machine but got --on; leave one out".formatted(option));
      }
    }
    if (confirm == null) {
      return 0;
    }
    ConfirmCommand.requireTurns("--confirm", confirm);
    int settings = options.isNoisy() ? 3 : 2;
    int reserved = confirm * settings;
    if (trials <= reserved || problem.several().isPresent()) {
      throw UserError.usage(
          problem.several().isPresent()
              ? "expected --confirm with one goal but there are several; leave it out, and confirm one of the front afterwards by leadline confirm STUDY --trial N"
              : "expected --trials above the %d evaluations of --confirm %d but got %d"
                  .formatted(reserved, confirm, trials));
    }
    return reserved;
  }

  private TuningPlan plan(Problem problem, Budget budget) {
    Optional<Budget> most = Optional.of(budget);
    return cluster.isWanted()
        ? evaluation.planElsewhere(problem, cluster.command(command), most)
        : evaluation.plan(problem, command, most);
  }

  private Ending run(
      TuningPlan plan,
      StoredStudy study,
      OutputDirectory output,
      ProgressPrinter printer,
      StopSignal signal) {
    if (!cluster.isWanted()) {
      Optional<DriftWatch> drift =
          watchDrift ? Optional.of(new DriftWatch(study, Instant.now())) : Optional.empty();
      return Tuner.here(study, plan, output, printer, signal, drift).run();
    }
    try (CommandCluster machines = cluster.connect(study.name())) {
      return Tuner.on(machines, study, plan, output, printer, signal).run();
    }
  }

  /** A name that is the same for the same command, so that the same command resumes. */
  private Path defaultFile(Problem problem, TuningPlan plan) {
    String identity =
        String.join(
            "\u0000",
            problem.until(List.of()).canonicalText(), // whoever stops later goes on with the same
            plan.command().toString(),
            plan.source().identity(),
            String.join("\u0000", evaluation.templates()),
            options.title(),
            Long.toString(options.seed()));
    Path directory = Path.of("leadline-studies");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE,
          "the directory %s cannot be made here; use --study FILE.db".formatted(directory),
          e);
    }
    byte[] bytes = identity.getBytes(StandardCharsets.UTF_8);
    String suffix = UUID.nameUUIDFromBytes(bytes).toString().substring(0, 8);
    return directory.resolve(space.name() + "-" + suffix + ".db");
  }

  /** Whether nothing of a study was ever begun. */
  private static boolean isNew(StoredStudy study) {
    return study.store().trials().stream()
        .allMatch(trial -> trial.state() == StoredState.QUEUED && trial.attempts() == 0);
  }

  private static String first(TrialCount count) {
    return count.unfinished() == 0
        ? ""
        : ", with %d %s to try first"
            .formatted(
                count.unfinished(), count.unfinished() == 1 ? "configuration" : "configurations");
  }

  private static void announce(PrintWriter err, StoredStudy study) {
    TrialCount count = TrialCount.of(study.trials());
    String begin = isNew(study) ? "new" + first(count) : "continues after " + count.words();
    err.println("study %s: %s".formatted(study.name(), begin));
    study.store().changes().forEach(change -> err.println("note: " + change));
    study.substitution().ifPresent(sentence -> err.println("note: " + sentence));
    err.flush();
  }
}
