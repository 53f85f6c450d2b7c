package dev.leadline.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.leadline.lab.method.StudyOptions;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be compared: every method on every task with every seed. Immutable and thread-safe.
 *
 * @param tasks task names and patterns, see {@link Tasks}
 * @param methods method names
 * @param seeds the number of seeds
 * @param firstSeed the first seed; 0 when left out
 * @param steps evaluations after the initial ones, by number of inputs; {@code *} for the rest
 * @param models model files by method and number of inputs ({@code *} for any); empty when left out
 * @param initial the number of points every method starts from; null for as many as each task says,
 *     0 for methods that begin by themselves
 * @param tables the directory of the tables {@code table-*}; null where no task is one
 * @param study what studies are told and asked besides; null for nothing
 */
@JsonIgnoreProperties("through") // in records from when product methods could run in lock-step
public record Plan(
    List<String> tasks,
    List<String> methods,
    int seeds,
    @Nullable Integer firstSeed,
    Map<String, Integer> steps,
    @Nullable Map<String, Map<String, String>> models,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer initial,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tables,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StudyOptions study) {

  public Plan {
    tasks = filled(tasks, "tasks", "\"*-2d\"");
    methods = filled(methods, "methods", "\"rs\"");
    if (seeds < 1) {
      throw new IllegalArgumentException("expected a plan with at least 1 seed but got " + seeds);
    }
    firstSeed = firstSeed == null ? 0 : firstSeed;
    if (steps == null || steps.isEmpty()) {
      throw new IllegalArgumentException(
          "expected steps by number of inputs in the plan, such as {\"2\": 500, \"*\": 100}");
    }
    steps.forEach(Plan::checkSteps);
    steps = Map.copyOf(new TreeMap<>(steps));
    models = models == null ? Map.of() : Map.copyOf(models);
    if (initial != null && initial < 0) {
      throw new IllegalArgumentException("expected 0 or more initial points but got " + initial);
    }
    if (new HashSet<>(methods).size() < methods.size()) {
      throw new IllegalArgumentException("expected each method once but got " + methods);
    }
  }

  /** A plan whose runs begin with as many points as each task says. */
  public Plan(
      List<String> tasks,
      List<String> methods,
      int seeds,
      @Nullable Integer firstSeed,
      Map<String, Integer> steps,
      @Nullable Map<String, Map<String, String>> models) {
    this(tasks, methods, seeds, firstSeed, steps, models, null, null, null);
  }

  /** The tasks the patterns stand for, with the initial points of this plan. */
  public List<Task> resolvedTasks() {
    String directory = tables;
    List<Task> found = Tasks.matching(tasks, directory == null ? null : Path.of(directory));
    Integer points = initial;
    return points == null ? found : found.stream().map(task -> task.from(points)).toList();
  }

  /** The number of evaluations after the initial ones. */
  public int stepsFor(Task task) {
    Integer found = steps.getOrDefault(Integer.toString(task.dimensions()), steps.get("*"));
    if (found == null) {
      throw new IllegalArgumentException(
          "the plan has no steps for %s: add \"%d\" or \"*\" to its steps"
              .formatted(task.name(), task.dimensions()));
    }
    return found;
  }

  public int first() {
    return firstSeed == null ? 0 : firstSeed;
  }

  /** The model files, never null. */
  public Map<String, Map<String, String>> modelFiles() {
    return models == null ? Map.of() : models;
  }

  /** The same plan with other model files. */
  public Plan withModels(Map<String, Map<String, String>> files) {
    return new Plan(tasks, methods, seeds, firstSeed, steps, files, initial, tables, study);
  }

  /** The same plan with other methods. */
  public Plan withMethods(List<String> others) {
    return new Plan(tasks, others, seeds, firstSeed, steps, models, initial, tables, study);
  }

  /** The plan of one run of this one. */
  public Plan single(Task task, String method, int seed) {
    return new Plan(
        List.of(task.name()), List.of(method), 1, seed, steps, models, initial, tables, study);
  }

  private static List<String> filled(@Nullable List<String> values, String name, String example) {
    if (values == null || values.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a plan with a list of %s such as [%s]".formatted(name, example));
    }
    return List.copyOf(values);
  }

  private static void checkSteps(String key, @Nullable Integer value) {
    if (!key.equals("*") && !key.matches("[1-9][0-9]{0,2}")) {
      throw new IllegalArgumentException(
          "expected a number of inputs or * as key of steps but got '%s'".formatted(key));
    }
    if (value == null || value < 1) {
      throw new IllegalArgumentException(
          "expected at least 1 step for '%s' but got %s".formatted(key, value));
    }
  }
}
