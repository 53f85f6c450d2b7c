package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that runs commands. For use by one thread. */
public interface CommandCluster extends AutoCloseable {

  /** Hands over a command and does not wait for it. */
  void start(Command command);

  /**
   * The commands that are over since the last call.
   *
   * @throws UserError if the cluster is lost
   */
  List<Ended> ended();

  /** Ends a command; nothing more is heard of it. */
  void end(int trial);

  /** Ends what runs and leaves the cluster. */
  @Override
  void close();

  /**
   * A command that is to run somewhere on a cluster. Immutable and thread-safe.
   *
   * @param description for the cluster's own pages
   * @param words the program and its arguments
   * @param stdout the file here that gets what it printed
   * @param stderr the file here that gets what it complained about
   * @param timeout after which it is ended, counted from its start there
   */
  record Command(
      int trial,
      String description,
      List<String> words,
      Map<String, String> environment,
      Path stdout,
      Path stderr,
      Optional<Duration> timeout) {

    public Command {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * A command that is over; its output is in the files it was given. Immutable and thread-safe.
   *
   * @param attempts how often the cluster began, because machines were lost
   * @param code the exit code, if it ended by itself
   * @param problem why it has none; empty if it has
   */
  record Ended(int trial, int attempts, How how, int code, String problem) {

    /** How a command ended. */
    public enum How {
      BY_ITSELF,
      /** It took too long, or its machines were lost again and again. */
      ENDED,
      /** There is no such program where it was to run. */
      NOT_STARTED
    }
  }
}
