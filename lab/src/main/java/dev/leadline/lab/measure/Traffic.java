package dev.leadline.lab.measure;

/**
 * How well many workers got on. Immutable and thread-safe.
 *
 * @param trialsPerSecond finished by all
 * @param busy the part of the time in which a worker evaluates
 * @param suggester the part of the time in which a study's suggester is at work
 * @param writer the part of the time in which a store's writer is at work
 */
public record Traffic(double trialsPerSecond, double busy, double suggester, double writer) {

  private static final double FULL = 0.95;

  /** What holds the workers up, if something does. */
  public String bottleneck() {
    if (suggester >= FULL) {
      return "suggester";
    }
    return writer >= FULL ? "writer" : "none";
  }
}
