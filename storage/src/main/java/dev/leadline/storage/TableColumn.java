package dev.leadline.storage;

import java.util.Collection;
import java.util.Locale;

/** A column of a table of trials that is neither a setting nor something else that was measured. */
public enum TableColumn {
  TRIAL,
  STATE,
  VALUE,
  BASELINE,
  FRONT,
  REASON,
  ATTEMPTS,
  CREATED,
  FINISHED,
  SECONDS,
  OUTPUT,
  CURVE;

  /** Names of parameters begin with a letter or an underscore, so none has this prefix. */
  private static final String PREFIX = ".";

  private static final String MEASURED = PREFIX + "measured:";

  /** What stands in the first line, for example {@code .value}. */
  public String heading() {
    return PREFIX + plain();
  }

  /** The same without the prefix, as people write it. */
  String plain() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What stands in the first line above something measured: its name, unless that is another
   * column.
   */
  public static String ofMetric(String metric, Collection<String> parameters) {
    return metric.startsWith(PREFIX) || parameters.contains(metric) ? MEASURED + metric : metric;
  }
}
