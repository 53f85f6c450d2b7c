package dev.leadline.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A PostgreSQL database that any number of machines write. Thread-safe. */
final class PostgresDatabase implements Database {

  /* Whoever waits for a turn holds a connection and needs another one when it has its turn. So at
  most all connections but one wait for turns. */

  private static final int CONNECTIONS = 4;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration SHORTEST_WAIT =
      Duration.ofMillis(300); // the pool takes 250 or more

  /** What the library tells of its doings is for its developers. */
  private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

  /** It is starting or stopping, or has no connection to spare. */
  private static final Set<String> AWAY =
      Set.of("57P01", "57P02", "57P03", "57P05", "53300", "25P03");

  private final String place;
  private final HikariDataSource source;
  private final Semaphore turns = new Semaphore(CONNECTIONS - 1, true);

  private PostgresDatabase(String place, HikariDataSource source) {
    this.place = place;
    this.source = source;
  }

  /**
   * Opens a database and brings its tables to the newest version.
   *
   * @param patience how long claims are respected: no call may take as long
   * @throws StorageException if it cannot be reached, or is of a newer leadline
   */
  static PostgresDatabase open(PostgresAddress address, Duration patience) {
    POOL_LOG.setLevel(Level.OFF);
    HikariDataSource source = new HikariDataSource(config(address, patience.dividedBy(6)));
    PostgresDatabase database = new PostgresDatabase(address.place(), source);
    try {
      String place = database.name();
      if (database.read(c -> Format.POSTGRESQL.version(c, place)) < Format.POSTGRESQL.newest()) {
        database.write(database::bringUp);
      }
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return place;
  }

  @Override
  public String named(String study) {
    return place + "/" + study;
  }

  /** Every statement sees one state, a later one perhaps a later state. */
  @Override
  public <T> T read(Sql.Work<T> query) {
    try (Connection connection = source.getConnection()) {
      return query.run(connection);
    } catch (SQLException e) {
      throw sentence(place, e);
    }
  }

  @Override
  public <T> T write(Sql.Work<T> change) {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false); // the driver begins with the first statement
      T result = change.run(connection);
      connection.commit();
      return result; // the pool rolls back what was not committed
    } catch (SQLException e) {
      throw sentence(place, e);
    }
  }

  /** The database's own: the machines' may differ. */
  @Override
  public String clock() {
    return "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT";
  }

  /** Claims that run out are all that tells of a death on another machine. */
  @Override
  public void begin(Claimant session) {}

  @Override
  public void end(Claimant session) {}

  @Override
  public boolean isDead(String token) {
    return false;
  }

  @Override
  public StudyStore.Turn turn(long study) {
    turns.acquireUninterruptibly();
    try {
      SuggestLock turn = new SuggestLock(source.getConnection(), study);
      return () -> {
        turn.close();
        turns.release();
      };
    } catch (SQLException e) {
      turns.release();
      throw sentence(place, e);
    }
  }

  @Override
  public void close() {
    source.close();
  }

  /** Of several processes one does it, the others wait. */
  private int bringUp(Connection connection) throws SQLException {
    SuggestLock.take(connection, 0); // no study has this number
    try {
      return Format.POSTGRESQL.bringUp(connection, place);
    } catch (SQLException e) {
      if (!"42501".equals(e.getSQLState())) {
        throw e;
      }
      throw StorageException.refused(
          "the tables of studies could not be made in %s (%s); check that you may create a schema there"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  private static HikariConfig config(PostgresAddress address, Duration asked) {
    Duration wait =
        asked.compareTo(LONGEST_WAIT) > 0
            ? LONGEST_WAIT
            : asked.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : asked;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.jdbcUrl());
    address.user().ifPresent(config::setUsername);
    address.password().ifPresent(config::setPassword);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(Duration.ofSeconds(30).toMillis());
    config.setConnectionTimeout(wait.toMillis());
    config.setValidationTimeout(wait.toMillis());
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("currentSchema", "leadline");
    config.addDataSourceProperty("ApplicationName", "leadline");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty(
        "reWriteBatchedInserts", "true"); // all settings of a trial at once
    config.addDataSourceProperty("connectTimeout", Long.toString(Math.max(1, wait.toSeconds())));
    config.addDataSourceProperty("socketTimeout", Long.toString(Math.max(2, wait.toSeconds())));
    return config;
  }

  /** What an error of PostgreSQL means for the user. */
  private static StorageException sentence(String place, SQLException error) {
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

  /**
   * A lock of PostgreSQL that says whose turn it is to suggest. It ends with its connection,
   * however that ends. For one thread.
   */
  private static final class SuggestLock implements AutoCloseable {

    /** Tells our locks from those of other programs. */
    private static final int KIND = 0x4C454144;

    private final Connection connection;
    private final int usualTimeout;

    /** Waits until it is our turn. */
    SuggestLock(Connection connection, long study) throws SQLException {
      this.connection = connection;
      try {
        this.usualTimeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 0); // others may take their time
        connection.setAutoCommit(false);
        take(connection, study);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    }

    /** Waits for the lock of a number, which ends with the transaction. */
    static void take(Connection connection, long number) throws SQLException {
      Sql.query(connection, "SELECT pg_advisory_xact_lock(?, ?)", row -> true, KIND, (int) number);
    }

    @Override
    public void close() {
      try (connection) {
        connection.rollback();
        connection.setNetworkTimeout(Runnable::run, usualTimeout);
      } catch (SQLException e) {
        // Then the lock is gone with the connection.
      }
    }
  }
}
