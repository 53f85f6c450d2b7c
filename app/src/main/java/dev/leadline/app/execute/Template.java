package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text with placeholders. Immutable and thread-safe.
 *
 * <p>{@code {name}} stands for a value, {@code {name?yes:no}} for one of two texts by a flag,
 * {@code {{name}}} for the literal text {@code {name}}. A shell's <code>${name}</code> and braces
 * around anything that is no name stay as they are.
 */
record Template(String text) {

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\{(\\{[A-Za-z_][\\w.-]*})}|(?<!\\$)\\{([A-Za-z_][\\w.-]*)(?:\\?([^{}:]*):([^{}]*))?}");

  /**
   * Reads a text.
   *
   * @param where the text stands, for messages
   * @param names the placeholders that have a value
   * @throws UserError if a placeholder has another name
   */
  static Template parse(String text, String where, Collection<String> names) {
    Template template = new Template(text);
    for (String name : template.names()) {
      if (!names.contains(name)) {
        throw UserError.usage(
            "%s: unknown placeholder {%s}; the parameters are %s (write {{%s}} for the text itself)"
                .formatted(where, name, String.join(", ", names), name));
      }
    }
    return template;
  }

  /** The names of the placeholders in the text. */
  Set<String> names() {
    return names(2);
  }

  /** The names by which one of two texts is chosen. */
  Set<String> switches() {
    return names(3);
  }

  private Set<String> names(int having) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .filter(found -> found.group(having) != null)
        .map(found -> found.group(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether all placeholders have a value: that of a parameter that does not count has none. */
  boolean isComplete(Map<String, String> values) {
    return values.keySet().containsAll(names());
  }

  /** The text with every placeholder replaced. */
  String render(Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, values)));
  }

  /** Whether the whole text is one choice by a flag, so that nothing means no argument at all. */
  boolean isOptional() {
    Matcher whole = PLACEHOLDER.matcher(text);
    return whole.matches() && whole.group(3) != null;
  }

  private static String value(MatchResult found, Map<String, String> values) {
    if (found.group(2) == null) {
      return found.group(1);
    }
    String value = values.get(found.group(2));
    if (value == null) {
      throw new IllegalArgumentException("expected a value for {%s}".formatted(found.group(2)));
    }
    if (found.group(3) == null) {
      return value;
    }
    return value.equals("true") ? found.group(3) : found.group(4);
  }
}
