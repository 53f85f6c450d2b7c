package dev.leadline.app;

import dev.leadline.space.Value;
import tools.jackson.databind.node.ObjectNode;

/** Settings as JSON: numbers as numbers, flags as true and false, the rest as text. */
final class JsonValues {

  private JsonValues() {}

  static void put(ObjectNode object, String name, Value value) {
    if (value instanceof Value.Real real) {
      object.put(name, real.number());
    } else if (value instanceof Value.Whole whole) {
      object.put(name, whole.number());
    } else if (value instanceof Value.Flag flag) {
      object.put(name, flag.on());
    } else {
      object.put(name, value.toString());
    }
  }
}
