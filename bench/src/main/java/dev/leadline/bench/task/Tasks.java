package dev.leadline.bench.task;

import dev.leadline.bench.functions.TestFunction;
import dev.leadline.bench.functions.TestFunctions;
import dev.leadline.bench.recorded.RecordedPrograms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The catalogue of tasks by name and by pattern.
 *
 * <p>A pattern is a name in which {@code *} stands for any characters, followed by variants that
 * apply to every match: {@code *-2d}, {@code ackley-*@shift}, {@code levy-5d@noise=0.1}, {@code
 * branin-2d@irrelevant=3}, {@code *@shift@skew}. A pattern stays within the suite whose prefix it
 * begins with: {@code *} stands for the paper's tasks, {@code mixed-*} for the mixed ones, {@code
 * further-*} for functions outside the paper, {@code contested-*} for those that other optimisers
 * are good at, {@code real-*} and {@code sealed-*} for recorded programs. Mixed tasks and recorded
 * programs have no variants.
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
                .formatted(pattern, String.join(", ", near(pattern))));
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
    return Stream.of(Suite.values())
        .flatMap(suite -> of(suite, Variant.ORIGINAL))
        .map(Task::name)
        .toList();
  }

  /** The names that hold the first word of a pattern; all names if none does. */
  private static List<String> near(String pattern) {
    String word = pattern.replaceAll("[-*@].*", "");
    List<String> near = names().stream().filter(name -> name.contains(word)).toList();
    return near.isEmpty() ? names() : near;
  }

  private static List<Task> matching(String pattern) {
    String[] parts = pattern.split("@", -1);
    Variant variant = Variant.parse(pattern, parts);
    String wanted = Pattern.quote(parts[0] + variant.suffix()).replace("*", "\\E.*\\Q");
    Pattern glob = Pattern.compile(wanted);
    return of(Suite.of(parts[0]), variant)
        .filter(task -> glob.matcher(task.name()).matches())
        .toList();
  }

  private static Stream<Task> of(Suite suite, Variant variant) {
    return switch (suite) {
      case PAPER -> functions(suite, TestFunctions.paper(), variant);
      case MIXED -> MixedTask.all(TestFunctions.paper()).stream();
      case FURTHER -> functions(suite, TestFunctions.further(), variant);
      case CONTESTED -> functions(suite, TestFunctions.contested(), variant);
      case REAL -> recorded(suite, RecordedPrograms.open());
      case SEALED -> recorded(suite, RecordedPrograms.sealed());
    };
  }

  private static Stream<Task> recorded(Suite suite, List<String> programs) {
    return programs.stream().map(program -> new RecordedTask(suite, program));
  }

  private static Stream<Task> functions(
      Suite suite, List<TestFunction> functions, Variant variant) {
    return functions.stream().map(function -> new FunctionTask(suite, function, variant));
  }
}
