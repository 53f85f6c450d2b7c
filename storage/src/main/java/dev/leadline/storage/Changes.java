package dev.leadline.storage;

import java.util.List;

/**
 * What became of a study since an earlier look. Immutable and thread-safe.
 *
 * @param change the number of the last change; ask with it next time
 * @param trials those that changed since, as they stand now, by number
 */
public record Changes(long change, StudyHeader header, StudyPhase phase, List<StoredTrial> trials) {

  public Changes {
    trials = List.copyOf(trials);
  }
}
