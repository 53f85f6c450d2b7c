package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.study.Front;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stored trials as aligned lines, for people. */
public final class TrialTableFormat {

  private TrialTableFormat() {}

  /**
   * The lines, the heading first.
   *
   * @param front what no trial betters in everything, if there are several goals
   * @param baseline whose trials are marked
   */
  public static List<String> table(
      List<StoredTrial> trials, Optional<Front> front, Optional<Baseline> baseline) {
    Set<String> names = names(trials, StoredTrial::settings);
    Set<String> metrics = names(trials, trial -> trial.measurements().values());
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("trial", "state", "value"));
    heading.addAll(metrics);
    front.ifPresent(found -> heading.add("front"));
    heading.addAll(names);
    heading.add("note");
    rows.add(heading);
    double range = range(trials.stream().map(TrialTableFormat::value));
    Map<String, Double> ranges = new LinkedHashMap<>();
    metrics.forEach(
        name -> ranges.put(name, range(trials.stream().map(t -> t.measurements().get(name)))));
    Map<String, Double> extents = new LinkedHashMap<>();
    names.forEach(
        name -> extents.put(name, range(trials.stream().map(t -> fraction(setting(t, name))))));
    for (StoredTrial trial : trials) {
      List<String> row = new ArrayList<>();
      row.add(Integer.toString(trial.number()));
      row.add(trial.state().name().toLowerCase(Locale.ROOT));
      row.add(cell(value(trial), range));
      ranges.forEach((name, extent) -> row.add(cell(trial.measurements().get(name), extent)));
      front.ifPresent(found -> row.add(found.has(trial.number()) ? "yes" : "no"));
      extents.forEach((name, extent) -> row.add(readable(setting(trial, name), extent)));
      row.add(note(trial, baseline));
      rows.add(row.stream().map(Screen::plain).toList());
    }
    return aligned(rows);
  }

  private static String note(StoredTrial trial, Optional<Baseline> baseline) {
    boolean isYours = baseline.filter(today -> today.has(trial.number())).isPresent();
    return Stream.of(isYours ? "your settings" : "", trial.reasonOrEmpty())
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(": "));
  }

  private static OptionalDouble value(StoredTrial trial) {
    return trial.value() == null || trial.state() == StoredState.STOPPED
        ? OptionalDouble.empty()
        : OptionalDouble.of(trial.valueOrNaN());
  }

  private static String cell(OptionalDouble number, double range) {
    return number.isEmpty() ? "-" : SignificantDigits.text(number.getAsDouble(), range);
  }

  private static double range(Stream<OptionalDouble> column) {
    DoubleSummaryStatistics all =
        column.flatMapToDouble(OptionalDouble::stream).summaryStatistics();
    return all.getMax() - all.getMin();
  }

  private static Set<String> names(
      List<StoredTrial> trials, Function<StoredTrial, Map<String, ?>> part) {
    Set<String> names = new LinkedHashSet<>();
    trials.forEach(trial -> names.addAll(part.apply(trial).keySet()));
    return names;
  }

  private static List<String> aligned(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static String setting(StoredTrial trial, String name) {
    return trial.settings().getOrDefault(name, "-");
  }

  /** Numbers with a fraction in few digits; everything else as it is. */
  private static String readable(String text, double range) {
    OptionalDouble number = fraction(text);
    return number.isEmpty() ? text : cell(number, range);
  }

  /** A real number as it is kept; an option such as 1.10 is a text. */
  private static OptionalDouble fraction(String text) {
    if (!text.matches("-?\\d+\\.\\d+(E-?\\d+)?")) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(text);
    return Double.toString(number).equals(text)
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }
}
