package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stored study takes from outside: configurations of its space, and results with all its
 * metrics. Thread-safe.
 */
record Submissions(Problem problem, StudyStore store, Clock clock) {

  /** Adds a value that was measured elsewhere; see {@link SharedStudy#observe}. */
  int observe(Configuration configuration, double value, Measurements further, Claimant who) {
    Optional<String> unusable = Trial.unusable(value, further);
    if (unusable.isPresent()) {
      return observe(configuration, null, Measurements.none(), unusable.get(), who);
    }
    require(further);
    return observe(configuration, value, further, null, who);
  }

  /** Adds a value that was measured elsewhere, or why there is none. */
  int observe(
      Configuration configuration,
      @Nullable Double value,
      Measurements further,
      @Nullable String reason,
      Claimant who) {
    Configuration conforming = conforming(configuration);
    return store.append(
        number -> StoredTrial.observed(number, conforming, value, further, reason, clock.instant()),
        who);
  }

  /** Adds what one of the next asks hands out; see {@link StoredStudy#enqueue}. */
  int enqueue(Configuration configuration, Claimant who) {
    Configuration conforming = conforming(configuration);
    return store.append(number -> StoredTrial.queued(number, conforming, clock.instant()), who);
  }

  /**
   * Checks that all metrics of the problem are there.
   *
   * @throws RefusedException if not
   */
  void require(Measurements further) {
    try {
      further.require(problem.metrics());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The configuration in the words of the space.
   *
   * @throws RefusedException if it is not of the space
   */
  Configuration conforming(Configuration configuration) {
    try {
      return problem.space().require(configuration);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }
}
