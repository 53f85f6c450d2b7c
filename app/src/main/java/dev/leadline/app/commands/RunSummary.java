package dev.leadline.app.commands;

import dev.leadline.app.execute.ConfigTemplate;
import dev.leadline.app.execute.Ending;
import dev.leadline.app.execute.TrialValues;
import dev.leadline.app.execute.TuningPlan;
import dev.leadline.app.report.FrontText;
import dev.leadline.app.report.Headline;
import dev.leadline.app.report.NearMiss;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.Pictures;
import dev.leadline.app.report.TrialCount;
import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.Contradiction;
import dev.leadline.storage.Drift;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Relative;
import dev.leadline.study.Trial;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run leaves behind: the best settings, ready to paste, and a picture. */
record RunSummary(TuningPlan plan, StoredStudy study, OutputDirectory output) {

  /** Prints the best settings and writes the plot beside the study file. */
  void print(PrintWriter out, Ending ending) {
    List<Trial> trials = study.trials();
    String count = TrialCount.of(trials).words();
    out.println(
        ending.isStop()
            ? "stopped after %s; the same command resumes".formatted(count)
            : "done: " + ending.words());
    study
        .front()
        .ifPresent(
            front ->
                FrontText.lines(
                        front,
                        count,
                        study.baseline(),
                        trial -> Optional.of(plan.command().readyToPaste(trial)))
                    .forEach(out::println));
    study
        .leader()
        .ifPresent(
            best -> {
              Headline headline = Headline.of(best, study.recommendation(), trials);
              headline.lines(study.problem(), count, study.baseline()).forEach(out::println);
              out.println("command: " + plan.command().readyToPaste(headline.trial()));
              writeConfigs(out, headline.trial());
            });
    Relative.words(study.relatives()).ifPresent(out::println);
    Contradiction.of(study.problem(), study.store().trials())
        .ifPresent(found -> out.println("note: " + found.words()));
    Drift.of(study.baseline(), study.store().attachments())
        .map(Drift::words)
        .ifPresent(out::println);
    if (!ending.isStop()) {
      study.forecast().ifPresent(forecast -> out.println(words(forecast)));
    }
    new Pictures(study.problem(), trials, study.leader()).write(output, out);
    out.println("study: " + study.store().name());
    out.flush();
  }

  private static String words(ImprovementForecast forecast) {
    return "chance that %d more trials better it by more than %s: %.0f %%"
        .formatted(
            ImprovementForecast.TRIALS,
            SignificantDigits.text(ImprovementForecast.SMALL * forecast.range()),
            100 * forecast.chance(ImprovementForecast.SMALL));
  }

  /** The sentence for a run without a solution. */
  String nothingFound(Ending ending) {
    List<Trial> trials = study.trials();
    if (trials.isEmpty()) {
      return switch (ending.cause()) {
        case TIME -> "no trial was started before the time was up; give more --time";
        case ENOUGH -> "no trial was started: %s; change --stop".formatted(ending.words());
        default -> ending.words();
      };
    }
    Optional<NearMiss> nearest = NearMiss.of(study.problem(), trials);
    if (nearest.isPresent()) {
      return nearest.get().words()
          + "; allow more --trials, widen the space or loosen the limits, then run it again";
    }
    Trial last = trials.get(trials.size() - 1);
    return "none of the %d trials returned a value, the last one because: %s; see %s, repair the command, then leadline retry %s and run it again"
        .formatted(
            trials.size(), last.reason(), output.latest(last.number()), study.store().name());
  }

  private void writeConfigs(PrintWriter out, Trial best) {
    Map<String, String> values = TrialValues.of(best.number(), best.configuration());
    for (ConfigTemplate template : plan.templates()) {
      Path file = template.file(values);
      Path target = output.bestConfig(String.valueOf(file.getFileName()));
      out.println(
          "file: %s has these settings; copy it to %s before you use the command"
              .formatted(template.write(target, values), file));
    }
  }
}
