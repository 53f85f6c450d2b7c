package dev.leadline.lab.method;

import java.util.List;

/** An optimiser under comparison. Implementations are thread-safe. */
public interface Method {

  /** The name by which plans and records know the method. */
  String name();

  /** Refuses, with a sentence, a number of inputs the method cannot handle. */
  default void require(int dimensions) {}

  /** The largest number of runs that are worth driving together; 1 for a method without batches. */
  default int together() {
    return 1;
  }

  /** Begins, or after an interruption continues, some runs of the same number of inputs. */
  Proposer start(List<RunHistory> together);
}
