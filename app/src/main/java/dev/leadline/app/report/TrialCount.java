package dev.leadline.app.report;

import dev.leadline.storage.StoredTrial;
import dev.leadline.study.Trial;
import java.util.Collection;

/**
 * How many trials a study has, in the one way in which all messages count. Immutable, thread-safe.
 *
 * @param finished with a value or a failure
 * @param failed those of them without a value
 * @param unfinished running or waiting to be run
 */
public record TrialCount(long finished, long failed, long unfinished) {

  public static TrialCount of(Collection<Trial> trials) {
    long failed = 0;
    long unfinished = 0;
    for (Trial trial : trials) {
      switch (trial.state()) {
        case RUNNING -> unfinished++;
        case FAILED -> failed++;
        case COMPLETED, STOPPED -> {}
      }
    }
    return new TrialCount(trials.size() - unfinished, failed, unfinished);
  }

  /** Deleted trials are not counted. */
  public static TrialCount ofStored(Collection<StoredTrial> trials) {
    long done = 0;
    long failed = 0;
    long unfinished = 0;
    for (StoredTrial trial : trials) {
      switch (trial.state()) {
        case QUEUED, RUNNING -> unfinished++;
        case FAILED -> failed++;
        case DONE, STOPPED -> done++;
        case DELETED -> {}
      }
    }
    return new TrialCount(done + failed, failed, unfinished);
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
