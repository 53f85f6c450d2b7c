package dev.leadline.space;

import java.util.Set;
import java.util.regex.Pattern;

/** The rule that names of parameters obey, so that placeholders and constraints can use them. */
final class Names {

  static final Set<String> RESERVED = Set.of("and", "or", "not", "true", "false");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private Names() {}

  static void check(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "expected a parameter name of letters, digits, '_', '.' and '-' that starts with a letter"
              + " or '_' but got '%s'".formatted(name));
    }
    if (RESERVED.contains(name)) {
      throw new IllegalArgumentException(
          "expected a parameter name but '%s' is a word of the constraint language; rename it"
              .formatted(name));
    }
  }

  static IllegalArgumentException misfit(String name, String expected, Object actual) {
    return new IllegalArgumentException(
        "expected %s for '%s' but got '%s'".formatted(expected, name, actual));
  }
}
