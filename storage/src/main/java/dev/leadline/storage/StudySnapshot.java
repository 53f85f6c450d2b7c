package dev.leadline.storage;

import java.util.List;

/** A study as it stood at one moment. Immutable and thread-safe. */
public record StudySnapshot(StudyHeader header, List<StoredTrial> trials) {

  public StudySnapshot {
    trials = List.copyOf(trials);
  }
}
