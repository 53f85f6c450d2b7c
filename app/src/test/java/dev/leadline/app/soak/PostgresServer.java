package dev.leadline.app.soak;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL of its own, from the jar that Maven brings. */
final class PostgresServer implements SoakStore {

  private final Path directory;
  private final int port;
  private EmbeddedPostgres server;

  PostgresServer(Path directory) throws IOException {
    this.directory = directory;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    this.server = start();
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public String location() {
    return "postgresql://postgres@localhost:%d/postgres".formatted(port);
  }

  @Override
  public int restarts() {
    return 2;
  }

  @Override
  public void restart() throws IOException {
    server.close();
    server = start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(directory)
        .setCleanDataDirectory(false)
        .setPort(port)
        .setServerConfig("max_connections", "200")
        .setPGStartupWait(Duration.ofSeconds(60))
        .start();
  }
}
