package dev.leadline.spark;

import dev.leadline.space.Configuration;
import java.io.Serializable;

/**
 * What is tuned: a function that travels to the executors of a cluster. One instance may be called
 * by several threads.
 */
@FunctionalInterface
public interface TrialFunction extends Serializable {

  /**
   * The value of a configuration. NaN, an infinite value or an exception is a failed trial. A trial
   * that takes too long is interrupted.
   */
  double evaluate(Configuration configuration) throws Exception;
}
