package dev.leadline.storage;

import java.util.List;

/**
 * A text that a study keeps beside its trials. Immutable and thread-safe.
 *
 * @param text in the words of its kind
 */
public record Attachment(Kind kind, String text) {

  public Attachment {
    text = StoredText.of(text);
  }

  /** The last text of a kind; empty if there is none. */
  public static String last(List<Attachment> all, Kind kind) {
    return all.stream()
        .filter(attachment -> attachment.kind() == kind)
        .reduce((earlier, later) -> later)
        .map(Attachment::text)
        .orElse("");
  }

  /** What a text is about. */
  public enum Kind {
    /** How trials are evaluated, as options of the command line; the last one counts. */
    EVALUATION,
    /** What was measured after the trials. */
    MEASUREMENT,
    /** What an earlier study said, from which this one learns. */
    RELATED,
    /** Labels by which studies are found, one a line; the last ones count. */
    TAGS,
    /** What people say of the study, as Markdown; the last ones count. */
    NOTES,
    /** The same of one trial, its number in the first line. */
    TRIAL_NOTES,
    /** Who changed the study when, from where and how, one change each. */
    AUDIT
  }
}
