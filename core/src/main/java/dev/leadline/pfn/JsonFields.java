package dev.leadline.pfn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The members of a JSON object, read by name and type; a wrong one is refused by a sentence. */
final class JsonFields {

  private final Map<String, Json> members;
  private final String where;

  private JsonFields(Map<String, Json> members, String where) {
    this.members = members;
    this.where = where;
  }

  /**
   * @param where what the object is, for messages
   */
  static JsonFields of(Json json, String where) throws ModelFileException {
    if (json instanceof Json.Obj object) {
      return new JsonFields(object.members(), where);
    }
    throw new ModelFileException("expected %s to be a JSON object".formatted(where));
  }

  Set<String> names() {
    return members.keySet();
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  JsonFields object(String name) throws ModelFileException {
    return of(get(name), "\"%s\" in %s".formatted(name, where));
  }

  String string(String name) throws ModelFileException {
    return string(name, get(name));
  }

  /** An object whose members are all strings. */
  Map<String, String> strings(String name) throws ModelFileException {
    Map<String, String> strings = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : object(name).members.entrySet()) {
      strings.put(member.getKey(), string(member.getKey(), member.getValue()));
    }
    return Collections.unmodifiableMap(strings);
  }

  List<String> stringList(String name) throws ModelFileException {
    List<String> strings = new ArrayList<>();
    for (Json item : array(name)) {
      strings.add(string(name, item));
    }
    return List.copyOf(strings);
  }

  int integer(String name) throws ModelFileException {
    return integer(name, get(name));
  }

  int[] integers(String name) throws ModelFileException {
    List<Json> items = array(name);
    int[] integers = new int[items.size()];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = integer(name, items.get(i));
    }
    return integers;
  }

  /** A string that names a constant of the enum in lower case, with hyphens for underscores. */
  <T extends Enum<T>> T constant(String name, Class<T> type) throws ModelFileException {
    String text = string(name);
    for (T constant : type.getEnumConstants()) {
      if (text.equals(constantName(constant))) {
        return constant;
      }
    }
    List<String> known =
        List.of(type.getEnumConstants()).stream().map(JsonFields::constantName).toList();
    throw wrong(name, "one of " + known);
  }

  static String constantName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private List<Json> array(String name) throws ModelFileException {
    if (get(name) instanceof Json.Arr array) {
      return array.items();
    }
    throw wrong(name, "an array");
  }

  private String string(String name, Json json) throws ModelFileException {
    if (json instanceof Json.Str string) {
      return string.value();
    }
    throw wrong(name, "a string");
  }

  private int integer(String name, Json json) throws ModelFileException {
    try {
      if (json instanceof Json.Num number) {
        return Integer.parseInt(number.text());
      }
    } catch (NumberFormatException e) {
      throw wrong(name, "an integer below 2^31");
    }
    throw wrong(name, "an integer");
  }

  private Json get(String name) throws ModelFileException {
    Json value = members.get(name);
    if (value == null) {
      throw new ModelFileException(
          "expected \"%s\" in %s but it is missing".formatted(name, where));
    }
    return value;
  }

  private ModelFileException wrong(String name, String expected) {
    return new ModelFileException(
        "expected \"%s\" in %s to be %s".formatted(name, where, expected));
  }
}
