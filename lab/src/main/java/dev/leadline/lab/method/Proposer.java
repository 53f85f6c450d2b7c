package dev.leadline.lab.method;

import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Told;
import java.util.List;

/**
 * The suggestions for some runs. Not thread-safe.
 *
 * <p>Between two calls of {@link #propose} the caller tells what came of the points and adds it to
 * each run's history.
 */
public interface Proposer extends AutoCloseable {

  /** The next point of each run, snapped. */
  double[][] propose();

  /** Takes what came of these points, and says what is to be recorded of each. */
  default List<Told> tell(List<Outcome> outcomes) {
    return outcomes.stream().map(Told::of).toList();
  }

  @Override
  default void close() {}
}
