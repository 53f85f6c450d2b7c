package dev.leadline.client.json;

import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.Constraint;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A space as JSON: what a space file holds in YAML. */
public final class SpaceJson {

  private SpaceJson() {}

  /**
   * Writes what is to be optimised.
   *
   * @param objective the name of the value
   * @param several the goals, if there are several
   * @param limits on what else is measured
   */
  public static ObjectNode write(
      Space space,
      Direction direction,
      String objective,
      Optional<Goals> several,
      List<Limit> limits) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    several.ifPresentOrElse(
        goals -> goals(document, goals), () -> document.put(word(direction), objective));
    ArrayNode parameters = document.putArray("parameters");
    for (Parameter parameter : space.parameters()) {
      ObjectNode node = write(parameter);
      Value usual = space.defaults().values().get(parameter.name());
      if (usual != null) {
        node.set("default", SettingsJson.write(usual));
      }
      Constraint condition = space.conditions().get(parameter.name());
      if (condition != null) {
        node.put("when", condition.description());
      }
      parameters.add(node);
    }
    if (!space.constraints().isEmpty()) {
      ArrayNode require = document.putArray("require");
      space.constraints().stream().map(Constraint::description).forEach(require::add);
    }
    if (!limits.isEmpty()) {
      ArrayNode array = document.putArray("limits");
      limits.stream().map(Limit::description).forEach(array::add);
    }
    return document;
  }

  private static void goals(ObjectNode document, Goals goals) {
    for (Goal goal : goals.all()) {
      String key = word(goal.direction());
      ArrayNode list =
          document.get(key) instanceof ArrayNode begun ? begun : document.putArray(key);
      list.add(goal.metric());
    }
    if (!goals.reference().isEmpty()) {
      ObjectNode reference = document.putObject("reference");
      goals.reference().forEach(reference::put);
    }
  }

  private static String word(Direction direction) {
    return direction.name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode write(Parameter parameter) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", parameter.name());
    if (parameter instanceof RealParameter real) {
      node.putArray("real").add(real.low()).add(real.high());
      scale(node, real.scale());
    } else if (parameter instanceof IntegerParameter integer) {
      node.putArray("integer").add(integer.low()).add(integer.high());
      scale(node, integer.scale());
    } else if (parameter instanceof ChoiceParameter choice) {
      ArrayNode options = node.putArray("choice");
      choice.options().forEach(options::add);
    } else if (parameter instanceof OrdinalParameter ordinal) {
      ArrayNode options = node.putArray("ordinal");
      ordinal.options().forEach(option -> options.add(SettingsJson.write(option)));
    } else {
      node.put("flag", true);
    }
    return node;
  }

  private static void scale(ObjectNode node, Scale scale) {
    if (scale == Scale.LOG) {
      node.put("scale", "log");
    }
  }
}
