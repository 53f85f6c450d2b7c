package dev.leadline.storage;

import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reads the results of another study, or those in a table, for a study to learn from. */
public final class KnownResults {

  private KnownResults() {}

  /**
   * The results of a source as users write it: a file, or {@code optuna:} before the address of
   * Optuna's storage; see {@link OptunaStorage#parse}.
   *
   * @throws InputException if it does not have what is needed
   * @throws StorageException if it cannot be read
   */
  public static List<KnownResult> read(String source, Problem problem) {
    return OptunaStorage.of(source)
        .map(storage -> storage.results(problem))
        .orElseGet(() -> read(Path.of(source), problem));
  }

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
    return table(file, problem).results();
  }

  static KnownTable table(Path file, Problem problem) {
    try {
      return new KnownTable(file.toString(), Files.readString(file), problem);
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
   * The results in a table: a column for each parameter, and one with the value under {@code
   * .value}, the name of the objective or {@code value}; nothing, NaN and infinite values are
   * failures. Columns {@code .state} and {@code .reason} are as {@code show --csv} writes them,
   * with or without the point, others are passed over.
   *
   * @throws InputException if it is no such table, or a column may be more than one thing
   */
  public static List<KnownResult> ofTable(String name, String text, Problem problem) {
    return new KnownTable(name, text, problem).results();
  }
}
