package dev.leadline.storage;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL of the test's own, which can be stopped and started again. */
final class PostgresServer implements AutoCloseable {

  private final Path directory;
  private final int port;
  private EmbeddedPostgres server;
  private int databases;

  PostgresServer(Path directory) throws IOException {
    this.directory = directory;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    start();
  }

  void start() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setDataDirectory(directory)
            .setCleanDataDirectory(false)
            .setPort(port)
            .setPGStartupWait(Duration.ofSeconds(60))
            .start();
  }

  void stop() throws IOException {
    server.close();
  }

  /** The address of a new database. */
  String newDatabase() throws SQLException {
    String name = "d" + ++databases;
    execute("postgres", "CREATE DATABASE " + name);
    return address(name);
  }

  String address(String database) {
    return "postgresql://postgres:secret@localhost:%d/%s".formatted(port, database);
  }

  void execute(String database, String sql) throws SQLException {
    String url = "jdbc:postgresql://localhost:%d/%s?user=postgres".formatted(port, database);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
