package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.CurveSource;
import dev.leadline.app.metrics.Outcome;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The commands of trials that run, here or elsewhere. For use by one thread. */
interface Evaluations extends AutoCloseable {

  /** How many run, those that are over and not forgotten included. */
  int running();

  /**
   * Makes the directory of a trial's next attempt; nothing of earlier ones is left running.
   *
   * @throws UserError if this is not possible
   */
  Path newAttempt(int trial);

  /**
   * Starts the command of a trial.
   *
   * @param directory from {@link #newAttempt}
   * @throws IOException if the program itself cannot be started
   */
  void start(Trial trial, Path directory) throws IOException;

  /** The trials that are over. */
  List<Ended> ended();

  /** What trials have printed of their values since the last call. */
  List<CurveSource.Point> reports();

  /** Ends a trial whose value is not wanted any more, as late ones are ended. */
  void stop(int trial);

  /** A trial that is over is done with. */
  void forget(int trial);

  /** Ends trials at once, without asking them kindly; called on any thread. */
  void endAtOnce(Set<Integer> trials);

  /** Ends all that run. */
  @Override
  void close();

  /**
   * A trial whose command is over.
   *
   * @param attempts how often the command was begun, because machines under it were lost
   */
  record Ended(int trial, int attempts, Outcome outcome) {}
}
