package dev.leadline.storage;

import dev.leadline.space.Parameter;
import dev.leadline.storage.problem.Csv;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Measurements;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the results of another study, or those in a table, for a study to learn from. */
public final class KnownResults {

  private static final String VALUE = "value";
  private static final String STATE = "state";
  private static final String REASON = "reason";

  /** What programs write for a number that is none. */
  private static final Pattern NO_NUMBER =
      Pattern.compile("[-+]?(nan|na|inf|infinity)", Pattern.CASE_INSENSITIVE);

  private KnownResults() {}

  /**
   * The results in a file: a study, or a table of comma-separated values if its name ends so.
   *
   * @throws InputException if it is a table without what is needed
   * @throws StorageException if it is neither, or cannot be read
   */
  public static List<KnownResult> read(Path file, Problem problem) {
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return ofStudy(file.toString(), StudyFile.read(file), problem);
    }
    try {
      return ofTable(file.toString(), Files.readString(file), problem);
    } catch (CharacterCodingException e) {
      throw new InputException(file.toString(), "expected a text file in UTF-8");
    } catch (IOException e) {
      throw new InputException(file.toString(), "the file cannot be read; check its name");
    }
  }

  /**
   * The results of another study, whatever its space.
   *
   * @param name of the study, for messages
   * @throws InputException if it has another goal
   */
  public static List<KnownResult> ofStudy(String name, StudySnapshot study, Problem problem) {
    Problem other = Problem.parseUnconstrained(study.header().space());
    boolean isNamed =
        !other.objective().equals(Problem.UNNAMED) && !problem.objective().equals(Problem.UNNAMED);
    if (other.direction() != problem.direction()
        || (isNamed && !other.objective().equals(problem.objective()))) {
      throw new InputException(
          name,
          "expected results of '%s' but they are of '%s'; use results of the same goal"
              .formatted(problem.goal(), other.goal()));
    }
    return study.trials().stream()
        .filter(trial -> trial.state() == StoredState.DONE || trial.state() == StoredState.FAILED)
        .map(KnownResult::of)
        .toList();
  }

  /**
   * The results in a table: a column for each parameter, and one with the value under the name of
   * the objective or {@code value}; nothing, NaN and infinite values are failures. Columns {@code
   * state} and {@code reason} are as {@code show --csv} writes them, others are passed over.
   *
   * @throws InputException if it is no such table
   */
  public static List<KnownResult> ofTable(String name, String text, Problem problem) {
    List<List<String>> rows = Csv.rows(name, text);
    List<String> heading = rows.isEmpty() ? List.of() : rows.get(0);
    String value = heading.contains(problem.objective()) ? problem.objective() : VALUE;
    if (!heading.contains(value)) {
      throw new InputException(
          name + ":1",
          "expected a column '%s' but got %s"
              .formatted(
                  Stream.of(problem.objective(), VALUE)
                      .distinct()
                      .collect(Collectors.joining("' or '")),
                  heading));
    }
    List<KnownResult> results = new ArrayList<>();
    for (int i = 1; i < rows.size(); i++) {
      String place = name + ":" + (i + 1);
      Map<String, String> row = row(place, heading, rows.get(i));
      String state = row.getOrDefault(STATE, "");
      if (!List.of("queued", "running", "stopped", "deleted").contains(state)) {
        results.add(result(place, row, value, problem));
      }
    }
    return results;
  }

  private static KnownResult result(
      String place, Map<String, String> row, String value, Problem problem) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Parameter parameter : problem.space().parameters()) {
      String text = row.getOrDefault(parameter.name(), "");
      if (!text.isEmpty()) {
        settings.put(parameter.name(), text);
      }
    }
    String text = String.valueOf(row.get(value)).strip();
    if (text.isEmpty() || NO_NUMBER.matcher(text).matches()) {
      String reason = row.getOrDefault(REASON, "");
      String otherwise = text.isEmpty() ? "no value" : "the value was " + text;
      return new KnownResult(
          place, settings, null, Measurements.none(), reason.isEmpty() ? otherwise : reason);
    }
    return new KnownResult(
        place, settings, number(place, text), measurements(place, row, problem), null);
  }

  /** Columns with the names of the problem's metrics; what is not there was not measured. */
  private static Measurements measurements(String place, Map<String, String> row, Problem problem) {
    Measurements found = Measurements.none();
    for (String metric : problem.metrics()) {
      String text = row.getOrDefault(metric, "").strip();
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

  private static Map<String, String> row(String place, List<String> heading, List<String> fields) {
    if (fields.size() != heading.size()) {
      throw new InputException(
          place,
          "expected %d fields as in the first line but got %d"
              .formatted(heading.size(), fields.size()));
    }
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      row.put(heading.get(i), fields.get(i));
    }
    return row;
  }
}
