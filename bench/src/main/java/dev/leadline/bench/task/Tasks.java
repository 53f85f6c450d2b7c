package dev.leadline.bench.task;

import dev.leadline.bench.functions.TestFunction;
import dev.leadline.bench.functions.TestFunctions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The catalogue of tasks by name and by pattern.
 *
 * <p>A pattern is a name in which {@code *} stands for any characters, followed by variants that
 * apply to every match: {@code *-2d}, {@code ackley-*@shift}, {@code levy-5d@noise=0.1}, {@code
 * branin-2d@irrelevant=3}, {@code *@shift@skew}. Mixed tasks have no variants and are matched by
 * {@code mixed-*} only.
 */
public final class Tasks {

  private Tasks() {}

  /** The tasks that match any of the patterns, in catalogue order for each, without repetition. */
  public static List<Task> matching(List<String> patterns) {
    Map<String, Task> found = new LinkedHashMap<>();
    for (String pattern : patterns) {
      List<Task> matches = matching(pattern);
      if (matches.isEmpty()) {
        throw new IllegalArgumentException(
            "unknown task '%s': expected a pattern that matches at least one of %s"
                .formatted(pattern, String.join(", ", names())));
      }
      matches.forEach(task -> found.put(task.name(), task));
    }
    return List.copyOf(found.values());
  }

  /** The task of this name. */
  public static Task named(String name) {
    return matching(List.of(name)).get(0);
  }

  /** The names of all tasks, variants left out. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    TestFunctions.all().forEach(function -> names.add(function.toString()));
    MixedTask.all(TestFunctions.all()).forEach(task -> names.add(task.name()));
    return names;
  }

  private static List<Task> matching(String pattern) {
    String[] parts = pattern.split("@", -1);
    Pattern glob = Pattern.compile(Pattern.quote(parts[0]).replace("*", "\\E.*\\Q"));
    Variant variant = Variant.parse(pattern, parts);
    List<Task> tasks = new ArrayList<>();
    if (parts[0].startsWith("mixed") && parts.length == 1) {
      MixedTask.all(TestFunctions.all()).stream()
          .filter(task -> glob.matcher(task.name()).matches())
          .forEach(tasks::add);
    }
    for (TestFunction function : TestFunctions.all()) {
      if (glob.matcher(function.toString()).matches()) {
        tasks.add(new FunctionTask(function, variant));
      }
    }
    return tasks;
  }
}
