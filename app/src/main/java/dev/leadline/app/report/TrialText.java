package dev.leadline.app.report;

import dev.leadline.early.Curve;
import dev.leadline.server.page.TrialOutput;
import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredTrial;
import dev.leadline.study.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One trial as a page to read: what was tried, what came of it and what was to be expected. */
public final class TrialText {

  private static final int PRINTED_BYTES = 4096;
  private static final int PRINTED_LINES = 20;

  private TrialText() {}

  /**
   * The lines.
   *
   * @param study beside which its output lies
   * @param trial one of the study
   * @param objective the name of the value
   * @param command that uses its settings, if the study tunes one
   * @param expected what the other trials make the model expect there, if it can say
   */
  public static List<String> lines(
      Path study,
      StoredTrial trial,
      String objective,
      Optional<String> command,
      Optional<Prediction> expected) {
    List<String> lines = new ArrayList<>();
    String state = trial.state().name().toLowerCase(Locale.ROOT);
    String reason = trial.reasonOrEmpty();
    lines.add(
        "trial %d: %s%s".formatted(trial.number(), state, reason.isEmpty() ? "" : ": " + reason));
    if (trial.value() != null) {
      lines.add("  %s: %s".formatted(objective, trial.value()));
    }
    lines.addAll(BestText.details(trial.trial()));
    command.ifPresent(words -> lines.add("command: " + words));
    expected.ifPresent(prediction -> lines.add(words(prediction)));
    curve(trial.curve()).ifPresent(lines::add);
    lines.add(times(trial));
    lines.addAll(printed(study, trial));
    return lines.stream().map(Screen::plain).toList();
  }

  private static String words(Prediction expected) {
    double range = expected.high() - expected.low();
    return "expected after the other trials: %s (80 %% between %s and %s)"
        .formatted(
            SignificantDigits.text(expected.median(), range),
            SignificantDigits.text(expected.low(), range),
            SignificantDigits.text(expected.high(), range));
  }

  private static Optional<String> curve(Curve curve) {
    int last = curve.size() - 1;
    return curve.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "curve: %d values, the last %s after step %d"
                .formatted(curve.size(), curve.value(last), curve.step(last)));
  }

  private static String times(StoredTrial trial) {
    String took =
        trial.finished() == null
            ? "not finished"
            : "finished after "
                + ProgressPrinter.text(Duration.between(trial.created(), trial.finished()));
    return "attempts: %d, created %s, %s"
        .formatted(trial.attempts(), trial.created().truncatedTo(ChronoUnit.SECONDS), took);
  }

  /** The end of what it printed. */
  private static List<String> printed(Path study, StoredTrial trial) {
    if (trial.output() == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of("output: " + trial.output()));
    try {
      Optional<TrialOutput> output = TrialOutput.read(study, trial, PRINTED_BYTES);
      List<String> all = output.map(found -> found.text().lines().toList()).orElse(List.of());
      int first = Math.max(0, all.size() - PRINTED_LINES);
      all.subList(first, all.size()).forEach(line -> lines.add("  | " + line));
      return lines;
    } catch (IOException e) {
      throw new StorageException(
          "the output of trial %d in %s cannot be read (%s); check the directory"
              .formatted(trial.number(), trial.output(), e.getMessage()));
    }
  }
}
