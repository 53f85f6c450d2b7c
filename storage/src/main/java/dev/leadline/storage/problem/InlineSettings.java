package dev.leadline.storage.problem;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The inline form of settings, such as {@code heap=512,gc=g1}; commas as in a list of options. */
public final class InlineSettings {

  private InlineSettings() {}

  /**
   * Reads the settings of some of the parameters.
   *
   * @throws IllegalArgumentException if one is named twice, unknown, or its value is not one of its
   *     parameter
   */
  public static Configuration parse(String text, List<Parameter> parameters) {
    Configuration settings = Configuration.empty();
    for (String part : InlineParameter.options(text)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("expected NAME=VALUE,... but got '%s'".formatted(part));
      }
      String name = part.substring(0, equals).strip();
      if (settings.values().containsKey(name)) {
        throw new IllegalArgumentException("expected '%s' once but got it again".formatted(name));
      }
      settings = settings.with(name, value(name, part.substring(equals + 1), parameters));
    }
    return settings;
  }

  /**
   * Reads numbers by name.
   *
   * @throws IllegalArgumentException if one is named twice or is no number
   */
  public static Map<String, Double> numbers(String text) {
    Map<String, Double> numbers = new TreeMap<>();
    for (String part : InlineParameter.options(text)) {
      int equals = part.indexOf('=');
      try {
        String name = part.substring(0, Math.max(0, equals)).strip();
        if (equals > 0 && numbers.put(name, Double.valueOf(part.substring(equals + 1))) == null) {
          continue;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new IllegalArgumentException(
          "expected NAME=NUMBER,... with each name once but got '%s'".formatted(part));
    }
    return numbers;
  }

  /** Writes one setting so that {@link #parse} reads the same. */
  static String format(String name, Value value) {
    return name + "=" + InlineParameter.escape(value.toString());
  }

  private static Value value(String name, String text, List<Parameter> parameters) {
    Optional<Parameter> parameter =
        parameters.stream().filter(one -> one.name().equals(name)).findFirst();
    if (parameter.isEmpty()) {
      throw new IllegalArgumentException(
          "expected one of the parameters %s but got '%s'"
              .formatted(parameters.stream().map(Parameter::name).toList(), name));
    }
    return parameter.get().parse(text);
  }
}
