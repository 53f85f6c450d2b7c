package dev.leadline.storage.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
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

  private static final int DEEPEST = 50;

  /* The reader fails on a character of two halves, such as an emoji, where the first half fills its buffer. */

  Node root(String text) {
    try {
      LoadSettings settings =
          LoadSettings.builder().setLabel(file).setBufferSize(text.length() + 1).build();
      requireFlat(new Parse(settings).parseString(text));
      return new Compose(settings)
          .composeString(text)
          .orElseThrow(() -> new InputException(file, "expected a space but the file is empty"));
    } catch (MarkedYamlEngineException e) {
      String where = e.getProblemMark().map(this::place).orElse(file);
      throw new InputException(
          where, "expected YAML but " + e.getProblem().replaceFirst("^but ", ""));
    } catch (YamlEngineException e) {
      throw new InputException(file, "expected YAML but " + e.getMessage());
    }
  }

  /** The composer calls itself for each level, and would use up the stack. */
  private void requireFlat(Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > DEEPEST) {
        throw new InputException(
            event.getStartMark().map(this::place).orElse(file),
            "expected at most %d lists inside each other but got more; write it flat"
                .formatted(DEEPEST));
      }
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

  /** Whether quotes say that it is text. */
  boolean isQuoted(Node node) {
    return node instanceof ScalarNode scalar && !scalar.isPlain();
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
