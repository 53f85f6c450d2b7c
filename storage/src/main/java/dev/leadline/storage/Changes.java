package dev.leadline.storage;

import java.util.List;

/**
 * What became of a study since an earlier look. Immutable and thread-safe.
 *
 * @param change the number of the last change; ask with it next time
 * @param rows the trials that changed since, as they stand now, by number
 */
public record Changes(long change, StudyHeader header, StudyPhase phase, List<TrialRow> rows) {

  public Changes {
    rows = List.copyOf(rows);
  }

  public List<StoredTrial> trials() {
    return rows.stream().map(TrialRow::trial).toList();
  }
}
