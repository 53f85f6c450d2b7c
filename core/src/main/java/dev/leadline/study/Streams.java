package dev.leadline.study;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The random numbers of one suggestion, a function of the study's seed and the trial alone.
 *
 * <p>Immutable and thread-safe; the generators it makes are not.
 *
 * @param seed the seed of the study
 * @param trial the number of the trial that is being suggested
 */
public record Streams(long seed, int trial) {

  private static final long STUDY = 0x53545544;
  private static final long TRIAL = 0x54524941;

  /** A new generator with the same numbers for every trial of the study. */
  public RandomGenerator ofStudy() {
    return new SplittableRandom(mix(seed ^ mix(STUDY)));
  }

  /** A new generator with numbers of this trial only. */
  public RandomGenerator ofTrial() {
    return new SplittableRandom(mix(mix(seed ^ mix(TRIAL)) + trial));
  }

  /* The 64-bit finaliser of SplitMix: neighbouring seeds and trials give unrelated streams. */
  private static long mix(long bits) {
    long z = bits + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
