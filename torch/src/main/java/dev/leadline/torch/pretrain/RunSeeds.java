package dev.leadline.torch.pretrain;

import java.util.SplittableRandom;

/** The seeds of all that is random in a run, a stream each. */
record RunSeeds(long weights, long tasks, long sizes, long borders, long heldOut) {

  /** The streams split from the seed of a run. */
  static RunSeeds of(long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    return new RunSeeds(
        seeds.nextLong(), seeds.nextLong(), seeds.nextLong(), seeds.nextLong(), seeds.nextLong());
  }
}
