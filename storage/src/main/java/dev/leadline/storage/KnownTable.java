package dev.leadline.storage;

import dev.leadline.space.Parameter;
import dev.leadline.space.Value;
import dev.leadline.storage.problem.Csv;
import dev.leadline.storage.problem.Csv.Cell;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Measurements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results in a table of comma-separated values. For use by one thread. */
final class KnownTable {

  /*
   * Two kinds of first lines are read: with the columns of TableColumn, and whatever people write.
   * The second is brought to the first, so what a column is is decided once.
   */

  private static final Set<String> WITHOUT_RESULT =
      Set.of("queued", "running", "stopped", "deleted");

  /** What programs write for a number that is none. */
  private static final Pattern NO_NUMBER =
      Pattern.compile("[-+]?(nan|na|inf|infinity)", Pattern.CASE_INSENSITIVE);

  /** What the name of a parameter looks like. */
  private static final Pattern INPUT = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private final String name;
  private final Problem problem;
  private final Set<String> parameters;
  private final List<List<Cell>> rows;
  private final List<String> heading;
  private final boolean tellsEmptyFromMissing;

  /**
   * Reads the first line.
   *
   * @throws InputException if it does not say which column holds the value
   */
  KnownTable(String name, String text, Problem problem) {
    this.name = name;
    this.problem = problem;
    this.parameters =
        problem.space().parameters().stream().map(Parameter::name).collect(Collectors.toSet());
    this.rows = Csv.rows(name, text);
    List<String> first = rows.isEmpty() ? List.of() : rows.get(0).stream().map(Cell::text).toList();
    this.tellsEmptyFromMissing = first.contains(TableColumn.VALUE.heading());
    this.heading = tellsEmptyFromMissing ? first : ofAny(first);
  }

  /**
   * The results, row by row.
   *
   * @throws InputException if a row makes no sense
   */
  List<KnownResult> results() {
    List<KnownResult> results = new ArrayList<>();
    for (int i = 1; i < rows.size(); i++) {
      String place = name + ":" + (i + 1);
      List<Cell> row = rows.get(i);
      if (row.size() != heading.size()) {
        throw new InputException(
            place,
            "expected %d fields as in the first line but got %d"
                .formatted(heading.size(), row.size()));
      }
      if (!WITHOUT_RESULT.contains(text(row, TableColumn.STATE.heading()))) {
        results.add(result(place, row));
      }
    }
    return results;
  }

  /** The columns that can be inputs, each with the different texts below it. */
  Map<String, List<String>> inputs() {
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    for (int i = 0; i < heading.size(); i++) {
      int column = i;
      String input = heading.get(i);
      List<String> texts =
          rows.stream()
              .skip(1)
              .filter(row -> row.size() == heading.size() && !row.get(column).isMissing())
              .map(row -> row.get(column).text())
              .distinct()
              .toList();
      if (INPUT.matcher(input).matches()
          && !problem.metrics().contains(input)
          && !texts.isEmpty()) {
        inputs.putIfAbsent(input, texts);
      }
    }
    return inputs;
  }

  private KnownResult result(String place, List<Cell> row) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Parameter parameter : problem.space().parameters()) {
      setting(place, parameter, cell(row, parameter.name()))
          .ifPresent(text -> settings.put(parameter.name(), text));
    }
    String text = text(row, TableColumn.VALUE.heading()).strip();
    if (text.isEmpty() || NO_NUMBER.matcher(text).matches()) {
      Cell reason = cell(row, TableColumn.REASON.heading());
      String otherwise = text.isEmpty() ? "no value" : "the value was " + text;
      return new KnownResult(
          place,
          settings,
          null,
          Measurements.none(),
          reason.isMissing() ? otherwise : reason.text());
    }
    return new KnownResult(place, settings, number(place, text), measured(place, row), null);
  }

  /** The text of a setting; an empty one may be an option or say that there is none. */
  private Optional<String> setting(String place, Parameter parameter, Cell cell) {
    if (!cell.text().isEmpty()) {
      return Optional.of(cell.text());
    }
    boolean isInTable = heading.contains(parameter.name());
    if (!isInTable || !hasEmptyOption(parameter) || (tellsEmptyFromMissing && cell.isMissing())) {
      return Optional.empty();
    }
    Value usual = problem.space().defaults().values().get(parameter.name());
    if (cell.isMissing() && usual != null && !usual.toString().isEmpty()) {
      throw new InputException(
          place,
          "expected the empty option of '%s' in quotes (\"\") or its default '%s' but got nothing, which may be either"
              .formatted(parameter.name(), usual));
    }
    return Optional.of("");
  }

  private static boolean hasEmptyOption(Parameter parameter) {
    try {
      parameter.parse("");
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Columns with the names of the problem's metrics; what is not there was not measured. */
  private Measurements measured(String place, List<Cell> row) {
    Measurements found = Measurements.none();
    for (String metric : problem.metrics()) {
      String text = text(row, TableColumn.ofMetric(metric, parameters)).strip();
      if (!text.isEmpty()) {
        found = found.with(metric, number(place, text));
      }
    }
    return found;
  }

  private static double number(String place, String text) {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new InputException(
        place, "expected a finite number, or nothing if it failed, but got '%s'".formatted(text));
  }

  private String text(List<Cell> row, String column) {
    return cell(row, column).text();
  }

  private Cell cell(List<Cell> row, String column) {
    int index = heading.indexOf(column);
    if (index != heading.lastIndexOf(column)) {
      throw new InputException(
          name + ":1",
          "expected one column '%s' but got several; rename or remove one".formatted(column));
    }
    return index < 0 ? Cell.MISSING : row.get(index);
  }

  /** The first line of any table: the value stands under the name of the objective or value. */
  private List<String> ofAny(List<String> first) {
    Set<String> taken = new HashSet<>(parameters);
    taken.addAll(problem.metrics());
    List<String> places =
        Stream.of(problem.objective(), Problem.UNNAMED)
            .distinct()
            .filter(column -> !taken.contains(column))
            .toList();
    List<String> found = places.stream().filter(first::contains).toList();
    if (found.isEmpty()) {
      throw new InputException(
          name + ":1",
          "expected a column '%s' but got %s"
              .formatted(
                  places.isEmpty() ? TableColumn.VALUE.heading() : String.join("' or '", places),
                  first));
    }
    if (found.size() > 1) {
      throw new InputException(
          name + ":1",
          "expected one column with the value but got '%s'; rename the right one to '%s'"
              .formatted(String.join("' and '", found), TableColumn.VALUE.heading()));
    }
    Map<String, String> renamed = new LinkedHashMap<>();
    renamed.put(found.get(0), TableColumn.VALUE.heading());
    for (TableColumn column : List.of(TableColumn.STATE, TableColumn.REASON)) {
      if (!taken.contains(column.plain())) {
        renamed.putIfAbsent(column.plain(), column.heading());
      }
    }
    return first.stream().map(column -> renamed.getOrDefault(column, column)).toList();
  }
}
