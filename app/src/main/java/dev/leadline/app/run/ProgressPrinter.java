package dev.leadline.app.run;

import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.io.PrintWriter;

/** Prints progress: one line that changes on a terminal, a line per trial elsewhere. */
public final class ProgressPrinter implements TuningListener {

  /** Where the lines go. */
  public enum Screen {
    TERMINAL,
    PLAIN
  }

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final Screen screen;
  private int bestShown = -1;
  private String lastLine = "";

  public ProgressPrinter(PrintWriter out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  @Override
  public void finished(TrialRecord trial, Progress progress) {
    int best = progress.best().map(TrialRecord::number).orElse(-1);
    boolean isNews = best != bestShown || trial.state() == TrialState.FAILED;
    bestShown = best;
    if (screen == Screen.PLAIN) {
      out.println(result(trial) + "  " + line(progress));
    } else if (isNews) {
      out.println(CLEAR_LINE + result(trial));
      lastLine = "";
    }
    out.flush();
  }

  @Override
  public void waiting(Progress progress) {
    if (screen == Screen.TERMINAL) {
      String line = line(progress);
      if (!line.equals(lastLine)) {
        out.print(CLEAR_LINE + line);
        out.flush();
        lastLine = line;
      }
    }
  }

  /** Removes the changing line, so that something else can be printed. */
  public void clear() {
    if (screen == Screen.TERMINAL) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  private static String result(TrialRecord trial) {
    return trial.state() == TrialState.FAILED
        ? "trial %d failed: %s".formatted(trial.number(), trial.reason())
        : "trial %d: %s".formatted(trial.number(), Numbers.format(trial.value()));
  }

  private static String line(Progress progress) {
    StringBuilder line = new StringBuilder();
    line.append("[%d/%d]".formatted(progress.finished(), progress.total()));
    progress
        .best()
        .ifPresent(
            best ->
                line.append(
                    "  best %s (trial %d)".formatted(Numbers.format(best.value()), best.number())));
    progress
        .expectedImprovement()
        .ifPresent(gain -> line.append("  expected improvement " + Numbers.format(gain)));
    progress.left().ifPresent(left -> line.append("  left " + Durations.format(left)));
    return line.toString();
  }
}
