package dev.leadline.app;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.run.ConvergencePlot;
import dev.leadline.app.run.OutputDirectory;
import dev.leadline.app.run.Screen;
import dev.leadline.app.run.TextPlot;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.TrialState;
import dev.leadline.study.Direction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline show}: prints a study. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Prints a study: its trials, the best one and a plot; works while it runs.",
    footerHeading = "%nExamples:%n",
    footer = {"  leadline show tune.db", "  leadline show tune.db --csv > tune.csv"})
final class ShowCommand implements Callable<Integer> {

  private static final Screen SCREEN =
      Screen.of(Screen.Stream.OUT, System.getenv(), System.getProperties());

  @Parameters(paramLabel = "FILE.db", description = "A study file.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path file;

  @Option(names = "--csv", description = "Print all trials as comma-separated values instead.")
  private boolean csv;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    StudyHeader header;
    List<StoredTrial> trials;
    try (StudyFile study = StudyFile.read(file)) {
      header = study.header();
      trials = study.trials();
    }
    if (csv) {
      TrialTableFormat.csv(trials).forEach(line -> out.print(line + "\r\n"));
    } else {
      show(out, header, trials);
    }
    out.flush();
    return ExitCode.OK.number();
  }

  private void show(PrintWriter out, StudyHeader header, List<StoredTrial> trials) {
    List<String> space = header.space().lines().toList();
    out.println("study %s: %s".formatted(file, space.get(0)));
    space.stream().skip(1).forEach(line -> out.println("  " + line));
    if (!header.command().isEmpty()) {
      out.println("command: " + header.command());
    }
    out.println("strategy %s, seed %d".formatted(header.strategy(), header.seed()));
    out.println();
    TrialTableFormat.table(trials).stream().map(SCREEN::fit).forEach(out::println);
    out.println();
    Direction direction =
        space.get(0).startsWith("maximise") ? Direction.MAXIMISE : Direction.MINIMISE;
    String objective = space.get(0).replaceFirst("^\\S+ ", "");
    best(trials, direction)
        .ifPresentOrElse(
            best ->
                out.println(
                    "best %s: %s in trial %d of %d"
                        .formatted(objective, best.value(), best.number(), trials.size())),
            () -> out.println("no trial has a value yet"));
    plot(out, objective, direction, trials);
  }

  private void plot(
      PrintWriter out, String objective, Direction direction, List<StoredTrial> trials) {
    List<OptionalDouble> values = new ArrayList<>();
    for (StoredTrial trial : trials) {
      if (!trial.state().isOpen()) {
        values.add(
            trial.state() == TrialState.DONE
                ? OptionalDouble.of(trial.valueOrNaN())
                : OptionalDouble.empty());
      }
    }
    TextPlot.lines(direction, values, SCREEN).forEach(out::println);
    Path picture = OutputDirectory.of(file).plot();
    try {
      Files.writeString(picture, new ConvergencePlot(objective, direction, values).svg());
      out.println("plot: " + picture);
    } catch (IOException e) {
      out.println("plot: could not be written to " + picture);
    }
  }

  private static Optional<StoredTrial> best(List<StoredTrial> trials, Direction direction) {
    Comparator<StoredTrial> byValue = Comparator.comparingDouble(StoredTrial::valueOrNaN);
    return trials.stream()
        .filter(trial -> trial.state() == TrialState.DONE)
        .min(direction == Direction.MINIMISE ? byValue : byValue.reversed());
  }
}
