package dev.leadline.search;

import dev.leadline.space.Configuration;
import dev.leadline.space.PointSet;
import dev.leadline.space.Space;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A space to be searched, with all of its feasible points if they can be listed. Thread-safe. */
public final class SearchSpace {

  /** Up to so many configurations are listed, to know when all are used up. */
  private static final int LISTABLE = 1 << 16;

  /** Up to so many numbers: an option of many takes one in each configuration. */
  private static final int LISTABLE_NUMBERS = 1 << 23;

  private final Space space;
  private final Optional<double[][]> feasible;

  public SearchSpace(Space space) {
    this.space = space;
    this.feasible = list(space);
  }

  private static Optional<double[][]> list(Space space) {
    long count = space.cardinality().orElse(Long.MAX_VALUE);
    if (count > LISTABLE || count * space.dimensions() > LISTABLE_NUMBERS) {
      return Optional.empty();
    }
    Stream<Configuration> all = LongStream.range(0, count).mapToObj(space::configuration);
    return Optional.of(
        (space.conditions().isEmpty() ? all : all.distinct())
            .filter(space::feasible)
            .map(space::encode)
            .toArray(double[][]::new));
  }

  /**
   * What may be suggested after a history: nothing that is being evaluated, and nothing that was
   * evaluated unless values do not repeat. With noise, and all of a finite space being evaluated,
   * everything may be suggested again.
   */
  public Candidates candidates(History history) {
    List<double[]> taken =
        switch (history.noise()) {
          case NONE -> history.points();
          case UNKNOWN -> isAll(history.pending().size()) ? List.of() : history.pending();
        };
    return new Candidates(space, feasible, PointSet.nearby(taken), history);
  }

  /**
   * What may be suggested after another point was suggested.
   *
   * @param history in which that point is the last that is being evaluated
   */
  public Candidates candidates(Candidates before, double[] point, History history) {
    return isAll(history.pending().size()) ? candidates(history) : before.without(point, history);
  }

  private boolean isAll(int count) {
    return feasible.isPresent() && count >= feasible.get().length;
  }
}
