package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * Shows the tables of an old study file as those of the newest version, so that it can be read as
 * it is. For one thread.
 */
final class OldVersions implements AutoCloseable {

  /* Names without a schema mean temporary views before anything else, and temporary views need no
  right to write the file. */

  /** The number that the one study of an old file gets. */
  static final long STUDY = 1;

  /** The version since which a file may hold several studies. */
  private static final int SEVERAL = 3;

  /** The version that added what trials report as they go. */
  private static final int CURVES = 6;

  private final Connection connection;

  private OldVersions(Connection connection) {
    this.connection = connection;
  }

  /**
   * Adds the columns that later versions have.
   *
   * @param version of the file; nothing is added to the newest
   */
  static OldVersions asNewest(Connection connection, int version) throws SQLException {
    if (version > 0 && version < SEVERAL) {
      Migrations.sql(
              "CREATE TEMP VIEW study AS SELECT 1 AS id, 'study' AS name, 'OPEN' AS phase, 0 AS change, * FROM main.study",
              "CREATE TEMP VIEW trial AS SELECT 1 AS study, '' AS pending, '' AS metrics, '' AS curve, 0 AS changed, * FROM main.trial",
              "CREATE TEMP VIEW setting AS SELECT 1 AS study, * FROM main.setting")
          .run(connection);
    } else if (version == SEVERAL) {
      Migrations.sql(
              "CREATE TEMP VIEW trial AS SELECT '' AS metrics, '' AS curve, * FROM main.trial")
          .run(connection);
    } else if (version > SEVERAL && version < CURVES) {
      Migrations.sql("CREATE TEMP VIEW trial AS SELECT '' AS curve, * FROM main.trial")
          .run(connection);
    }
    return new OldVersions(connection);
  }

  /** Writes a trial as the second version kept it. */
  static void addToVersionTwo(Connection connection, StoredTrial trial) throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        trial.number(),
        trial.state().name(),
        trial.value(),
        trial.reason(),
        trial.output(),
        trial.attempts(),
        trial.deaths(),
        trial.created().toString(),
        trial.finished() == null ? null : trial.finished().toString(),
        Checksum.of(trial));
    int position = 0;
    for (Map.Entry<String, String> setting : trial.settings().entrySet()) {
      Sql.update(
          connection,
          "INSERT INTO setting VALUES (?, ?, ?, ?)",
          trial.number(),
          position++,
          setting.getKey(),
          setting.getValue());
    }
  }

  @Override
  public void close() throws SQLException {
    Migrations.sql(
            "DROP VIEW IF EXISTS temp.study",
            "DROP VIEW IF EXISTS temp.trial",
            "DROP VIEW IF EXISTS temp.setting")
        .run(connection);
  }
}
