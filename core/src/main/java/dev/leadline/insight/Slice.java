package dev.leadline.insight;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import dev.leadline.study.Prediction;
import dev.leadline.study.StudyModel;
import java.util.List;
import java.util.Optional;

/**
 * What is believed along one parameter while all others stay as they are in one configuration.
 * Immutable and thread-safe.
 *
 * @param predictions one per value; empty where a constraint is violated or the parameter does not
 *     count
 */
public record Slice(String input, List<Value> values, List<Optional<Prediction>> predictions) {

  private static final int POINTS = 41;

  /** One slice per parameter. */
  public static List<Slice> through(Configuration configuration, StudyModel model) {
    return model.space().parameters().stream()
        .map(parameter -> along(parameter, configuration, model))
        .toList();
  }

  private static Slice along(Parameter parameter, Configuration configuration, StudyModel model) {
    Space space = model.space();
    String name = parameter.name();
    List<Value> values = Grid.of(parameter, POINTS);
    Move move = Move.along(space, name);
    List<Configuration> configurations =
        values.stream().map(value -> move.to(value, configuration)).toList();
    return new Slice(
        name,
        values,
        Feasible.predictions(configurations, c -> c.has(name) && space.feasible(c), model));
  }
}
