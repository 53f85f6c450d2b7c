package dev.leadline.spark;

import dev.leadline.space.Configuration;

/** A function that takes a while. */
record SlowSquare(long millis) implements TrialFunction {

  @Override
  public double evaluate(Configuration configuration) throws InterruptedException {
    Thread.sleep(millis);
    return Math.pow(configuration.real("x"), 2);
  }
}
