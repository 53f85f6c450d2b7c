package dev.leadline.storage;

import java.util.List;

/**
 * A study as it stood at one moment. Immutable and thread-safe.
 *
 * @param attachments the texts that it keeps, in the order in which they came
 */
public record StudySnapshot(
    StudyHeader header, List<StoredTrial> trials, List<Attachment> attachments) {

  public StudySnapshot {
    trials = List.copyOf(trials);
    attachments = List.copyOf(attachments);
  }

  /** A study without texts. */
  public StudySnapshot(StudyHeader header, List<StoredTrial> trials) {
    this(header, trials, List.of());
  }
}
