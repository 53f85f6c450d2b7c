package dev.leadline.storage.problem;

import dev.leadline.space.Configuration;
import dev.leadline.space.Constraint;
import dev.leadline.space.Parameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The entries of a space file that speak of parameters.
 *
 * @param yaml the file
 */
record SpaceNodes(YamlNodes yaml) {

  Space read(Node root, Map<String, Node> entries) {
    Node list = entries.get("parameters");
    if (list == null) {
      throw yaml.error(root, "expected a list 'parameters' but there is none");
    }
    SpaceBuilder builder = Space.builder();
    List<Parameter> parameters = new ArrayList<>();
    Map<String, Node> conditions = new LinkedHashMap<>();
    for (Node entry : yaml.sequence(list, "a list of parameters")) {
      Map<String, Node> fields =
          yaml.mapping(entry, "a parameter like {name: heap, integer: [256, 4096]}");
      Node usual = fields.remove("default");
      Node when = fields.remove("when");
      Parameter parameter = yaml.checked(entry, () -> parameter(entry, fields));
      parameters.add(parameter);
      yaml.checked(entry, () -> builder.parameter(parameter));
      if (when != null) {
        conditions.put(parameter.name(), when);
      }
      if (usual != null) {
        yaml.checked(
            usual, () -> builder.defaults(setting(Configuration.empty(), parameter, usual)));
      }
    }
    conditions.forEach(
        (name, node) ->
            yaml.checked(node, () -> checkedCondition(builder, name, node, parameters)));
    yaml.checked(list, builder::build);
    constrain(builder, entries.get("require"), parameters);
    return builder.build();
  }

  private void constrain(SpaceBuilder builder, @Nullable Node require, List<Parameter> parameters) {
    for (Node entry : require == null ? List.<Node>of() : yaml.items(require)) {
      String expression = yaml.scalar(entry, "an expression in quotes");
      yaml.checked(entry, () -> Constraint.parse(expression, parameters));
      builder.require(expression);
    }
  }

  /** Adds a condition, after all parameters are known, and tries it at once: errors have a line. */
  private SpaceBuilder checkedCondition(
      SpaceBuilder builder, String name, Node node, List<Parameter> parameters) {
    String expression = yaml.scalar(node, "a condition in quotes");
    Constraint.parse(expression, parameters);
    builder.when(name, expression).build();
    return builder;
  }

  /** The configurations that a study starts with. */
  List<Configuration> start(@Nullable Node node, Space space) {
    List<Configuration> start = new ArrayList<>();
    for (Node entry : node == null ? List.<Node>of() : yaml.items(node)) {
      Configuration settings = Configuration.empty();
      for (Map.Entry<String, Node> field :
          yaml.mapping(entry, "settings like {heap: 512, gc: g1}").entrySet()) {
        settings =
            setting(settings, parameter(field.getKey(), field.getValue(), space), field.getValue());
      }
      Configuration all = settings;
      start.add(yaml.checked(entry, () -> space.require(all)));
    }
    return start;
  }

  private Configuration setting(Configuration settings, Parameter parameter, Node node) {
    String text = yaml.scalar(node, "one value");
    return settings.with(parameter.name(), yaml.checked(node, () -> parameter.parse(text)));
  }

  private Parameter parameter(String name, Node node, Space space) {
    return space.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                yaml.error(
                    node,
                    "expected one of the parameters %s but got '%s'"
                        .formatted(
                            space.parameters().stream().map(Parameter::name).toList(), name)));
  }

  private Parameter parameter(Node entry, Map<String, Node> fields) {
    Node name = fields.remove("name");
    if (name == null) {
      throw yaml.error(entry, "expected a 'name' but there is none");
    }
    Node scaleNode = fields.remove("scale");
    Scale scale =
        scaleNode == null
            ? Scale.LINEAR
            : yaml.checked(scaleNode, () -> ParameterKind.scale(yaml.scalar(scaleNode, "a scale")));
    if (fields.size() != 1) {
      throw yaml.error(
          entry,
          "expected a name, one kind of %s and perhaps a scale, a default and when but got name, %s"
              .formatted(ParameterKind.words(), String.join(", ", fields.keySet())));
    }
    Map.Entry<String, Node> field = fields.entrySet().iterator().next();
    ParameterKind kind =
        ParameterKind.of(field.getKey())
            .orElseThrow(
                () ->
                    yaml.error(
                        field.getValue(),
                        "expected a kind of %s but got '%s'"
                            .formatted(ParameterKind.words(), field.getKey())));
    List<Node> items = yaml.items(field.getValue());
    List<String> texts =
        items.stream().map(item -> yaml.scalar(item, "a number or a word")).toList();
    return kind == ParameterKind.ORDINAL && items.stream().allMatch(yaml::isQuoted)
        ? ParameterKind.ordinalOfText(yaml.scalar(name, "a name"), texts, scale)
        : kind.make(yaml.scalar(name, "a name"), texts, scale);
  }
}
