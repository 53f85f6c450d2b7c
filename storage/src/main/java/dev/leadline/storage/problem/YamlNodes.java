package dev.leadline.storage.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The nodes of one YAML document, which know their lines.
 *
 * @param file named in every complaint
 */
record YamlNodes(String file) {

  Node root(String text) {
    try {
      return new Compose(LoadSettings.builder().setLabel(file).build())
          .composeString(text)
          .orElseThrow(() -> new InputException(file, "expected a space but the file is empty"));
    } catch (MarkedYamlEngineException e) {
      String where = e.getProblemMark().map(this::place).orElse(file);
      throw new InputException(where, "expected YAML but " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InputException(file, "expected YAML but " + e.getMessage());
    }
  }

  Map<String, Node> mapping(Node node, String expected) {
    if (!(node instanceof MappingNode mapping)) {
      throw error(node, "expected " + expected);
    }
    Map<String, Node> entries = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      String key = scalar(entry.getKeyNode(), "a key");
      if (entries.put(key, entry.getValueNode()) != null) {
        throw error(entry.getKeyNode(), "expected '%s' once but got it again".formatted(key));
      }
    }
    return entries;
  }

  List<Node> sequence(Node node, String expected) {
    if (!(node instanceof SequenceNode sequence)) {
      throw error(node, "expected " + expected);
    }
    return sequence.getValue();
  }

  /** The items of a list, or the node itself where one item needs no list. */
  List<Node> items(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  String scalar(Node node, String expected) {
    if (!(node instanceof ScalarNode scalar)) {
      throw error(node, "expected " + expected);
    }
    return scalar.getValue();
  }

  /** Runs something that rejects bad values and says where they stand. */
  <T> T checked(Node node, Supplier<T> work) {
    try {
      return work.get();
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw error(node, String.valueOf(e.getMessage()));
    }
  }

  InputException error(Node node, String sentence) {
    return new InputException(place(node), sentence);
  }

  /** The file and the line of a node. */
  String place(Node node) {
    return node.getStartMark().map(this::place).orElse(file);
  }

  private String place(Mark mark) {
    return file + ":" + (mark.getLine() + 1);
  }
}
