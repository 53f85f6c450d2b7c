package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.experiment.RecordReader;
import dev.leadline.lab.experiment.RunKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The curves of all runs of some records. Immutable and thread-safe after reading. */
public final class Results {

  private final Map<String, Map<String, Map<Long, Curve>>> byTask = new LinkedHashMap<>();
  private final Set<String> methods = new LinkedHashSet<>();
  private final Map<String, List<List<Evaluation>>> detailed = new LinkedHashMap<>();
  private final Map<String, Integer> repeated;
  private final int skippedLines;
  private final List<String> caveats;

  private Results(
      Map<RunKey, List<Evaluation>> runs,
      Map<String, Integer> repeated,
      int skippedLines,
      List<String> caveats) {
    this.caveats = List.copyOf(caveats);
    this.repeated = Collections.unmodifiableMap(repeated);
    this.skippedLines = skippedLines;
    runs.forEach(
        (run, evaluations) -> {
          methods.add(run.method());
          if (evaluations.stream().anyMatch(evaluation -> evaluation.detail() != null)) {
            detailed.computeIfAbsent(run.method(), k -> new ArrayList<>()).add(evaluations);
          }
          byTask
              .computeIfAbsent(run.task(), k -> new LinkedHashMap<>())
              .computeIfAbsent(run.method(), k -> new TreeMap<>())
              .put(run.seed(), Curve.of(evaluations));
        });
  }

  private Results(Results all, List<String> tasks, List<String> methods) {
    this.repeated = all.repeated;
    this.skippedLines = all.skippedLines;
    this.caveats = all.caveats;
    this.methods.addAll(methods);
    for (String task : tasks) {
      Map<String, Map<Long, Curve>> kept = new LinkedHashMap<>();
      methods.forEach(method -> kept.put(method, all.curves(task, method)));
      byTask.put(task, kept);
    }
  }

  /** Reads the records; a run that two of them hold is taken from the later one. */
  public static Results read(List<Path> records) {
    Map<RunKey, List<Evaluation>> runs = new LinkedHashMap<>();
    Map<String, Integer> repeated = new TreeMap<>();
    int skipped = 0;
    for (Path record : records) {
      Map<RunKey, List<Evaluation>> own = new LinkedHashMap<>();
      skipped +=
          RecordReader.read(
              record, e -> own.computeIfAbsent(e.run(), k -> new ArrayList<>()).add(slim(e)));
      own.keySet().stream()
          .filter(runs::containsKey)
          .forEach(run -> repeated.merge(run.method(), 1, Integer::sum));
      runs.putAll(own);
    }
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("expected evaluations but found none in " + records);
    }
    return new Results(runs, repeated, skipped, Origin.caveats(records));
  }

  /** Points and values are not needed here and would fill the memory. */
  private static Evaluation slim(Evaluation e) {
    return new Evaluation(
        e.task(),
        e.method(),
        e.seed(),
        e.step(),
        null,
        e.regret(),
        e.optimiserMs(),
        e.objectiveMs(),
        e.together(),
        null,
        e.detail());
  }

  /** An empty table of numbers from these records, with what must be said of them. */
  public MarkdownTable table(int names, List<String> header) {
    return new MarkdownTable(names, header, caveats);
  }

  /** The same with the first line as Markdown, for example {@code method | runs}. */
  MarkdownTable table(int names, String header) {
    return table(names, List.of(header.split(" \\| ", -1)));
  }

  /** How many tasks of a group, and seeds, have come to this step. */
  public Extent extent(TaskGroup group, String method, int step) {
    return Extent.of(tasks(group).stream().map(task -> regrets(task, method, step)).toList());
  }

  /** The runs of a method whose evaluations have details, from the first to the last. */
  List<List<Evaluation>> detailed(String method) {
    return detailed.getOrDefault(method, List.of());
  }

  public int skippedLines() {
    return skippedLines;
  }

  /** How many runs of a method were in more than one record; methods without such are left out. */
  public Map<String, Integer> repeated() {
    return repeated;
  }

  /** The runs of these methods, in this order, on these tasks. */
  public Results only(List<String> tasks, List<String> methods) {
    return new Results(this, tasks, methods);
  }

  public List<String> methods() {
    return List.copyOf(methods);
  }

  /** The groups of tasks that are averaged together, smallest number of inputs first. */
  public List<TaskGroup> groups() {
    return byTask.keySet().stream().map(TaskGroup::of).distinct().sorted().toList();
  }

  /** The tasks of a group, by name. */
  public List<String> tasks(TaskGroup group) {
    return byTask.keySet().stream()
        .filter(task -> TaskGroup.of(task).equals(group))
        .sorted()
        .toList();
  }

  /** The curves by seed; empty if the method has not run on the task. */
  public Map<Long, Curve> curves(String task, String method) {
    return byTask.getOrDefault(task, Map.of()).getOrDefault(method, Map.of());
  }

  /** The last step that all runs of the method on the task have reached; −1 without runs. */
  public int lastStep(String task, String method) {
    return curves(task, method).values().stream().mapToInt(Curve::lastStep).min().orElse(-1);
  }

  /** The last step that the method has reached on all its tasks of the group; 0 without runs. */
  public int lastStep(TaskGroup group, String method) {
    return tasks(group).stream()
        .mapToInt(task -> lastStep(task, method))
        .filter(step -> step >= 0)
        .min()
        .orElse(0);
  }

  /** The regrets after this many steps by seed; seeds that have not come so far are left out. */
  public Map<Long, Double> regrets(String task, String method, int step) {
    Map<Long, Double> regrets = new TreeMap<>();
    curves(task, method)
        .forEach(
            (seed, curve) -> {
              if (curve.lastStep() >= step) {
                regrets.put(seed, curve.regretAt(step));
              }
            });
    return regrets;
  }
}
