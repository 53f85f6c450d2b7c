package dev.leadline.early;

/**
 * Expected values and how far off they may be, one per trial. The arrays are not to be changed.
 *
 * @param mean in the units that were asked for
 * @param deviation standard deviations, above 0
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, inside the package
public record Guesses(double[] mean, double[] deviation) {}
