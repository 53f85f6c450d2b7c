package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Somebody who knows how to reach a cluster; found by {@link ServiceLoader}. */
public interface ClusterConnector {

  /**
   * Connects to a cluster, which takes a minute at most.
   *
   * @param name what the cluster's own pages call the work
   * @param ship files that are beside every command
   * @throws UserError if it cannot be reached or has nothing to work with
   */
  CommandCluster connect(String master, String name, List<Path> ship);

  /**
   * Lets a cluster work on texts and waits for all of them.
   *
   * @param results gets what came of each, in the order of the inputs
   * @throws UserError if the cluster cannot be reached, or the work fails
   */
  void work(
      String master, String name, TextWork work, List<String> inputs, Consumer<String> results);

  /** The one on the class path. */
  static ClusterConnector installed() {
    return ServiceLoader.load(ClusterConnector.class)
        .findFirst()
        .orElseThrow(
            () ->
                UserError.usage(
                    "--on needs Apache Spark, which is not part of this program; call ./leadline in a copy of the source, or see docs/spark.md"));
  }

  /** Something that a machine of a cluster can do with a text; it travels there. */
  @FunctionalInterface
  interface TextWork extends Serializable {

    String run(String input) throws Exception;
  }
}
