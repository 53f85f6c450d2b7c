package dev.leadline.spark;

import dev.leadline.app.execute.ClusterConnector;
import dev.leadline.app.execute.CommandCluster;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Connects to a cluster of Apache Spark. */
public final class SparkConnector implements ClusterConnector {

  /* Spark itself tries for a minute and then ends the process with a page of words. So the door is
  knocked at first, and whoever opens must bring an executor. */

  private static final Duration KNOCK = Duration.ofSeconds(10);
  private static final Duration FIRST_EXECUTOR = Duration.ofSeconds(45);
  private static final Pattern STANDALONE = Pattern.compile("([^:/,]+):(\\d+)");
  private static final String SCHEME = "spark://";

  @Override
  public CommandCluster connect(String master, String name, List<Path> ship) {
    JavaSparkContext spark = context(new SparkConf(), master, "leadline " + name);
    try {
      ship.forEach(file -> spark.addFile(file.toAbsolutePath().toString()));
      requireExecutor(spark, master);
      return new SparkCommands(
          spark, name, ship.stream().map(f -> String.valueOf(f.getFileName())).toList());
    } catch (RuntimeException e) {
      spark.stop();
      throw e;
    }
  }

  /* The class path of the work is that of this process, so it lies on a file system that the
  machines share: a laboratory is too large to be sent around. */
  @Override
  public void work(
      String master, String name, TextWork work, List<String> inputs, Consumer<String> results) {
    SparkConf conf =
        new SparkConf().set("spark.executor.extraClassPath", System.getProperty("java.class.path"));
    JavaSparkContext spark = context(conf, master, "leadline " + name);
    try {
      requireExecutor(spark, master);
      OrderedTexts.work(spark, name, work, inputs, results);
    } finally {
      spark.stop();
    }
  }

  private static JavaSparkContext context(SparkConf conf, String master, String name) {
    if (master.startsWith(SCHEME)) {
      knock(master);
    }
    conf.setMaster(master).setAppName(name);
    Path ours = ownJar();
    try {
      JavaSparkContext spark = new JavaSparkContext(conf);
      if (ours.toString().endsWith(".jar")) {
        spark.addJar(ours.toString());
      }
      return spark;
    } catch (Exception e) { // Scala throws what Java does not announce
      throw new UserError(
          ExitCode.FAILED,
          "Spark cannot be started on %s: %s".formatted(master, LostExecutors.firstLine(e)),
          e);
    }
  }

  /** The jar with what executors do for us. */
  private static Path ownJar() {
    return Path.of(
        SparkConnector.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  private static void knock(String master) {
    Matcher address = STANDALONE.matcher(master.substring(SCHEME.length()));
    String reason = "expected spark://HOST:PORT";
    while (address.find()) {
      try (Socket socket = new Socket()) {
        int port = Integer.parseInt(address.group(2));
        socket.connect(new InetSocketAddress(address.group(1), port), (int) KNOCK.toMillis());
        return;
      } catch (IOException | IllegalArgumentException e) {
        reason = String.valueOf(e.getMessage());
      }
    }
    throw new UserError(
        ExitCode.FAILED,
        "the master %s cannot be reached (%s); check the address and whether it runs"
            .formatted(master, reason));
  }

  private static void requireExecutor(JavaSparkContext spark, String master) {
    boolean isLocal = spark.sc().isLocal();
    long until = System.nanoTime() + FIRST_EXECUTOR.toNanos();
    // The driver is the first of them.
    while (!isLocal && spark.statusTracker().getExecutorInfos().length < 2) {
      if (System.nanoTime() - until > 0 || spark.sc().isStopped()) {
        throw new UserError(
            ExitCode.FAILED,
            "%s gave no executor within %d seconds; look at its page whether workers are alive and have free cores and memory"
                .formatted(master, FIRST_EXECUTOR.toSeconds()));
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UserError(ExitCode.INTERRUPTED, "interrupted while it waited for an executor");
      }
    }
  }
}
