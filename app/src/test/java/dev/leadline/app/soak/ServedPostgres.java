package dev.leadline.app.soak;

import dev.leadline.app.ThisBuild;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server on PostgreSQL in a crowd, which is killed, as its database is, in turns. */
final class ServedPostgres implements SoakStore {

  private final PostgresServer database;
  private final int port;
  private final ProcessBuilder program;
  private final List<String> faults = new ArrayList<>();
  private Process server;
  private Crowd crowd;
  private int restarts;

  /**
   * @param directory an empty one
   */
  ServedPostgres(Path directory) throws IOException, InterruptedException {
    this.database = new PostgresServer(directory.resolve("postgres"));
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    String address = "127.0.0.1:" + port;
    this.program =
        new ProcessBuilder(
                ThisBuild.command(
                    "512m", "serve", "--listen", address, "--study-store", location()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("server.log").toFile());
    this.server = program.start();
    this.crowd = new Crowd(port);
  }

  @Override
  public String name() {
    return "a server";
  }

  @Override
  public String location() {
    return database.location();
  }

  @Override
  public String workplace() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public int restarts() {
    return 2;
  }

  @Override
  public void restart() throws IOException, InterruptedException {
    restarts++;
    if (restarts % 2 == 0) {
      database.restart();
      return;
    }
    endServer();
    server = program.start();
    crowd = new Crowd(port);
  }

  private void endServer() throws IOException {
    crowd.close();
    faults.addAll(crowd.faults());
    System.out.println(crowd.said());
    server.destroyForcibly().onExit().join();
  }

  @Override
  public List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public void close() throws IOException {
    endServer();
    database.close();
  }
}
