package dev.leadline.search;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The random numbers of one suggestion. Immutable and thread-safe; the generators it makes are not.
 */
public interface TrialRandom {

  /** The number of the trial that is being suggested. */
  int trial();

  /** A new generator with the same numbers for every trial of the study. */
  RandomGenerator ofStudy();

  /** A new generator with numbers of this trial only. */
  RandomGenerator ofTrial();

  /** The numbers that follow from a study's seed and the trial alone. */
  static TrialRandom of(long seed, int trial) {
    return new Seeded(seed, trial);
  }

  /** TrialRandom split from a seed. */
  record Seeded(long seed, int trial) implements TrialRandom {

    private static final long STUDY = 0x53545544;
    private static final long TRIAL = 0x54524941;

    @Override
    public RandomGenerator ofStudy() {
      return new SplittableRandom(mix(seed ^ mix(STUDY)));
    }

    @Override
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
}
