package dev.leadline.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** A standalone Spark cluster of processes on this machine. For use by one thread. */
final class LocalCluster implements AutoCloseable {

  private final Path home;
  private final int port;
  private final Process master;
  private final List<Process> workers = new ArrayList<>();

  /** Starts the master. */
  LocalCluster(Path home) throws IOException {
    this.home = home;
    this.port = freePort();
    Files.createDirectories(home.resolve("jars"));
    Files.createDirectories(home.resolve("conf"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toAbsolutePath();
      Path link = home.resolve("jars").resolve(jar.getFileName());
      if (entry.endsWith(".jar") && Files.exists(jar) && !Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    this.master = start("master", "master", Integer.toString(port));
    awaitMaster();
  }

  private void awaitMaster() throws IOException {
    for (int tries = 0; ; tries++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (tries == 600 || !master.isAlive()) {
          throw e;
        }
      }
      LockSupport.parkNanos(100_000_000);
    }
  }

  /** Starts a worker and returns its place in the list of workers. */
  int addWorker(int cores) throws IOException {
    String name = "worker-" + workers.size();
    workers.add(start(name, "worker", Integer.toString(port), Integer.toString(cores)));
    return workers.size() - 1;
  }

  String master() {
    return "spark://127.0.0.1:" + port;
  }

  /** What a driver on this machine needs to use the cluster. */
  SparkConf conf() {
    return new SparkConf()
        .setMaster(master())
        .setAppName("test")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.executor.memory", "512m")
        .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .set("spark.ui.enabled", "false");
  }

  /** Lets whatever connects to Spark in this process have these settings. */
  void configureThisProcess() {
    for (Tuple2<String, String> setting : conf().getAll()) {
      System.setProperty(setting._1(), setting._2()); // as spark-submit --conf does
    }
  }

  /** Kills one executor of a worker as by {@code kill -9}. */
  boolean killExecutorOf(int worker) {
    return workers
        .get(worker)
        .descendants() // a worker starts nothing else
        .findFirst()
        .map(ProcessHandle::destroyForcibly)
        .orElse(false);
  }

  /** Kills a worker with its executors. */
  void killWorker(int worker) {
    end(workers.get(worker));
  }

  @Override
  public void close() {
    workers.forEach(LocalCluster::end);
    end(master);
  }

  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private Process start(String log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("src/test/cluster.sh", home.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(home.resolve(log + ".log").toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
