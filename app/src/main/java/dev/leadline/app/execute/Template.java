package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders. Immutable and thread-safe.
 *
 * <p>{@code {name}} stands for a value, {@code {name?yes:no}} for one of two texts by a flag,
 * {@code {{name}}} for the literal text {@code {name}}. A shell's <code>${name}</code> and braces
 * around anything that is no name stay as they are.
 */
final class Template {

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\{(\\{[A-Za-z_][\\w.-]*})}|(?<!\\$)\\{([A-Za-z_][\\w.-]*)(?:\\?([^{}:]*):([^{}]*))?}");

  /** A literal text, or a placeholder if it has a name. */
  private record Part(String literal, @Nullable String name, @Nullable String yes, String no) {}

  private final List<Part> parts;

  private Template(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Reads a text.
   *
   * @param where the text stands, for messages
   * @param names the placeholders that have a value
   * @throws UserError if a placeholder has another name
   */
  static Template parse(String text, String where, Collection<String> names) {
    List<Part> parts = new ArrayList<>();
    Matcher matcher = PLACEHOLDER.matcher(text);
    int end = 0;
    while (matcher.find()) {
      parts.add(literal(text.substring(end, matcher.start())));
      String name = matcher.group(2);
      if (name == null) {
        parts.add(literal(matcher.group(1)));
      } else if (names.contains(name)) {
        parts.add(
            new Part("", name, matcher.group(3), matcher.group(4) == null ? "" : matcher.group(4)));
      } else {
        throw UserError.usage(
            "%s: unknown placeholder {%s}; the parameters are %s (write {{%s}} for the text itself)"
                .formatted(where, name, String.join(", ", names), name));
      }
      end = matcher.end();
    }
    parts.add(literal(text.substring(end)));
    return new Template(parts);
  }

  /** The names of the placeholders in the text. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Part part : parts) {
      if (part.name() != null) {
        names.add(part.name());
      }
    }
    return names;
  }

  /** The names by which one of two texts is chosen. */
  Set<String> switches() {
    Set<String> names = new TreeSet<>();
    for (Part part : parts) {
      if (part.name() != null && part.yes() != null) {
        names.add(part.name());
      }
    }
    return names;
  }

  /** Whether all placeholders have a value: that of a parameter that does not count has none. */
  boolean isComplete(Map<String, String> values) {
    return values.keySet().containsAll(names());
  }

  /** The text with every placeholder replaced. */
  String render(Map<String, String> values) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(part.name() == null ? part.literal() : value(part, values.get(part.name())));
    }
    return text.toString();
  }

  /** Whether the whole text is one choice by a flag, so that nothing means no argument at all. */
  boolean isOptional() {
    List<Part> present =
        parts.stream().filter(part -> part.name() != null || !part.literal().isEmpty()).toList();
    return present.size() == 1 && present.get(0).yes() != null;
  }

  private static Part literal(String text) {
    return new Part(text, null, null, "");
  }

  private static String value(Part part, @Nullable String value) {
    if (value == null) {
      throw new IllegalArgumentException("expected a value for {%s}".formatted(part.name()));
    }
    if (part.yes() == null) {
      return value;
    }
    return value.equals("true") ? part.yes() : part.no();
  }
}
