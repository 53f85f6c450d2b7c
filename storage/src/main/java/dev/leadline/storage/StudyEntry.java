package dev.leadline.storage;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * One of several studies in one place. Immutable and thread-safe.
 *
 * @param name what tells it from the others there
 * @param change the number of its last change; it grows with every change of the study
 * @param created tells it from one that had its name before and was deleted
 */
public record StudyEntry(
    String name, StudyHeader header, StudyPhase phase, long change, Instant created) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

  /** What stands between the old name of a discarded study and when that was; in no other name. */
  static final char DISCARDED = '~';

  /**
   * Refuses what cannot be part of an address.
   *
   * @throws RefusedException if it is no name
   */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new RefusedException(
          "expected a name of up to 100 letters, digits, dots, dashes and underscores, the first a letter, digit or underscore, but got '%s'"
              .formatted(name));
    }
    return name;
  }
}
