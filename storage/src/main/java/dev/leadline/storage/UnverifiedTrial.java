package dev.leadline.storage;

import dev.leadline.early.Curve;
import dev.leadline.study.Measurements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A trial whose settings are being read, and the checksum that it must have then. For one thread.
 *
 * @param settings those read so far
 */
record UnverifiedTrial(StoredTrial withoutSettings, long checksum, Map<String, String> settings) {

  /** Reads what stands in every row of the trial. */
  static UnverifiedTrial read(ResultSet row) throws SQLException {
    try {
      double value = row.getDouble("value");
      Double valueOrNull = row.wasNull() ? null : value;
      String finished = row.getString("finished");
      StoredResult result =
          new StoredResult(
              StoredState.valueOf(String.valueOf(row.getString("state"))),
              valueOrNull,
              measurements(row),
              row.getString("reason"),
              finished == null ? null : Instant.parse(finished));
      StoredTrial trial =
          new StoredTrial(
              row.getInt("number"),
              Map.of(),
              result,
              row.getString("output"),
              row.getInt("attempts"),
              row.getInt("deaths"),
              Instant.parse(String.valueOf(row.getString("created"))),
              pending(row),
              Curve.parse(String.valueOf(row.getString("curve"))));
      return new UnverifiedTrial(trial, row.getLong("checksum"), new LinkedHashMap<>());
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new RowDamage("trial " + row.getInt("number"), String.valueOf(e.getMessage()));
    }
  }

  int number() {
    return withoutSettings.number();
  }

  /** Takes the setting of a row, if there is one. */
  UnverifiedTrial add(ResultSet row) throws SQLException {
    String name = row.getString("setting_name");
    if (name != null) {
      settings.put(name, String.valueOf(row.getString("setting_text")));
    }
    return this;
  }

  /** The whole trial, as it was written. */
  StoredTrial verified() throws RowDamage {
    StoredTrial trial = withoutSettings.withSettings(settings);
    if (!Checksum.isOf(trial, checksum)) {
      throw new RowDamage("trial " + number(), "its checksum does not match");
    }
    return trial;
  }

  /** One a line, as {@link TrialTable} writes them. */
  private static Measurements measurements(ResultSet row) throws SQLException {
    Measurements found = Measurements.none();
    for (String line : String.valueOf(row.getString("metrics")).lines().toList()) {
      int sign = line.lastIndexOf('=');
      found =
          found.with(
              line.substring(0, Math.max(0, sign)), Double.parseDouble(line.substring(sign + 1)));
    }
    return found;
  }

  private static List<Integer> pending(ResultSet row) throws SQLException {
    String text = String.valueOf(row.getString("pending"));
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Integer::valueOf).toList();
  }
}
