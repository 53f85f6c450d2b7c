package dev.leadline.app.commands;

import dev.leadline.app.execute.CommandCluster;
import dev.leadline.app.execute.Ending;
import dev.leadline.app.execute.StopSignal;
import dev.leadline.app.execute.Tuner;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.ProgressPrinter;
import dev.leadline.app.report.Screen;
import dev.leadline.app.report.TrialCount;
import dev.leadline.search.NoiseKind;
import dev.leadline.storage.Budget;
import dev.leadline.storage.Budget.Counting;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.StudyDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class RunCommand implements Callable<Integer> {

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

  @Mixin private EvaluationOptions evaluation = new EvaluationOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The program and its arguments.")
  private List<String> command = new ArrayList<>();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    options.check();
    StudyDescription description = space.description();
    Problem problem = description.problem();
    EvaluationOptions.requirePositive("--trials", trials);
    EvaluationOptions.requirePositive("--deaths", deaths);
    Budget budget = new Budget(trials, ignoreFailed ? Counting.WITHOUT_FAILED : Counting.ALL);
    TuningPlan plan = plan(problem, budget).asking(description.places());
    if (description.start().size() > trials) {
      throw UserError.usage(
          "expected --trials of at least the %d configurations to try first but got %d"
              .formatted(description.start().size(), trials));
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
    PrintWriter err = spec.commandLine().getErr();
    announce(err, study);
    options.adopt(study, err);
    err.flush();
    Screen screen = Screen.of(Screen.Stream.ERR, System.getenv(), System.getProperties());
    ProgressPrinter printer = new ProgressPrinter(err, screen);
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
    summary.print(spec.commandLine().getOut(), ending);
    return (ending.isStop() ? ExitCode.INTERRUPTED : ExitCode.OK).number();
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
      return Tuner.here(study, plan, output, printer, signal).run();
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
