package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables of studies in a PostgreSQL database, in a schema of their own. */
final class PostgresSchema {

  /** The schema; other tables of the database are left alone. */
  static final String NAME = "leadline";

  /** The number of the last file of migrations. */
  static final int NEWEST = 4;

  static final String MIGRATIONS = "classpath:dev/leadline/storage/postgresql";

  private static final String HISTORY = "schema_history";

  private PostgresSchema() {}

  /** The version of the database; 0 if it has no tables of ours. */
  static int version(Connection connection) throws SQLException {
    List<Boolean> known =
        Sql.query(
            connection,
            "SELECT to_regclass(?) IS NOT NULL",
            row -> row.getBoolean(1),
            NAME + "." + HISTORY);
    return known.get(0)
        ? Sql.query(
                connection,
                "SELECT coalesce(max(version::INTEGER), 0) FROM %s.%s WHERE success"
                    .formatted(NAME, HISTORY),
                row -> row.getInt(1))
            .get(0)
        : 0;
  }

  /** Refuses what a newer leadline has made. */
  static void refuseNewer(String place, int version) {
    if (version > NEWEST) {
      throw new StorageException(
          "%s has schema version %d but this leadline reads up to %d; use a newer leadline"
              .formatted(place, version, NEWEST));
    }
  }

  /** Brings the tables to the newest version; of several processes one does it, the others wait. */
  static void migrate(String place, DataSource source) {
    try {
      Flyway.configure(PostgresSchema.class.getClassLoader())
          .dataSource(source)
          .schemas(NAME)
          .table(HISTORY)
          .locations(MIGRATIONS)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StorageException(
          "the tables of studies could not be made in %s (%s); check that you may create a schema there"
              .formatted(place, String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
    }
  }
}
