package dev.leadline.app.execute;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.FailureReason;
import dev.leadline.app.metrics.Outcome;
import dev.leadline.app.metrics.OutputLines;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.study.Trial;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the command of a trial and reads its result. For use by one thread. */
final class Evaluator {

  private static final int SIGNAL_BASE = 128;

  private final TuningPlan plan;
  private final OutputDirectory output;
  private final String token;
  private final OwnSession session;

  /**
   * @param token marks everything this run starts
   */
  Evaluator(TuningPlan plan, OutputDirectory output, String token) {
    this.plan = plan;
    this.output = output;
    this.token = token;
    String path = System.getenv("PATH");
    this.session = OwnSession.find(path == null ? "/usr/bin:/bin" : path);
  }

  /**
   * Ends what is left of earlier attempts of these trials, so that it disturbs no new one. A
   * process that a killed run left behind is found by its mark, on Linux; elsewhere it goes on, and
   * writes where nobody reads.
   */
  void endEarlierAttempts(Collection<Integer> trials) {
    List<ProcessTree> trees = new ArrayList<>();
    for (int trial : trials) {
      for (Path directory : output.attempts(trial)) {
        TrialMark.read(directory, trial)
            .ifPresent(mark -> trees.add(ProcessTree.marked(mark.entries(), ProcessTree.GRACE)));
      }
    }
    ProcessTree.endAll(trees);
  }

  /**
   * Makes the directory of the trial's next attempt.
   *
   * @throws UserError if this is not possible
   */
  Path newAttempt(int trial) {
    try {
      return output.newAttempt(trial);
    } catch (IOException e) {
      throw unwritable(trial, output.latest(trial), e);
    }
  }

  /**
   * Starts the trial's command.
   *
   * @param directory from {@link #newAttempt}
   * @throws UserError if the files of the trial cannot be written
   * @throws IOException if the program itself cannot be started
   */
  TrialProcess start(Trial trial, Path directory) throws IOException {
    Map<String, String> values = TrialValues.of(trial.number(), trial.configuration());
    try {
      plan.templates().forEach(template -> template.write(values));
      return TrialProcess.start(
          new TrialMark(token, trial.number()),
          directory,
          session,
          plan.command().render(values),
          environment(values),
          plan.secrets());
    } catch (FileSystemException e) {
      throw unwritable(trial.number(), directory, e);
    } catch (UncheckedIOException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      if (e.getCause() instanceof FileNotFoundException) {
        throw unwritable(trial.number(), directory, e);
      }
      throw e;
    }
  }

  /** The settings of a trial as the variables of its command. */
  static Map<String, String> environment(Map<String, String> values) {
    Map<String, String> environment = new HashMap<>();
    values.forEach((name, value) -> environment.put(TrialValues.variable(name), value));
    return environment;
  }

  /** The result of a trial whose process has ended. */
  Outcome outcome(TrialProcess trial) {
    return outcome(trial.process().exitValue(), trial.stdout(), trial.stderr());
  }

  /** The result of a command that ended by itself. */
  Outcome outcome(int code, Path stdout, Path stderr) {
    try {
      if (code != 0) {
        String reason = FailureReason.of(stdout, stderr);
        return Outcome.failed(
            exit(code) + (reason.isEmpty() ? "" : ": " + OutputLines.shortened(reason)));
      }
      return plan.source().read(stdout, stderr);
    } catch (IOException e) {
      return Outcome.failed("its output could not be read: " + e.getMessage());
    }
  }

  private static UserError unwritable(int trial, Path directory, IOException cause) {
    return new UserError(
        ExitCode.STORAGE,
        "the output of trial %d cannot be written to %s (%s); free some space or use --study elsewhere, then run the same command again"
            .formatted(trial, directory, cause.getMessage()),
        cause);
  }

  private static String exit(int code) {
    return code > SIGNAL_BASE ? "ended by signal " + (code - SIGNAL_BASE) : "exit code " + code;
  }
}
