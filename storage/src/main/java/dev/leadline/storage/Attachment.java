package dev.leadline.storage;

/**
 * A text that a study keeps beside its trials. Immutable and thread-safe.
 *
 * @param text in the words of its kind
 */
public record Attachment(Kind kind, String text) {

  /** What a text is about. */
  public enum Kind {
    /** How trials are evaluated, as options of the command line; the last one counts. */
    EVALUATION,
    /** A {@link Measurement}. */
    MEASUREMENT,
    /** What an earlier study said, from which this one learns. */
    RELATED
  }
}
