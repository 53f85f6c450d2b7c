package dev.leadline.study;

import java.util.List;

/**
 * A trial that was suggested and not handed out yet. Immutable and thread-safe.
 *
 * @param pending the trials that had no result when it was suggested: with the seed, the number and
 *     the results of all others that is what the suggestion depends on
 */
public record Proposal(Trial trial, List<Integer> pending) {

  public Proposal {
    pending = List.copyOf(pending);
  }
}
