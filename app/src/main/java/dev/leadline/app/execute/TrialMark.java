package dev.leadline.app.execute;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the environment of everything a trial starts has in common, kept in the directory of the
 * attempt, so that a later run finds what an earlier one left behind. Immutable and thread-safe.
 *
 * @param run a token that no other run has
 * @param trial the number of the trial
 */
record TrialMark(String run, int trial) {

  private static final String FILE = "run.txt";

  TrialMark {
    if (run.isEmpty()) {
      throw new IllegalArgumentException("expected a token of the run but got an empty text");
    }
  }

  /** The mark of an earlier attempt, if its directory has one. */
  static Optional<TrialMark> read(Path directory, int trial) {
    try {
      String token = Files.readString(directory.resolve(FILE)).strip();
      return token.isEmpty() ? Optional.empty() : Optional.of(new TrialMark(token, trial));
    } catch (IOException e) {
      return Optional.empty(); // an attempt that was never started
    }
  }

  void write(Path directory) throws IOException {
    Files.writeString(directory.resolve(FILE), run + "\n");
  }

  Map<String, String> variables() {
    return Map.of(
        TrialValues.variable(TrialValues.RUN),
        run,
        TrialValues.variable(TrialValues.TRIAL),
        Integer.toString(trial));
  }

  /** The variables as {@code NAME=value}. */
  Set<String> entries() {
    return variables().entrySet().stream()
        .map(variable -> variable.getKey() + "=" + variable.getValue())
        .collect(Collectors.toUnmodifiableSet());
  }
}
