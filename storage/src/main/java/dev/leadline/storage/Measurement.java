package dev.leadline.storage;

import java.time.Instant;
import java.util.List;

/**
 * A value that the settings of a trial gave once more, outside of the search. Immutable and
 * thread-safe.
 *
 * @param begun when the first of its series was measured
 * @param turn its place in the series: the turn of a confirmation, or after how many trials
 * @param value NaN if there is none
 * @param reason why there is none, or which limits were broken; empty otherwise
 */
public record Measurement(
    Subject subject, Instant begun, int turn, int trial, double value, String reason) {

  /** What was measured, and why. */
  public enum Subject {
    /** The settings of today, beside others. */
    BASELINE,
    /** Those with the best value. */
    BEST,
    /** Those that the model holds for the best. */
    RECOMMENDED,
    /** The settings of today during a search, to see whether the machine drifts. */
    DRIFT
  }

  public Attachment attachment() {
    return new Attachment(
        Attachment.Kind.MEASUREMENT,
        "%s %s %d %d %s %s".formatted(subject, begun, turn, trial, value, StoredText.of(reason)));
  }

  /** All that a study keeps, in order. */
  public static List<Measurement> all(List<Attachment> attachments) {
    return attachments.stream()
        .filter(attachment -> attachment.kind() == Attachment.Kind.MEASUREMENT)
        .map(attachment -> parse(attachment.text()))
        .toList();
  }

  private static Measurement parse(String text) {
    String[] words = text.split(" ", 6);
    return new Measurement(
        Subject.valueOf(words[0]),
        Instant.parse(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        Double.parseDouble(words[4]),
        words[5]);
  }
}
