package dev.leadline.app.commands;

import dev.leadline.app.report.FrontText;
import dev.leadline.app.report.NearMiss;
import dev.leadline.app.report.Numbers;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.Pictures;
import dev.leadline.app.report.Screen;
import dev.leadline.app.report.TextPlot;
import dev.leadline.app.report.TrialCount;
import dev.leadline.app.report.TrialTableFormat;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Front;
import dev.leadline.study.Recommendation;
import dev.leadline.study.TrialRecord;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A study as a page to read. */
final class StudyText {

  private final StudyLocation location;
  private final StudySnapshot snapshot;
  private final StudyView view;
  private final Screen screen;

  StudyText(StudyLocation location, StudySnapshot snapshot, Screen screen) {
    this.screen = screen;
    this.location = location;
    this.snapshot = snapshot;
    this.view = StudyView.of(location.toString(), snapshot);
  }

  void print(PrintWriter out) {
    StudyHeader header = snapshot.header();
    List<String> space = header.space().lines().toList();
    out.println("study %s: %s".formatted(location, space.get(0)));
    space.stream().skip(1).forEach(line -> out.println("  " + Screen.plain(line)));
    if (!header.command().isEmpty()) {
      out.println("command: " + Screen.plain(header.command()));
    }
    out.println("strategy %s, seed %d".formatted(header.strategy(), header.seed()));
    header.changes().forEach(out::println);
    out.println();
    Optional<Front> several = view.problem().front(view.trials());
    TrialTableFormat.table(snapshot.trials(), several).forEach(out::println);
    out.println();
    several.ifPresentOrElse(front -> front(out, front), () -> single(out));
    new Pictures(view.problem(), view.trials(), view.best())
        .write(OutputDirectory.of(location.ownPath()), out);
  }

  private void front(PrintWriter out, Front front) {
    String count = TrialCount.ofStored(snapshot.trials()).words();
    FrontText.lines(front, count).forEach(out::println);
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
    List<OptionalDouble> values = Pictures.values(view.problem(), view.trials());
    if (values.stream().anyMatch(OptionalDouble::isPresent)) {
      TextPlot.lines(view.problem().direction(), values, screen).forEach(out::println);
    }
  }

  private void best(PrintWriter out, TrialRecord best) {
    out.println(
        "best %s: %s in trial %d of %s"
            .formatted(
                view.problem().objective(),
                best.value(),
                best.number(),
                TrialCount.ofStored(snapshot.trials()).words()));
    best.measurements()
        .values()
        .forEach((name, value) -> out.println("  %s: %s".formatted(name, value)));
    settings(out, best);
    view.recommendation()
        .filter(advice -> advice.trial() != best.number())
        .ifPresent(advice -> recommended(out, advice));
  }

  private void recommended(PrintWriter out, Recommendation advice) {
    double range = advice.high() - advice.low();
    out.println(
        "recommended: trial %d, expected %s (80 %% between %s and %s)"
            .formatted(
                advice.trial(),
                Numbers.format(advice.median(), range),
                Numbers.format(advice.low(), range),
                Numbers.format(advice.high(), range)));
    settings(out, view.trial(advice.trial()));
  }

  private void settings(PrintWriter out, TrialRecord trial) {
    trial
        .configuration()
        .values()
        .forEach(
            (name, value) ->
                out.println("  %s = %s".formatted(name, Screen.plain(value.toString()))));
    view.command(trial).ifPresent(command -> out.println("command: " + command));
  }
}
