package dev.leadline.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A space with conditions and constraints, and what these were made to mean. */
record RandomSpace(
    Space space, Map<String, RandomExpression> conditions, List<RandomExpression> constraints) {

  private static final List<String> OPTIONS = List.of("g1", "z", "a b", "1", "");

  /** A space of some parameters. */
  static RandomSpace of(List<Parameter> parameters, SplittableRandom random) {
    SpaceBuilder builder = Space.builder();
    Map<String, RandomExpression> conditions = new HashMap<>();
    // Conditions name what comes before in a random order, so there is no circle.
    List<Parameter> known = new ArrayList<>();
    List<Parameter> left = new ArrayList<>(parameters);
    while (!left.isEmpty()) {
      Parameter next = left.remove(random.nextInt(left.size()));
      if (!known.isEmpty() && random.nextBoolean()) {
        RandomExpression condition =
            new RandomExpression.Maker(known, random).condition(random.nextInt(3));
        conditions.put(next.name(), condition);
        builder.when(next.name(), condition.text());
      }
      known.add(next);
    }
    parameters.forEach(builder::parameter);
    List<RandomExpression> constraints = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      constraints.add(new RandomExpression.Maker(parameters, random).condition(2));
      builder.require(constraints.get(constraints.size() - 1).text());
    }
    return new RandomSpace(builder.build(), conditions, constraints);
  }

  /** What counts: nothing at first, then all whose conditions hold in what counts already. */
  Configuration active(Map<String, Value> all) {
    Set<String> counts = new HashSet<>();
    boolean hasGrown = true;
    while (hasGrown) {
      hasGrown = false;
      for (String name : all.keySet()) {
        RandomExpression condition = conditions.get(name);
        boolean holds =
            condition == null
                || (counts.containsAll(condition.names())
                    && condition.holds(Configuration.of(all)));
        hasGrown |= holds && counts.add(name);
      }
    }
    Map<String, Value> active = new LinkedHashMap<>(all);
    active.keySet().retainAll(counts);
    return Configuration.of(active);
  }

  /** Whether the constraints whose parameters all count hold in what counts. */
  boolean isFeasible(Configuration active) {
    return constraints.stream()
        .allMatch(one -> !active.values().keySet().containsAll(one.names()) || one.holds(active));
  }

  /** Some parameters of all kinds. */
  static List<Parameter> parameters(SplittableRandom random) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = random.nextInt(1, 7); i > 0; i--) {
      String name = List.of("x", "heap-mb", "a.b", "_", "notx").get(random.nextInt(5)) + i;
      parameters.add(
          switch (random.nextInt(6)) {
            case 0 -> new RealParameter(name, -2, 3, Scale.LINEAR);
            case 1 -> new IntegerParameter(name, -2, 3, Scale.LINEAR);
            case 2 -> new ChoiceParameter(name, OPTIONS.subList(random.nextInt(3), 5));
            case 3 -> OrdinalParameter.ofText(name, OPTIONS.subList(random.nextInt(4), 5));
            case 4 -> new OrdinalParameter(name, List.of(new Value.Whole(1), new Value.Whole(300)));
            default -> new FlagParameter(name);
          });
    }
    return parameters;
  }
}
