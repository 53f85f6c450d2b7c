package dev.leadline.space;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** The checks that all lists of options share. */
final class Options {

  private Options() {}

  static <T> List<T> check(String name, List<T> options) {
    Names.check(name);
    if (options.isEmpty()) {
      throw new IllegalArgumentException(
          "expected at least one option for '%s' but got none; list its options".formatted(name));
    }
    if (new HashSet<>(options).size() < options.size()) {
      throw new IllegalArgumentException(
          "expected different options for '%s' but got %s; remove the repeated one"
              .formatted(name, options));
    }
    return List.copyOf(options);
  }

  static String list(List<?> options) {
    return options.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  /** The index of the cell of [0, 1], cut into equal parts, that holds the coordinate. */
  static int cell(double coordinate, int cells) {
    return Math.min(cells - 1, Math.max(0, (int) (coordinate * cells)));
  }
}
