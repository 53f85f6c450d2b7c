package dev.leadline.app.execute;

/**
 * Why a tuning run ended. Immutable and thread-safe.
 *
 * @param words the same, to be read
 */
public record Ending(Cause cause, String words) {

  /** What brought the run to its end. */
  public enum Cause {
    TRIALS,
    TIME,
    SPACE,
    ENOUGH,
    ENDED,
    STOPPED
  }

  static Ending trials() {
    return new Ending(Cause.TRIALS, "the trials are used up");
  }

  static Ending time() {
    return new Ending(Cause.TIME, "the time is used up");
  }

  /**
   * No setting is left to try.
   *
   * @param why as the study says it
   */
  static Ending space(String why) {
    return new Ending(Cause.SPACE, why);
  }

  /**
   * A rule of the study says so.
   *
   * @param why the rule, with the numbers that make it hold
   */
  static Ending enough(String why) {
    return new Ending(Cause.ENOUGH, "enough by the rule " + why);
  }

  static Ending ended() {
    return new Ending(Cause.ENDED, "the study was ended");
  }

  static Ending stopped() {
    return new Ending(Cause.STOPPED, "stopped");
  }

  public boolean isStop() {
    return cause == Cause.STOPPED;
  }
}
