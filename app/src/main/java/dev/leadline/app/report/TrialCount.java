package dev.leadline.app.report;

import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * How many trials a study has, in the one way in which all messages count. Immutable, thread-safe.
 *
 * @param finished with a value or a failure
 * @param failed those of them without a value
 * @param unfinished running or waiting to be run
 */
public record TrialCount(long finished, long failed, long unfinished) {

  public static TrialCount of(Collection<Trial> trials) {
    return ofStates(trials.stream().map(Trial::state).toList());
  }

  /** Deleted trials are not counted. */
  public static TrialCount ofStored(Collection<StoredTrial> trials) {
    return ofStates(
        trials.stream()
            .filter(trial -> trial.state() != StoredState.DELETED)
            .map(trial -> trial.trial().state())
            .toList());
  }

  private static TrialCount ofStates(List<TrialState> states) {
    int failed = Collections.frequency(states, TrialState.FAILED);
    int unfinished = Collections.frequency(states, TrialState.RUNNING);
    return new TrialCount(states.size() - unfinished, failed, unfinished);
  }

  /** For example "6 trials (1 failed, 2 unfinished)". */
  public String words() {
    String number = finished == 1 ? "1 trial" : finished + " trials";
    if (failed == 0 && unfinished == 0) {
      return number;
    }
    String failures = failed == 0 ? "" : failed + " failed";
    String rest = unfinished == 0 ? "" : unfinished + " unfinished";
    String comma = failed == 0 || unfinished == 0 ? "" : ", ";
    return "%s (%s%s%s)".formatted(number, failures, comma, rest);
  }
}
