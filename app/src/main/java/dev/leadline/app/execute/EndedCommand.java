package dev.leadline.app.execute;

/**
 * A command that is over; its output is in the files it was given. Immutable and thread-safe.
 *
 * @param attempts how often the cluster began, because machines were lost
 * @param code the exit code, if it ended by itself
 * @param problem why it has none; empty if it has
 */
public record EndedCommand(int trial, int attempts, How how, int code, String problem) {

  /** How a command ended. */
  public enum How {
    BY_ITSELF,
    /** It took too long, or its machines were lost again and again. */
    ENDED,
    /** There is no such program where it was to run. */
    NOT_STARTED
  }
}
