package dev.leadline.app.report;

import dev.leadline.storage.Confirmation;
import dev.leadline.storage.Contradiction;
import dev.leadline.storage.Drift;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Front;
import dev.leadline.study.Relative;
import dev.leadline.study.Trial;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A study as a page to read.
 *
 * @param command the command that uses the settings of a trial, if the study tunes one
 * @param screen the lines of the plot fit on it
 */
public record StudyText(
    StudyLocation location,
    StudySnapshot snapshot,
    StudyView view,
    Function<Trial, Optional<String>> command,
    Screen screen) {

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
    Relative.words(view.relatives()).ifPresent(out::println);
    out.println();
    Optional<Front> several = view.problem().front(view.trials());
    TrialTableFormat.table(snapshot.trials(), several, view.baseline()).forEach(out::println);
    out.println();
    several.ifPresentOrElse(front -> front(out, front), () -> single(out));
    Confirmation.last(view.problem(), snapshot.attachments()).stream()
        .flatMap(confirmation -> confirmation.lines().stream())
        .forEach(line -> out.println("confirmation: " + line));
    Contradiction.of(view.problem(), snapshot.trials())
        .ifPresent(found -> out.println("note: " + found.words()));
    Drift.of(view.baseline(), snapshot.attachments()).map(Drift::words).ifPresent(out::println);
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
    Headline headline = Headline.of(best, view.recommended(), view.trials());
    headline.lines(view.problem(), count, view.baseline()).forEach(out::println);
    command(out, headline.trial());
  }

  private void command(PrintWriter out, Trial trial) {
    command.apply(trial).ifPresent(words -> out.println("command: " + words));
  }
}
