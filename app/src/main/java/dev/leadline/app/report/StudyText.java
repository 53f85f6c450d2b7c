package dev.leadline.app.report;

import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Front;
import dev.leadline.study.Trial;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A study as a page to read. */
public final class StudyText {

  private final StudyLocation location;
  private final StudySnapshot snapshot;
  private final StudyView view;
  private final Function<Trial, Optional<String>> command;
  private final Screen screen;

  /**
   * @param command the command that uses the settings of a trial, if the study tunes one
   * @param screen the lines of the plot fit on it
   */
  public StudyText(
      StudyLocation location,
      StudySnapshot snapshot,
      StudyView view,
      Function<Trial, Optional<String>> command,
      Screen screen) {
    this.location = location;
    this.snapshot = snapshot;
    this.view = view;
    this.command = command;
    this.screen = screen;
  }

  public void print(PrintWriter out) {
    StudyHeader header = snapshot.header();
    List<String> space = header.space().lines().toList();
    out.println("study %s: %s".formatted(location, space.get(0)));
    space.stream().skip(1).forEach(line -> out.println("  " + Screen.plain(line)));
    if (!header.command().isEmpty()) {
      out.println("command: " + Screen.plain(header.command()));
    }
    out.println("strategy %s, seed %d".formatted(header.strategy(), header.seed()));
    header.changes().forEach(out::println);
    view.relatives().forEach(one -> out.println("learns from " + one.matched()));
    BestText.line(view.relatives()).ifPresent(out::println);
    out.println();
    Optional<Front> several = view.problem().front(view.trials());
    TrialTableFormat.table(snapshot.trials(), several, view.baseline()).forEach(out::println);
    out.println();
    several.ifPresentOrElse(front -> front(out, front), () -> single(out));
    new Pictures(view.problem(), view.trials(), view.best())
        .write(OutputDirectory.of(location.ownPath()), out);
  }

  private void front(PrintWriter out, Front front) {
    String count = TrialCount.ofStored(snapshot.trials()).words();
    FrontText.lines(front, count, view.baseline(), command).forEach(out::println);
  }

  private void single(PrintWriter out) {
    view.best()
        .ifPresentOrElse(
            best -> best(out, best),
            () ->
                out.println(
                    NearMiss.of(view.problem(), view.trials())
                        .map(NearMiss::words)
                        .orElse("no trial has a value yet")));
    List<OptionalDouble> values = Pictures.convergence(view.problem(), view.trials()).values();
    if (values.stream().anyMatch(OptionalDouble::isPresent)) {
      TextPlot.lines(view.problem().direction(), values, screen).forEach(out::println);
    }
  }

  private void best(PrintWriter out, Trial best) {
    String count = TrialCount.ofStored(snapshot.trials()).words();
    BestText.lines(view.problem(), best, count, view.baseline()).forEach(out::println);
    command(out, best);
    view.recommendation()
        .filter(recommendation -> recommendation.trial() != best.number())
        .ifPresent(
            recommendation -> {
              Trial trial = view.trial(recommendation.trial());
              out.println(BestText.line(recommendation));
              BestText.settings(trial).forEach(out::println);
              command(out, trial);
            });
  }

  private void command(PrintWriter out, Trial trial) {
    command.apply(trial).ifPresent(words -> out.println("command: " + words));
  }
}
