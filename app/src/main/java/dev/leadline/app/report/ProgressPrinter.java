package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Prints progress: one line that changes on a terminal, a line per trial elsewhere. */
public final class ProgressPrinter {

  /**
   * Where a tuning run stands. Immutable and thread-safe.
   *
   * @param finished trials with a value or a failure
   * @param running trials being evaluated
   * @param total the budget of trials, if there is one
   * @param best the best trial so far
   * @param recommended what is recommended instead where values are noisy
   * @param baseline what its value is compared with
   * @param expectedImprovement what the model expected of the newest suggestion
   * @param left an estimate of the time left
   */
  public record Progress(
      int finished,
      int running,
      OptionalInt total,
      Optional<Trial> best,
      Optional<Recommendation> recommended,
      Optional<Baseline> baseline,
      OptionalDouble expectedImprovement,
      Optional<Duration> left) {}

  private final PrintWriter out;
  private final Screen screen;
  private final String objective;
  private int bestShown = -1;
  private String shown = "";
  private final DoubleSummaryStatistics values = new DoubleSummaryStatistics(); // those seen
  private final Map<String, DoubleSummaryStatistics> further = new HashMap<>();

  /**
   * Prints progress.
   *
   * @param objective the name of the value, said where more is measured
   */
  public ProgressPrinter(PrintWriter out, Screen screen, String objective) {
    this.out = out;
    this.screen = screen;
    this.objective = objective;
  }

  /** A trial got its value or failed. */
  public void finished(Trial trial, Progress progress) {
    int best = progress.best().map(Trial::number).orElse(-1);
    boolean isNews = best != bestShown || trial.state() == TrialState.FAILED;
    bestShown = best;
    progress.best().ifPresent(this::see);
    see(trial);
    if (screen.kind() == Screen.Kind.PLAIN) {
      out.println(screen.fit(result(trial) + "  " + line(progress)));
    } else if (isNews) {
      clear();
      out.println(screen.fit(result(trial)));
    }
    out.flush();
  }

  /** The first value of this run was found in a line. */
  public void found(double value, String line) {
    clear();
    out.println(screen.fit("value %s from: %s".formatted(value, line)));
    out.flush();
  }

  /** A sentence that matters too much to be cut. */
  public void hint(String sentence) {
    clear();
    out.println(Screen.plain(sentence));
    out.flush();
  }

  /** Nothing is left to start, but others have not finished what they may leave behind. */
  public void waitingForOthers(long trials) {
    clear();
    out.println(
        "waiting for %s of other workers".formatted(trials == 1 ? "1 trial" : trials + " trials"));
    out.flush();
  }

  /** Some time has passed while trials run. */
  public void waiting(Progress progress) {
    String line = screen.fit(line(progress));
    if (screen.kind() == Screen.Kind.LIVE && !line.equals(shown)) {
      int rest = Math.max(0, Screen.columns(shown) - Screen.columns(line));
      out.print("\r" + line + " ".repeat(rest));
      out.flush();
      shown = line;
    }
  }

  /** Removes the changing line, so that something else can be printed. */
  public void clear() {
    if (!shown.isEmpty()) {
      out.print("\r" + " ".repeat(Screen.columns(shown)) + "\r");
      out.flush();
      shown = "";
    }
  }

  private void see(Trial trial) {
    if (trial.state() == TrialState.COMPLETED) {
      values.accept(trial.value());
      trial.measurements().values().forEach((name, value) -> seen(name).accept(value));
    }
  }

  private DoubleSummaryStatistics seen(String metric) {
    return further.computeIfAbsent(metric, unseen -> new DoubleSummaryStatistics());
  }

  private static String among(DoubleSummaryStatistics seen, double value) {
    return SignificantDigits.text(value, seen.getMax() - seen.getMin());
  }

  private String result(Trial trial) {
    return switch (trial.state()) {
      case FAILED -> "trial %d failed: %s".formatted(trial.number(), trial.reason());
      case STOPPED -> "trial %d stopped: %s".formatted(trial.number(), trial.reason());
      default -> "trial %d: %s".formatted(trial.number(), measured(trial));
    };
  }

  private String measured(Trial trial) {
    String value = among(values, trial.value());
    Map<String, Double> further = trial.measurements().values();
    StringBuilder words = new StringBuilder(further.isEmpty() ? value : objective + " " + value);
    further.forEach((name, more) -> words.append(", " + name + " " + among(seen(name), more)));
    return words.toString();
  }

  private String line(Progress progress) {
    StringBuilder line = new StringBuilder();
    line.append("[").append(progress.finished());
    progress.total().ifPresent(total -> line.append("/").append(total));
    line.append("]");
    words(progress).ifPresent(words -> line.append("  " + words));
    progress
        .expectedImprovement()
        .ifPresent(gain -> line.append("  expected improvement " + SignificantDigits.text(gain)));
    progress.left().ifPresent(left -> line.append("  left " + text(left)));
    return line.toString();
  }

  /** What is ahead: under noise what is recommended, else the best. */
  private Optional<String> words(Progress progress) {
    return progress
        .recommended()
        .map(one -> words("recommended", one.median(), one.trial(), progress.baseline()))
        .or(
            () ->
                progress
                    .best()
                    .map(one -> words("best", one.value(), one.number(), progress.baseline())));
  }

  private String words(String what, double value, int trial, Optional<Baseline> baseline) {
    String words = "%s %s (trial %d)".formatted(what, among(values, value), trial);
    return baseline
        .filter(today -> today.value().isPresent() && !today.has(trial))
        .map(today -> words + ", " + today.comparison(value))
        .orElse(words);
  }

  /** {@code 1h05m}, {@code 3m20s}, {@code 12s} or {@code 0.5s}. */
  public static String text(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= 3600) {
      return "%dh%02dm".formatted(seconds / 3600, seconds / 60 % 60);
    }
    if (seconds >= 60) {
      return "%dm%02ds".formatted(seconds / 60, seconds % 60);
    }
    long millis = Math.max(0, duration.toMillis());
    return millis % 1000 == 0 || seconds >= 10 ? seconds + "s" : "%.1fs".formatted(millis / 1000.0);
  }
}
