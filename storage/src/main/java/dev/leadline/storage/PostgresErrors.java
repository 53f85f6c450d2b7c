package dev.leadline.storage;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What the errors of PostgreSQL mean for the user. */
final class PostgresErrors {

  /** It is starting or stopping, or has no connection to spare. */
  private static final Set<String> AWAY =
      Set.of("57P01", "57P02", "57P03", "57P05", "53300", "25P03");

  private PostgresErrors() {}

  static StorageException sentence(String place, SQLException error) {
    if (error instanceof RowDamage) {
      return StorageException.refused(
          "%s is damaged (%s); restore a copy of the database".formatted(place, error.getMessage()),
          error);
    }
    SQLException cause = cause(error);
    String state = String.valueOf(cause.getSQLState());
    if (state.startsWith("28")) {
      return StorageException.refused(
          "%s refuses the user or the password; set PGUSER and PGPASSWORD, PGPASSFILE, or write them before the host"
              .formatted(place),
          error);
    }
    if (state.equals("3D000")) {
      return StorageException.refused(
          "%s does not exist; create the database or check its name".formatted(place), error);
    }
    if (state.startsWith("08")
        || AWAY.contains(state)
        || error instanceof SQLTransientConnectionException) {
      return StorageException.unreachable(
          "%s cannot be reached (%s); check that it runs and that this machine may reach it, then run the same command again"
              .formatted(place, firstLine(cause)),
          error);
    }
    return StorageException.refused(
        "%s could not be used (%s); run the same command again or use another database"
            .formatted(place, firstLine(cause)),
        error);
  }

  /** The pool wraps what the driver said. */
  private static SQLException cause(SQLException error) {
    return error instanceof SQLTransientConnectionException
            && error.getCause() instanceof SQLException below
        ? below
        : error;
  }

  private static String firstLine(SQLException error) {
    return error instanceof SQLTransientConnectionException
        ? "no answer in time"
        : String.valueOf(error.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
