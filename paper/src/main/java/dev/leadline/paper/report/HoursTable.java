package dev.leadline.paper.report;

import dev.leadline.lab.report.Curve;
import dev.leadline.lab.report.Digits;
import dev.leadline.lab.report.MarkdownTable;
import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.TaskGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The hours of the paper's protocol, training included, as in its table "Approximate total running
 * times". Used by one thread.
 */
public final class HoursTable {

  /* A record may hold a part of the protocol; hours are what its runs took, not scaled to the whole. The time of a training
   * that shared its GPU is wall-clock time: an upper bound. */

  private static final Pattern PRESET =
      Pattern.compile("(?:fair|paper|fair-small)-(1|2|5|10)d-(pt|r|nu|nur)");
  private static final Map<Integer, String> PAPER =
      Map.of(1, "3.1, 3.2", 2, "3.2, 4.7", 5, "5.7, 21.4", 10, "6.9, 26.2");

  private final Results results;
  private final Map<String, List<Double>> trainingHours = new TreeMap<>();

  private HoursTable(Results results) {
    this.results = results;
  }

  /**
   * The table as Markdown.
   *
   * @param trainings directories with a training.json
   */
  public static String of(List<Path> records, List<Path> trainings) {
    HoursTable table = new HoursTable(Results.read(records));
    trainings.forEach(table::read);
    return table.render();
  }

  private void read(Path directory) {
    Path file = directory.resolve("training.json");
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("expected a training.json in %s".formatted(directory));
    }
    try {
      JsonNode record = JsonMapper.shared().readTree(Files.readAllBytes(file));
      Matcher preset = PRESET.matcher(record.path("preset").asString(""));
      if (preset.matches()) {
        String variant = preset.group(2).equals("pt") ? "pt" : "pt-" + preset.group(2);
        trainingHours
            .computeIfAbsent(preset.group(1) + " " + variant, key -> new ArrayList<>())
            .add(record.path("minutes").asDouble() / 60);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private String render() {
    MarkdownTable table =
        new MarkdownTable(
            2,
            List.of(
                "inputs",
                "method",
                "training",
                "suggesting",
                "together, hours",
                "evaluations",
                "the paper: PT-νR, GP"),
            List.of());
    for (TaskGroup group : results.groups()) {
      for (String method : results.methods()) {
        long steps = steps(group, method);
        if (steps > 0) {
          OptionalDouble training =
              trainingHours.getOrDefault(group.dimensions() + " " + method, List.of()).stream()
                  .mapToDouble(Double::doubleValue)
                  .average();
          double suggesting = hours(group, method);
          table.add(
              List.of(
                  group.label(),
                  method,
                  training.isPresent() ? Digits.of(training.getAsDouble()) : "–",
                  Digits.of(suggesting),
                  Digits.of(suggesting + training.orElse(0)),
                  Long.toString(steps),
                  PAPER.getOrDefault(group.dimensions(), "–")));
        }
      }
    }
    return table.toString();
  }

  private long steps(TaskGroup group, String method) {
    return results.tasks(group).stream()
        .flatMap(task -> results.curves(task, method).values().stream())
        .mapToLong(Curve::lastStep)
        .sum();
  }

  private double hours(TaskGroup group, String method) {
    return results.tasks(group).stream()
            .flatMap(task -> results.curves(task, method).values().stream())
            .mapToDouble(curve -> curve.secondsAt(curve.lastStep()))
            .sum()
        / 3600;
  }
}
