package dev.leadline.storage.problem;

import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the goals of a space file that has several: lists behind minimise and maximise. */
final class SeveralGoals {

  private static final List<String> KEYS = List.of("minimise", "maximise");
  private static final String REFERENCE = "reference";

  private SeveralGoals() {}

  /**
   * The goals, if there is a list of them.
   *
   * @param asked the direction that was asked for elsewhere; there can be none
   */
  static Optional<Goals> read(
      YamlNodes yaml, Map<String, Node> entries, Optional<Direction> asked) {
    if (KEYS.stream().map(entries::get).noneMatch(SequenceNode.class::isInstance)) {
      Node reference = entries.get(REFERENCE);
      if (reference != null) {
        throw yaml.error(
            reference, "expected a reference with several goals but there is one; remove it");
      }
      return Optional.empty();
    }
    if (asked.isPresent()) {
      throw yaml.error(
          place(entries),
          "expected the goals here or on the command line but got both; leave --%s out"
              .formatted(asked.get().name().toLowerCase(Locale.ROOT)));
    }
    List<Goal> goals = new ArrayList<>();
    entries.forEach(
        (key, node) -> {
          if (KEYS.contains(key)) {
            Direction direction = Direction.valueOf(key.toUpperCase(Locale.ROOT));
            for (Node item : yaml.items(node)) {
              String metric = yaml.scalar(item, "the name of a metric");
              if (goals.stream().anyMatch(goal -> goal.metric().equals(metric))) {
                throw yaml.error(
                    item,
                    "expected different goals but got '%s' twice; remove one".formatted(metric));
              }
              goals.add(new Goal(metric, direction));
            }
          }
        });
    Goals found = yaml.checked(place(entries), () -> new Goals(goals, Map.of()));
    return Optional.of(withReference(yaml, entries, found));
  }

  private static Goals withReference(YamlNodes yaml, Map<String, Node> entries, Goals goals) {
    Node node = entries.get(REFERENCE);
    if (node == null) {
      return goals;
    }
    Map<String, Double> values = new TreeMap<>();
    yaml.mapping(node, "values by goal like {latency_ms: 100, memory_mb: 512}")
        .forEach(
            (name, value) -> {
              String text = yaml.scalar(value, "a number");
              values.put(name, yaml.checked(value, () -> number(text)));
            });
    return yaml.checked(node, () -> goals.beyond(values));
  }

  /** Where each of several goals stands that were read before. */
  static Map<String, String> places(YamlNodes yaml, Map<String, Node> entries) {
    Map<String, String> places = new TreeMap<>();
    for (String key : KEYS) {
      if (entries.get(key) instanceof SequenceNode list) {
        yaml.items(list).forEach(goal -> places.put(yaml.scalar(goal, "a name"), yaml.place(goal)));
      }
    }
    return places;
  }

  /** Where the goals stand. */
  static Node place(Map<String, Node> entries) {
    return KEYS.stream()
        .flatMap(key -> Optional.ofNullable(entries.get(key)).stream())
        .findFirst()
        .orElseThrow();
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a number but got '%s'".formatted(text));
    }
  }
}
