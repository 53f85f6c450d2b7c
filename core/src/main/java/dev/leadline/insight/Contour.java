package dev.leadline.insight;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.StudyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is believed along two parameters while all others stay as they are in one configuration.
 * Immutable and thread-safe.
 *
 * @param predictions one per pair of values, those of x running fastest; empty where a constraint
 *     is violated or one of them does not count
 */
public record Contour(
    Recommendation through,
    String x,
    String y,
    List<Value> xValues,
    List<Value> yValues,
    List<Optional<Prediction>> predictions) {

  private static final int POINTS = 25;

  /** More fill a heap; only pairs of choices with many options have them. */
  private static final int MOST = 10_000;

  /**
   * What is believed around a recommendation.
   *
   * @throws IllegalArgumentException if the names are not those of two parameters, or they have too
   *     many values together
   */
  public static Contour through(Recommendation best, StudyModel model, String x, String y) {
    if (x.equals(y)) {
      throw new IllegalArgumentException(
          "expected two different parameters but got '%s' twice".formatted(x));
    }
    Space space = model.space();
    Move across = Move.along(space, x);
    Move up = Move.along(space, y);
    List<Value> xValues = Grid.of(across.parameter(), POINTS);
    List<Value> yValues = Grid.of(up.parameter(), POINTS);
    if (!isDrawable(space, x, y)) {
      throw new IllegalArgumentException(
          "expected inputs with at most %d pairs of values but %s and %s have %d; choose others"
              .formatted(MOST, x, y, (long) xValues.size() * yValues.size()));
    }
    List<Configuration> configurations = new ArrayList<>();
    for (Value second : yValues) {
      Configuration row = up.to(second, best.configuration());
      xValues.forEach(first -> configurations.add(across.to(first, row)));
    }
    return new Contour(
        best,
        x,
        y,
        xValues,
        yValues,
        Feasible.predictions(
            configurations, c -> c.has(x) && c.has(y) && space.feasible(c), model));
  }

  /** Whether two parameters have few enough values. */
  public static boolean isDrawable(Space space, String x, String y) {
    return (long) Grid.of(Move.along(space, x).parameter(), POINTS).size()
            * Grid.of(Move.along(space, y).parameter(), POINTS).size()
        <= MOST;
  }

  /** Whether there is nothing to see, because one of them never counts. */
  public boolean isBlank() {
    return predictions.stream().allMatch(Optional::isEmpty);
  }
}
