package dev.leadline.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leadline.study.Measurements;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A value that the settings of a trial gave once more, outside of the search. Immutable and
 * thread-safe.
 *
 * @param begun when the first of its series was measured
 * @param turn its place in the series: the turn of a confirmation, or after how many trials
 * @param value NaN if there is none
 * @param further what was measured besides
 * @param reason why there is no value; empty otherwise
 */
public record Measurement(
    Subject subject,
    Instant begun,
    int turn,
    int trial,
    double value,
    Measurements further,
    String reason) {

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
        "%s %s %d %d %s%s %s"
            .formatted(subject, begun, turn, trial, value, besides(), StoredText.of(reason)));
  }

  private String besides() {
    return further.values().entrySet().stream()
        .map(one -> ";%s=%s".formatted(URLEncoder.encode(one.getKey(), UTF_8), one.getValue()))
        .collect(Collectors.joining());
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
    String[] values = words[4].split(";");
    Measurements further = Measurements.none();
    for (String besides : Arrays.asList(values).subList(1, values.length)) {
      int equals = besides.lastIndexOf('=');
      double value = Double.parseDouble(besides.substring(equals + 1));
      further = further.with(URLDecoder.decode(besides.substring(0, equals), UTF_8), value);
    }
    return new Measurement(
        Subject.valueOf(words[0]),
        Instant.parse(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        Double.parseDouble(values[0]),
        further,
        words[5]);
  }
}
