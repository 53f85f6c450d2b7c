package dev.leadline.lab.problem;

import dev.leadline.lab.functions.Flat;
import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.functions.TestFunctions;
import dev.leadline.lab.recorded.CurveFamily;
import dev.leadline.lab.recorded.RecordedProgram;
import dev.leadline.lab.recorded.RecordedPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of tasks by name and by pattern.
 *
 * <p>A pattern is a name in which {@code *} stands for any characters, followed by variants that
 * apply to every match: {@code *-2d}, {@code ackley-*@shift}, {@code levy-5d@noise=0.1}, {@code
 * branin-2d@irrelevant=3}, {@code *@shift@skew}. A pattern stays within the suite whose prefix it
 * begins with: {@code *} stands for the paper's tasks, {@code mixed-*} for the mixed ones, {@code
 * further-*} for functions outside the paper, {@code contested-*} for those that other optimisers
 * are good at, {@code flat-*} for functions with flat regions, {@code real-*} and {@code sealed-*}
 * for recorded programs, {@code table-*} for the tables of a directory. All but the functions of
 * real inputs have no variants.
 */
public final class Tasks {

  private static final String TABLE_ENDING = ".gz";

  private Tasks() {}

  /** The tasks that match any of the patterns, in catalogue order for each, without repetition. */
  public static List<Task> matching(List<String> patterns) {
    return matching(patterns, null);
  }

  /**
   * The same, with the tables of a directory.
   *
   * @param tables holds a file {@code table-NAME.gz} for each table
   */
  public static List<Task> matching(List<String> patterns, @Nullable Path tables) {
    Map<String, Task> found = new LinkedHashMap<>();
    for (String pattern : patterns) {
      List<Task> matches = matching(pattern, tables);
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

  private static List<Task> matching(String pattern, @Nullable Path tables) {
    String[] parts = pattern.split("@", -1);
    Variant variant = Variant.parse(pattern, parts);
    String wanted = Pattern.quote(parts[0] + variant.suffix()).replace("*", "\\E.*\\Q");
    Pattern glob = Pattern.compile(wanted);
    Suite suite = Suite.of(parts[0]);
    return (suite == Suite.TABLE ? tables(tables) : of(suite, variant))
        .filter(task -> glob.matcher(task.name()).matches())
        .toList();
  }

  private static Stream<Task> of(Suite suite, Variant variant) {
    return switch (suite) {
      case PAPER -> functions(suite, TestFunctions.paper(), variant);
      case MIXED -> MixedTask.all(TestFunctions.paper()).stream();
      case FURTHER -> functions(suite, TestFunctions.further(), variant);
      case ILL_CONDITIONED -> functions(suite, TestFunctions.illConditioned(), variant);
      case FLAT ->
          Flat.all().stream().map(f -> new ProgramTask(suite, f.name(), () -> f, List.of()));
      case TABLE -> Stream.of();
      case REAL -> recorded(suite, RecordedPrograms.open());
      case HELD_OUT -> recorded(suite, RecordedPrograms.heldOut());
      case CURVES -> curves(suite, CurveFamily.open());
      case HELD_OUT_CURVES -> curves(suite, CurveFamily.heldOut());
      case GOALS -> GoalTasks.all().stream().map(task -> task);
      case LIMITS -> LimitedTasks.all().stream().map(task -> task);
      case FAILURES -> FailingTasks.all().stream().map(task -> task);
      case CONDITIONAL, FILLED -> ConditionalTask.all(suite);
    };
  }

  private static Stream<Task> recorded(Suite suite, List<String> programs) {
    return programs(suite, programs, RecordedProgram::named);
  }

  private static Stream<Task> programs(
      Suite suite, List<String> names, Function<String, RecordedProgram> source) {
    List<Task> all = new ArrayList<>();
    names.forEach(name -> all.add(new ProgramTask(suite, name, () -> source.apply(name), all)));
    return all.stream();
  }

  private static Stream<Task> curves(Suite suite, List<String> families) {
    return families.stream().map(name -> new CurveTask(suite, name));
  }

  private static Stream<Task> tables(@Nullable Path directory) {
    if (directory == null) {
      throw new IllegalArgumentException(
          "expected the directory of the tables table-*: give --tables DIR; lab/peers/tables.py writes it");
    }
    String prefix = Suite.TABLE.prefix();
    try (Stream<Path> files = Files.list(directory)) {
      List<String> names =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.startsWith(prefix) && name.endsWith(TABLE_ENDING))
              .sorted()
              .map(name -> name.substring(prefix.length(), name.length() - TABLE_ENDING.length()))
              .toList();
      return programs(
          Suite.TABLE,
          names,
          name -> RecordedProgram.in(directory.resolve(prefix + name + TABLE_ENDING)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the tables in " + directory, e);
    }
  }

  private static Stream<Task> functions(
      Suite suite, List<TestFunction> functions, Variant variant) {
    return functions.stream().map(function -> new FunctionTask(suite, function, variant));
  }
}
