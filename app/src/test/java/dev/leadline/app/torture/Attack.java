package dev.leadline.app.torture;

import java.io.IOException;
import java.util.random.RandomGenerator;

/** One way to make a program fail. */
interface Attack {

  /** Attacks for a second or two and counts what was done and what went wrong. */
  void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException;
}
