package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trials of an earlier study at settings of another space, and what is said of those. */
final class PlacedTrials {

  private final String name;
  private final Space into;
  private final List<String> matched;
  private final List<String> defaulted;
  private final List<String> middled;
  private final List<String> unknown;
  private int left;
  private Optional<String> firstMisfit = Optional.empty();

  PlacedTrials(RelatedStudy source, Space into) {
    this.name = source.name();
    this.into = into;
    List<String> own = source.space().parameters().stream().map(Parameter::name).toList();
    List<String> here = into.parameters().stream().map(Parameter::name).toList();
    List<String> missing = here.stream().filter(input -> !own.contains(input)).toList();
    this.matched = here.stream().filter(own::contains).toList();
    this.defaulted = missing.stream().filter(into.defaults()::has).toList();
    this.middled = missing.stream().filter(input -> !into.defaults().has(input)).toList();
    this.unknown = own.stream().filter(input -> !here.contains(input)).toList();
  }

  /** The trial at the same settings of like-named inputs, if those are settings here. */
  Optional<Trial> place(Trial trial) {
    try {
      return Optional.of(trial.at(placed(trial.configuration())));
    } catch (IllegalArgumentException e) {
      left++;
      if (firstMisfit.isEmpty()) {
        firstMisfit = Optional.ofNullable(e.getMessage());
      }
      return Optional.empty();
    }
  }

  private Configuration placed(Configuration there) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (Parameter parameter : into.parameters()) {
      String input = parameter.name();
      if (there.has(input)) {
        values.put(input, like(parameter, there.value(input)));
      } else if (into.defaults().has(input)) {
        values.put(input, into.defaults().value(input));
      } else {
        values.put(input, middle(parameter));
      }
    }
    return into.conform(Configuration.of(values));
  }

  /** The value as a parameter holds it, which may be of another kind: 4, 4.0 and "4" are alike. */
  private static Value like(Parameter parameter, Value value) {
    try {
      return parameter.conform(value);
    } catch (IllegalArgumentException e) {
      return parameter.parse(value.toString());
    }
  }

  private static Value middle(Parameter parameter) {
    double[] point = new double[parameter.width()];
    Arrays.fill(point, 0.5);
    return parameter.decode(point, 0);
  }

  /** Why the first of the trials that were left out was. */
  Optional<String> firstMisfit() {
    return firstMisfit;
  }

  /** What was matched, what was not and why. */
  String sentence(int trials) {
    List<String> parts = new ArrayList<>();
    parts.add("%s: %s by %s".formatted(name, count(trials, "trial"), String.join(", ", matched)));
    if (!defaulted.isEmpty()) {
      parts.add("%s at the default, being no input there".formatted(String.join(", ", defaulted)));
    }
    if (!middled.isEmpty()) {
      parts.add(
          "%s in the middle, being no input there and without a default"
              .formatted(String.join(", ", middled)));
    }
    if (!unknown.isEmpty()) {
      parts.add("%s left out, being no input here".formatted(String.join(", ", unknown)));
    }
    firstMisfit.ifPresent(
        reason -> parts.add("%s left out: %s".formatted(count(left, "trial"), reason)));
    return String.join("; ", parts);
  }

  private static String count(int number, String what) {
    return "%d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }
}
